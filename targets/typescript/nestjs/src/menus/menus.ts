export interface Menu {
  id: string;
  name: string;
  show_flag: number;
  create_date: Date;
  code: string;
  parent_code: string | null;
}

/**
 * The table sys_menu. Connects at the first query, so that the server starts without its database; where none
 * is configured, every read fails.
 */
export abstract class Menus {
  /** Returns the first `limit` rows by id. */
  abstract first(limit: number): Promise<Menu[]>;
}
