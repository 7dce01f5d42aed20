import type { DatabaseKind, ScenarioRequest, SharedData } from '../model/index.ts';
import type { Usage } from '../util/usage.ts';

export type DatabaseProvider = 'url' | 'path' | 'embedded' | 'compose';

/** A row that the harness changed through its own connection, to see it come back through a server. */
export interface ChangedRow {
  /** The request whose response must now hold `marker`. */
  request: ScenarioRequest;
  marker: string;
  undo(): Promise<void>;
}

/** What the server's own statistics say it did since it started. */
export interface DatabaseCounters {
  transactions: number;
  rowsRead: number;
  connections: number;
}

/** One database server, seeded and ready, whoever runs it. */
export interface Database {
  kind: DatabaseKind;
  provider: DatabaseProvider;
  /** What the server says it is. */
  version: string;
  /** The contract's environment names for a server under test. */
  environment: Readonly<Record<string, string>>;
  /** Creates schema and rows anew: the same state before every round. */
  seed(data: SharedData): Promise<void>;
  changeRow(marker: string): Promise<ChangedRow>;
  /**
   * Takes the scenario's table away (renamed in one committed statement, nothing lost) until `restore`, so that
   * every query of a server fails: what it answers then shows whether it asks the database at all.
   * Not there where the harness may not do that to the database.
   */
  breakTable?(): Promise<{ restore(): Promise<void> }>;
  counters(): Promise<DatabaseCounters>;
  /** `null` where it runs out of the harness's sight (a URL). */
  usage(): Promise<Usage | null>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  processors: readonly number[];
  signal: AbortSignal;
  onLine?: (line: string) => void;
}
