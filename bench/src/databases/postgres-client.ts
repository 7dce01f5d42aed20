import pg from 'pg';
import { PitwallError } from '../util/errors.ts';

/** Where a PostgreSQL server is, under the names that libpq and the contract use. */
export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** What a person can do when the server does not answer, which depends on who runs it. */
export type Remedy = string;

const CONNECT_MILLISECONDS = 5_000;
const QUERY_MILLISECONDS = 30_000;

/** One connection for one piece of work. Whatever goes wrong becomes a PitwallError with a next step. */
export async function withClient<T>(
  address: PostgresAddress,
  remedy: Remedy,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: QUERY_MILLISECONDS,
    application_name: APPLICATION_NAME,
  });
  // A server that goes away between two queries says so by an event, which would end the harness unheard.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (error instanceof PitwallError) throw error;
    throw new PitwallError({
      what: isRefusal(error) ? 'PostgreSQL does not answer' : 'PostgreSQL refused what the harness asked',
      where: `${address.host}:${address.port}/${address.database}`,
      expected: isRefusal(error) ? 'a server that accepts connections' : 'a query that works',
      seen: describe(error),
      next: remedy,
      cause: error,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tells the harness's own connections from a server's in pg_stat_activity. */
export const APPLICATION_NAME = 'pitwall-harness';

function isRefusal(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // 57P: an administrator's shutdown or a server that is starting; 08: connection exceptions.
  return /^(E[A-Z]+|57P|08)/.test(code) || /timeout|terminated|closed/i.test(message);
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return [code, message].filter(Boolean).join(': ') || String(error);
}

/** The contract's environment names. */
export function environmentOf(address: PostgresAddress): Record<string, string> {
  return {
    PGHOST: address.host,
    PGPORT: String(address.port),
    PGUSER: address.user,
    PGPASSWORD: address.password,
    PGDATABASE: address.database,
  };
}
