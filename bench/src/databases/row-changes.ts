import { createHash } from 'node:crypto';
import type { SharedData, Table, TableRow } from '../model/index.ts';
import { seededRandom } from '../util/random.ts';
import type { ChangedRow } from './database.ts';

/** A text of a table, by the row's id and the column. */
export interface TextPlace {
  id: TableRow['id'];
  column: string;
}

type SetText = (table: Table, place: TextPlace, text: string) => Promise<void>;

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

  /**
   * Changes a text that the marker draws: a server that knew which one it is need not read the others. `undo` restores
   * the seeded text.
   */
  async change(table: Table, marker: string): Promise<ChangedRow> {
    const rows = this.#seeded?.of(table.rows) ?? [];
    const random = seededRandom(createHash('sha256').update(marker).digest().readUInt32LE());
    const row = rows[random.below(rows.length)];
    const column = table.changes[random.below(table.changes.length)];
    if (!row || column === undefined) throw new RangeError(`seed ${table.name} before changing a row`);
    const place = { id: row.id, column };
    const undo = async (): Promise<void> => {
      await this.#set(table, place, String(row[column]));
      this.#left.delete(table);
    };
    // A change that times out here may be made there all the same.
    this.#left.set(table, undo);
    await this.#set(table, place, marker);
    return { ...place, marker, undo };
  }

  async undoAll(): Promise<void> {
    for (const undo of [...this.#left.values()]) await undo();
  }
}
