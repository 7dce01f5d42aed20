import pg from 'pg';
import { databaseError, type Refusal } from '../database-server.ts';
import type { Address } from '../sql-address.ts';

const CONNECT_MILLISECONDS = 5_000;
const QUERY_MILLISECONDS = 30_000;
/** A server under test that keeps a transaction open must not hold up the harness. */
const LOCK_MILLISECONDS = 3_000;

/** Runs `work` on a connection of its own. Turns every failure into a PitwallError with a next step. */
export async function withPostgresql<T>(
  address: Address,
  remedy: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: QUERY_MILLISECONDS,
    lock_timeout: LOCK_MILLISECONDS,
    application_name: APPLICATION_NAME,
  });
  // A connection lost between two queries emits an event that, without a handler, would end the harness.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    const where = `${address.host}:${address.port}/${address.database}`;
    throw databaseError(error, { title: 'PostgreSQL', where, refusal: refusalOf(error), remedy });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Distinguishes the harness's own connections from a server's in pg_stat_activity. */
export const APPLICATION_NAME = 'pitwall-harness';

function refusalOf(error: unknown): Refusal {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // 28: authorization; 3D: no such database.
  if (/^(28|3D)/.test(code)) return 'denied';
  // 55P03: a lock that another client holds.
  if (code === '55P03') return 'refused';
  // 57P: an administrator's shutdown or a server that is starting; 08: connection exceptions.
  const silent = /^(E[A-Z]+|57P|08)/.test(code) || /timeout|terminated|closed/i.test(message);
  return silent ? 'silent' : 'refused';
}

/** Returns the contract's environment variables. */
export function postgresqlEnvironment(address: Address): Record<string, string> {
  return {
    PGHOST: address.host,
    PGPORT: String(address.port),
    PGUSER: address.user,
    PGPASSWORD: address.password,
    PGDATABASE: address.database,
  };
}
