import pg from 'pg';
import type { Config } from './config.ts';

export interface Menu {
  id: string;
  name: string;
  show_flag: number;
  create_date: Date;
  code: string;
  parent_code: string | null;
}

/** Reads the first menus by id. */
export type Menus = (limit: number) => Promise<Menu[]>;

// The driver takes a timestamp without a zone for local time; the column holds UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`));

const firstMenus = {
  name: 'first-menus', // a named query is prepared once a connection
  text: 'select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1',
};

/**
 * The reader of sys_menu. Connects at the first query, so that the server starts without its database; where
 * none is configured, every read fails.
 */
export function openMenus({ hasPostgresql, poolSize }: Config): Menus {
  if (!hasPostgresql) {
    return async () => {
      throw new Error('no database: PGHOST is not set');
    };
  }
  // The driver's default closes a connection that was idle for 10 s; the server keeps all of them.
  const pool = new pg.Pool({ max: poolSize, connectionTimeoutMillis: 5000, idleTimeoutMillis: 0 });
  // An idle connection that breaks is replaced when the next query needs one. Without a listener, the
  // event would end the process.
  pool.on('error', () => {});
  return async (limit) => (await pool.query<Menu>({ ...firstMenus, values: [limit] })).rows;
}
