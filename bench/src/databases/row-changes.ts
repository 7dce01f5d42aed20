import { createHash } from 'node:crypto';
import type { JsonValue, SharedData, Table, TableRow } from '../model/index.ts';
import { type Random, seededRandom } from '../util/random.ts';
import type { ChangedRow } from './database.ts';

/** Gives the stored row with this id the values of this one. */
type SetRow = (table: Table, row: TableRow) => Promise<void>;

/** The rows of one database that the harness changes for a moment. The same for all engines. */
export class RowChanges {
  readonly #set: SetRow;
  #seeded: SharedData | null = null;
  /** How to undo the changes that may still be there. */
  readonly #left = new Map<Table, () => Promise<void>>();

  constructor(set: SetRow) {
    this.#set = set;
  }

  /** Call this once all rows are new. */
  seeded(data: SharedData): void {
    this.#seeded = data;
    this.#left.clear();
  }

  /** Replaces a text that the marker draws: a server that knew which one it is need not read the others. */
  async changeText(table: Table, marker: string): Promise<ChangedRow> {
    const { row, random } = this.#draw(table, marker);
    const column = table.changes[random.below(table.changes.length)] as string;
    return this.#change(table, row, { ...row, [column]: marker });
  }

  /** Replaces all values of a row that the marker draws, except for its id and those that no response shows. */
  async changeRow(table: Table, marker: string): Promise<ChangedRow> {
    const { row, random } = this.#draw(table, marker);
    const kept = ['id', ...(table.hidden ?? [])];
    const changed = Object.entries(row).map(([column, value]) => [
      column,
      kept.includes(column) ? value : otherValue(value, `${marker}-${column}`, random),
    ]);
    return this.#change(table, row, Object.fromEntries(changed) as TableRow);
  }

  async undoAll(): Promise<void> {
    for (const undo of [...this.#left.values()]) await undo();
  }

  #draw(table: Table, marker: string): { row: TableRow; random: Random } {
    const rows = this.#seeded?.of(table.rows) ?? [];
    const random = seededRandom(createHash('sha256').update(marker).digest().readUInt32LE());
    const row = rows[random.below(rows.length)];
    if (!row) throw new RangeError(`seed ${table.name} before changing a row`);
    return { row, random };
  }

  async #change(table: Table, seeded: TableRow, row: TableRow): Promise<ChangedRow> {
    const undo = async (): Promise<void> => {
      await this.#set(table, seeded);
      this.#left.delete(table);
    };
    // A change that times out here may still be made there.
    this.#left.set(table, undo);
    await this.#set(table, row);
    return { row, undo };
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Within what every type of instant holds, and of any time of the day. */
const [FIRST_YEAR, YEARS] = [2001, 30];

/** Returns another value of the same kind. What is `null` takes texts in every table here. */
function otherValue(value: JsonValue, text: string, random: Random): JsonValue {
  // A small number fits any type, 0 and 1 are what a flag has anyway.
  if (typeof value === 'number') return value + 2 + random.below(50);
  if (typeof value !== 'string' || !INSTANT.test(value)) return text;
  const [from, to] = [FIRST_YEAR, FIRST_YEAR + YEARS].map((year) => Date.UTC(year, 0)) as [number, number];
  return new Date(from + random.below(to - from)).toISOString();
}
