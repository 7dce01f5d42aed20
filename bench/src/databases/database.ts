import type { Host } from '../hosts/hosts.ts';
import type { DatabaseKind, SharedData, Table, TableRow } from '../model/index.ts';
import type { Usage } from '../process/usage.ts';

export type DatabaseProvider = 'url' | 'path' | 'embedded' | 'compose';

/** A row that the harness changed through its own connection, to see it come back through a server. */
export interface ChangedRow {
  id: TableRow['id'];
  marker: string;
  undo(): Promise<void>;
}

/**
 * What the server's own statistics say it did since it started, for the tables of the scenarios where the server
 * counts by table. `null` is what this server does not count.
 */
export interface DatabaseCounters {
  /** Statements or transactions, whichever the server counts: one at least for each request that reached it. */
  queries: number;
  rowsRead: number | null;
  rowsWritten: number | null;
}

/** One database server, seeded and ready, whoever runs it. */
export interface Database {
  kind: DatabaseKind;
  provider: DatabaseProvider;
  /**
   * The program that answers, by what it says of itself: `PostgreSQL`, `MySQL`, `MariaDB`, `MongoDB`, `FerretDB`.
   * A stand-in is called by its own name wherever a figure is shown.
   */
  product: string;
  /** What the server says its version is. */
  version: string;
  /** The contract's environment names for a server under test. */
  environment: Readonly<Record<string, string>>;
  /** Creates schema and rows anew: the same state before every round. */
  seed(data: SharedData): Promise<void>;
  /** Puts `marker` in the place of the text that the table names, once it has been seeded. */
  changeRow(table: Table, marker: string): Promise<ChangedRow>;
  /** How many rows the table holds, and how many of their ids differ, read by the harness itself. */
  countRows(table: Table): Promise<{ rows: number; distinctIds: number }>;
  /** Rows as they are stored, in the order of `ids`; `null` for one that is not there. Left out by MongoDB. */
  readRows?(table: Table, ids: readonly TableRow['id'][]): Promise<(TableRow | null)[]>;
  /** Takes away the rows that servers have added since the seeding. Left out by MongoDB: no scenario adds any. */
  removeAdded?(data: SharedData): Promise<void>;
  /** How many connections it takes, those kept back for administrators included; `null` where nothing bounds it. */
  mostConnections?(): Promise<number | null>;
  /** Connections of clients other than the harness, at this moment. */
  connections(): Promise<number>;
  /**
   * Takes the tables away (renamed, nothing lost) until `restore`, so that
   * every query of a server fails: what it answers then shows whether it asks the database at all.
   * Not there where the harness may not do that to the database.
   */
  breakTables?(): Promise<{ restore(): Promise<void> }>;
  counters(): Promise<DatabaseCounters>;
  /** `null` where it runs out of the harness's sight (a URL). */
  usage(): Promise<Usage | null>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** All that the database is to hold. */
  tables: readonly Table[];
  processors: readonly number[];
  /** Where it runs; this machine where it is left out. */
  host?: Host;
  signal: AbortSignal;
  onLine?: (line: string) => void;
}
