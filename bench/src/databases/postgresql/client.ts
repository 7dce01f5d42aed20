import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Connector, watchOpen, withConnection } from '../connection.ts';
import { databaseError, type Refusal } from '../database-server.ts';
import type { Address } from '../sql-address.ts';

const CONNECT_MILLISECONDS = 5_000;
const QUERY_MILLISECONDS = 30_000;
/** A server under test that keeps a transaction open must not hold up the harness. */
const LOCK_MILLISECONDS = 3_000;

export function postgresqlConnector(address: Address, remedy: string): Connector<pg.Client> {
  return {
    async open() {
      const client = new pg.Client({
        ...address,
        connectionTimeoutMillis: CONNECT_MILLISECONDS,
        query_timeout: QUERY_MILLISECONDS,
        lock_timeout: LOCK_MILLISECONDS,
        application_name: APPLICATION_NAME,
      });
      const isOpen = watchOpen(client);
      const end = (): Promise<void> => client.end().catch(() => {});
      try {
        await client.connect();
      } catch (error) {
        await end();
        throw error;
      }
      return { client, isOpen, end, destroy: end };
    },
    errorOf(error) {
      const where = `${address.host}:${address.port}/${address.database}`;
      return databaseError(error, { title: 'PostgreSQL', where, refusal: refusalOf(error), remedy });
    },
  };
}

/** Does `work` on a connection of its own. Turns every failure into a PitwallError with a next step. */
export function withPostgresql<T>(
  address: Address,
  remedy: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withConnection(postgresqlConnector(address, remedy), work);
}

/**
 * Distinguishes the harness's own connections from a server's in pg_stat_activity. A server that knew it could hide
 * connections of its own behind it.
 */
export const APPLICATION_NAME = `pitwall-harness-${randomBytes(6).toString('hex')}`;

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
