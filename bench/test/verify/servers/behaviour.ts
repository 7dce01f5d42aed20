import type { DatabaseKind } from '../../../src/model/index.ts';
import type { Clock } from '../../../src/util/clock.ts';
import type { FakeDatabases } from './fake-database.ts';
import type { PlainData } from './plain-data.ts';
import type { Pool } from './pool.ts';

/** What a server of these tests answers, with what it knows of each request, and what changes it. */

export interface Reply {
  status: number;
  headers: [name: string, value: string][];
  body: string | Buffer;
  framing: 'content-length' | 'chunked' | 'close';
}

export const routes = [
  'plaintext',
  'json',
  'json-large',
  'error',
  'count',
  'menus',
  'users',
  'healthz',
] as const;

type Pools = { [kind in DatabaseKind]: Pool<FakeDatabases[kind]> };

export interface Context {
  /** The scenario's route, or `other`. */
  route: (typeof routes)[number] | 'account-insert' | 'account-list' | 'account-get' | 'assets' | 'other';
  method: string;
  path: string;
  body: string;
  /** Whether the client sent `Connection: close`. */
  asksToClose: boolean;
  data: PlainData;
  pools: Pools;
  clock: Clock;
  /** Requests so far, this one included. */
  count: number;
  /** Connections that are open now. */
  open: number;
  /** Seconds since the server's first request. */
  seconds: number;
  /** Lives as long as the connection, or as the server. */
  connectionMemory: Map<string, Reply>;
  serverMemory: Map<string, Reply>;
}

export interface Behaviour {
  /** Runs instead of the right answer; `right` gives it. */
  reply?(context: Context, right: () => Promise<Reply>): Promise<Reply> | Reply;
  /** Changes the finished bytes. */
  wire?(bytes: Buffer, context: Context): Buffer;
  /** Writes the response in two packets, the first of so many bytes. */
  splitAt?(bytes: Buffer): number;
  /** Waits before the response is written. */
  delay?(context: Context): Promise<void>;
  /** Adds a request to the count. */
  count?(state: { count: number }, context: Context): Promise<void> | void;
  /** When it closes a connection, where not at the client's wish alone. */
  closes?: 'always' | 'after-errors' | 'after-bad-bodies' | 'never';
  /** Connections that its pools have, where not `POOL_SIZE`. */
  pool?: Partial<Record<DatabaseKind, number>>;
  /** Connects when a query needs it, not at the start. */
  lazy?: boolean;
  /** Connections beside the pools. */
  watches?: Partial<Record<DatabaseKind, number>>;
}
