import mysql, { type Connection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { type Connector, watchOpen, withConnection } from '../connection.ts';
import { databaseError, type Refusal } from '../database-server.ts';
import type { HarnessCounts } from '../harness-counts.ts';
import type { Address } from '../sql-address.ts';

const CONNECT_MILLISECONDS = 5_000;
const QUERY_MILLISECONDS = 30_000;
/** Limits the wait for a table that a server under test locks in a transaction; the default is a year. */
const LOCK_SECONDS = 3;

/** The harness's own connection. It records its own share of the server's counters. */
export interface Client {
  select<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `show …`, which the server does not count as a query. */
  show<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs any other statement and returns the number of rows that it changed. */
  execute(sql: string, values?: unknown[]): Promise<number>;
  own: HarnessCounts;
}

export function mysqlConnector(address: Address, remedy: string, own: HarnessCounts): Connector<Client> {
  return {
    async open() {
      const connection = await mysql.createConnection({
        ...address,
        connectTimeout: CONNECT_MILLISECONDS,
        charset: 'utf8mb4',
        // DATETIME has no time zone; reading it as text prevents a conversion.
        dateStrings: true,
      });
      const isOpen = watchOpen(connection);
      try {
        await connection.query(
          `set session lock_wait_timeout = ${LOCK_SECONDS}, session innodb_lock_wait_timeout = ${LOCK_SECONDS}`,
        );
      } catch (error) {
        connection.destroy();
        throw error;
      }
      return {
        client: clientOn(connection, own),
        isOpen,
        end: () => connection.end().catch(() => {}),
        // A query that waits for a lock would block `end`.
        destroy: async () => connection.destroy(),
      };
    },
    errorOf(error) {
      const where = `${address.host}:${address.port}/${address.database}`;
      return databaseError(error, { title: 'MySQL', where, refusal: refusalOf(error), remedy });
    },
  };
}

/** Does `work` on a connection of its own. Turns every failure into a PitwallError with a next step. */
export function withMysql<T>(
  address: Address,
  remedy: string,
  own: HarnessCounts,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withConnection(mysqlConnector(address, remedy, own), work);
}

function clientOn(connection: Connection, own: HarnessCounts): Client {
  const ask = (sql: string, values: unknown[]) =>
    connection.query<RowDataPacket[] | ResultSetHeader>({ sql, values, timeout: QUERY_MILLISECONDS });
  const show = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await ask(sql, values))[0] as unknown as Row[];
  return {
    own,
    show,
    select<Row>(sql: string, values: unknown[] = []) {
      own.queries++;
      return show<Row>(sql, values);
    },
    async execute(sql, values = []) {
      if (/^\s*insert\b/i.test(sql)) own.queries++;
      const [result] = await ask(sql, values);
      return (result as ResultSetHeader).affectedRows ?? 0;
    },
  };
}

const DENIED = ['ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ER_BAD_DB_ERROR'];

/** The server's own errors begin with ER_; all others are errors of the connection. */
function refusalOf(error: unknown): Refusal {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (DENIED.includes(code)) return 'denied';
  if (code.startsWith('ER_')) return code === 'ER_SERVER_SHUTDOWN' ? 'silent' : 'refused';
  const silent = /^(E[A-Z]+|PROTOCOL_.*)$/.test(code) || /closed state|timeout/i.test(message);
  return silent ? 'silent' : 'refused';
}

/** Returns the contract's environment variables. */
export function mysqlEnvironment(address: Address): Record<string, string> {
  return {
    MYSQL_HOST: address.host,
    MYSQL_PORT: String(address.port),
    MYSQL_USER: address.user,
    MYSQL_PASSWORD: address.password,
    MYSQL_DATABASE: address.database,
  };
}
