import type { JsonValue } from './http.ts';
import type { SharedFile } from './shared-data.ts';

/** A row as the file in `targets/shared` has it. Instants are RFC 3339 in UTC. */
export interface TableRow {
  readonly id: number | string;
  readonly [column: string]: JsonValue;
}

/** A table or a collection: all that an engine needs to create, fill, change, count and break it. */
export interface Table {
  name: string;
  /** The seed. */
  rows: SharedFile<readonly TableRow[]>;
  /**
   * Column by column the type in the database's own words: SQL with its constraints, or a BSON type. `id` is the
   * key. A SQL column that holds instants is a `timestamp` (PostgreSQL) or a `datetime` (MySQL) in UTC.
   */
  columns: Readonly<Record<string, string>>;
  /** What changes in mid-load: a text in one row, counted from 0 in the file. No text of the column is a number. */
  changes: { row: number; column: string };
  /** Columns that no response may carry. */
  hidden?: readonly string[];
}

/** The highest id of rows whose ids are numbers, as those are that a server adds to; `null` for others. */
export function highestId(rows: readonly TableRow[]): number | null {
  const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'number');
  return ids.length === 0 ? null : ids.reduce((most, id) => Math.max(most, id));
}
