import { setTimeout as delay } from 'node:timers/promises';
import type { Table } from '../model/index.ts';
import type { CpuUsage } from '../process/usage.ts';
import { PitwallError } from '../util/errors.ts';
import { tailOf } from '../util/lines.ts';
import type { Database, DatabaseProvider } from './database.ts';

/** A running database server. */
export interface Server<Address> {
  provider: DatabaseProvider;
  address: Address;
  /** What to do if it no longer answers, which depends on the provider. */
  remedy: string;
  usage(): Promise<CpuUsage | null>;
  /** Counts the connections of clients other than the harness to these ports; missing if they are this machine's. */
  countClients?(ports: readonly number[]): Promise<number>;
  stop(): Promise<void>;
}

/** Opens the database on a server, and stops the server if that fails. */
export async function orStop<Running extends Server<unknown>>(
  server: Running,
  tables: readonly Table[],
  database: (server: Running, tables: readonly Table[]) => Promise<Database>,
): Promise<Database> {
  try {
    return await database(server, tables);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Why a query of the harness failed. */
export type Refusal =
  /** It cannot be reached, or went away. */
  | 'silent'
  /** It does not know the user, the password or the database. */
  | 'denied'
  /** It answered with an error. */
  | 'refused';

/** Turns whatever a driver throws into a PitwallError. */
export function databaseError(
  error: unknown,
  facts: { title: string; where: string; refusal: Refusal; remedy: string },
): PitwallError {
  if (error instanceof PitwallError) return error;
  const { title, where, refusal, remedy } = facts;
  const [what, expected] = {
    silent: [`${title} does not answer`, 'a server that accepts connections'],
    denied: [`${title} denies access`, 'a valid user, password and database'],
    refused: [`${title} refused a query of the harness`, 'a query that works'],
  }[refusal] as [string, string];
  const { code, message } = error as { code?: unknown; message?: string };
  const seen = [code, message].filter(Boolean).join(': ') || String(error);
  return new PitwallError({ what, where, expected, seen, next: remedy, cause: error });
}

interface Starting {
  title: string;
  where: string;
  urlVariable: string;
  /** Resolves when a connection works. */
  ask(): Promise<void>;
  hasEnded(): boolean;
  log(): string;
  signal: AbortSignal;
}

const READY_SECONDS = 60;
const POLL_MILLISECONDS = 50;

/** Waits until a connection works. Throws a PitwallError if the server ends or is not ready in time. */
export async function awaitReady(starting: Starting): Promise<void> {
  const until = performance.now() + READY_SECONDS * 1_000;
  for (;;) {
    starting.signal.throwIfAborted();
    try {
      return await starting.ask();
    } catch (error) {
      const late = performance.now() > until;
      if (!starting.hasEnded() && !late) {
        await delay(POLL_MILLISECONDS);
        continue;
      }
      const { title, where, urlVariable } = starting;
      throw new PitwallError({
        what: late ? `${title} did not become ready` : `${title} ended during its start`,
        where,
        expected: `a connection within ${READY_SECONDS} s`,
        seen: tailOf(starting.log()),
        next: `Set ${urlVariable} to a server of your own, or run the same command again`,
        cause: error,
      });
    }
  }
}
