import type { JsonValue } from './http.ts';
import type { SharedFile } from './shared-data.ts';

/** A row in the form of the file in `targets/shared`. Instants are RFC 3339 in UTC. */
export interface TableRow {
  readonly id: number | string;
  readonly [column: string]: JsonValue;
}

/** A table or a collection: everything an engine needs to create, fill, change, count and break it. */
export interface Table {
  name: string;
  /** The file with the seed. */
  rows: SharedFile<readonly TableRow[]>;
  /**
   * The type of each column in the database's own syntax: SQL with constraints, or a BSON type. `id` is the
   * key. An SQL column of instants is a `timestamp` (PostgreSQL) or a `datetime` (MySQL) in UTC.
   */
  columns: Readonly<Record<string, string>>;
  /** Columns of texts that every response shows. One text of them changes during a load. None in them is a number. */
  changes: readonly [string, ...string[]];
  /** Columns that no response may carry. */
  hidden?: readonly string[];
}

/** Returns the highest id, or `null` if the ids are not numbers; only tables with numeric ids grow. */
export function highestId(rows: readonly TableRow[]): number | null {
  const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'number');
  return ids.length === 0 ? null : ids.reduce((most, id) => Math.max(most, id));
}
