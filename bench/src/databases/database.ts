import type { Host } from '../hosts/hosts.ts';
import type { SideNetwork } from '../hosts/side-network.ts';
import type { DatabaseKind, SharedData, Table, TableRow } from '../model/index.ts';
import type { CpuUsage } from '../process/usage.ts';

export type DatabaseProvider = 'url' | 'path' | 'embedded' | 'compose';

/** A row that the harness changed on its own connection, to see the change through a server. */
export interface ChangedRow {
  /** What the table holds now. */
  row: TableRow;
  undo(): Promise<void>;
}

/**
 * The server's own statistics since it started, limited to the tables of the scenarios if the server counts
 * by table. `null` for what this server does not count.
 */
export interface DatabaseCounters {
  /** Statements or transactions, whichever the server counts; at least one per request that reached it. */
  queries: number;
  rowsRead: number | null;
  rowsWritten: number | null;
  /** When it began to count, in seconds since 1970, to within some seconds: it begins anew when it is started again. */
  since: number;
}

/** One database server that is ready for use, however it was started. */
export interface Database {
  kind: DatabaseKind;
  provider: DatabaseProvider;
  /**
   * The name that the server reports: `PostgreSQL`, `MySQL`, `MariaDB`, `MongoDB`, `FerretDB`. Wherever a
   * figure is shown, a stand-in appears under its own name.
   */
  product: string;
  /** The version that the server reports. */
  version: string;
  /** The contract's environment variables for a server under test. */
  environment: Readonly<Record<string, string>>;
  /** Rejects unless the server itself answers the harness. */
  ping(): Promise<void>;
  /** Creates schema and rows anew, for the same state before every measurement. */
  seed(data: SharedData): Promise<void>;
  /**
   * Replaces a text of the table by `marker`, which also draws the row and the column: the same marker changes the same
   * text. Throws a RangeError before the first seed.
   */
  changeText(table: Table, marker: string): Promise<ChangedRow>;
  /**
   * Replaces every value of a row that responses show, but its id, by others: all are drawn by `marker`, which every
   * text contains. Throws a RangeError before the first seed.
   */
  changeRow(table: Table, marker: string): Promise<ChangedRow>;
  /** Undoes the changes that have not been undone, those that may have been made though they failed included. */
  undoChanges(): Promise<void>;
  /** Counts the rows of the table and their distinct ids, on the harness's own connection. */
  countRows(table: Table): Promise<{ rows: number; distinctIds: number }>;
  /** Returns the stored rows in the order of `ids`; `null` for a missing row. Not implemented for MongoDB. */
  readRows?(table: Table, ids: readonly TableRow['id'][]): Promise<(TableRow | null)[]>;
  /** Removes the rows added since the last seed. Not implemented for MongoDB: no scenario adds any there. */
  removeAdded?(data: SharedData): Promise<void>;
  /** Returns the maximum of connections, including those reserved for administrators; `null` if unbounded. */
  mostConnections?(): Promise<number | null>;
  /** Counts the current connections of clients other than the harness. */
  connections(): Promise<number>;
  /**
   * Renames the tables until `restore`, so that every query of a server fails. Its responses then show
   * whether it queries the database at all. Missing if the harness cannot do this to the database.
   */
  breakTables?(): Promise<{ restore(): Promise<void> }>;
  counters(): Promise<DatabaseCounters>;
  /** Whether its counters include what running servers have just asked; some databases add it up later. */
  readonly countsAtOnce?: boolean;
  /** Returns `null` if the harness cannot see the server's processes (a URL). */
  usage(): Promise<CpuUsage | null>;
  close(): Promise<void>;
}

/**
 * Connections that a database of the harness's own allows: all targets of a block are alive at once, each with a pool of
 * 16, or with a connection for each of its workers. compose.yaml has the same number.
 */
export const MOST_CONNECTIONS = 4_000;

export interface DatabaseOptions {
  /** The tables that the database is to hold. */
  tables: readonly Table[];
  processors: readonly number[];
  /** The network that a container joins; the host's own if left out. */
  network?: SideNetwork;
  /** The host that runs it; default: this machine. */
  host?: Host;
  signal: AbortSignal;
  onLine?: (line: string) => void;
}
