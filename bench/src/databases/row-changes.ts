import type { SharedData, Table, TableRow } from '../model/index.ts';
import type { ChangedRow } from './database.ts';

/** Sets the text that the table names, in the row of this id. */
type SetText = (table: Table, id: TableRow['id'], text: string) => Promise<void>;

/** The rows of one database that the harness changes for a moment. The same for all engines. */
export class RowChanges {
  readonly #set: SetText;
  #seeded: SharedData | null = null;
  /** How to undo the changes that may still be there. */
  readonly #left = new Map<Table, () => Promise<void>>();

  constructor(set: SetText) {
    this.#set = set;
  }

  /** Call this once all rows are new. */
  seeded(data: SharedData): void {
    this.#seeded = data;
    this.#left.clear();
  }

  /** Changes the text that the table names. `undo` restores the seeded text. */
  async change(table: Table, marker: string): Promise<ChangedRow> {
    const { row: index, column } = table.changes;
    const row = this.#seeded?.of(table.rows)[index];
    if (!row) throw new RangeError(`seed ${table.name} before changing a row`);
    const undo = async (): Promise<void> => {
      await this.#set(table, row.id, String(row[column]));
      this.#left.delete(table);
    };
    // A change that times out here may be made there all the same.
    this.#left.set(table, undo);
    await this.#set(table, row.id, marker);
    return { id: row.id, marker, undo };
  }

  async undoAll(): Promise<void> {
    for (const undo of [...this.#left.values()]) await undo();
  }
}
