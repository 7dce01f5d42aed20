import mysql, { type ExecuteValues, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import type { Config } from './config.ts';

export interface NewAccount {
  register_date: Date;
  name: string;
  password: string;
  nick_name: string;
  introduction: string;
  status: number;
}

export interface Account extends Omit<NewAccount, 'password'> {
  id: number;
  created_at: Date;
  updated_at: Date;
}

export interface Accounts {
  all(): Promise<Account[]>;
  find(id: number): Promise<Account | undefined>;
  add(account: NewAccount): Promise<Account>;
}

const columns = 'id, created_at, updated_at, register_date, name, nick_name, introduction, status';
const selectAll = `select ${columns} from accounts order by id`;
const selectOne = `select ${columns} from accounts where id = ?`;
const insert = `insert into accounts
  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * The table `accounts`. Connects at the first query, so that the server starts without its database; where
 * none is configured, every call fails. `execute` prepares a statement once a connection.
 */
export function openAccounts({ mysql: server, poolSize }: Config): Accounts {
  const pool =
    server &&
    mysql.createPool({
      ...server,
      connectionLimit: poolSize,
      connectTimeout: 5000,
      timezone: 'Z', // the columns hold UTC; the driver's default is local time
      trace: false, // by default, a stack trace is taken for each query, in case it fails
    });

  async function execute<Result extends RowDataPacket[] | ResultSetHeader>(
    statement: string,
    values: ExecuteValues = [],
  ): Promise<Result> {
    if (!pool) throw new Error('no database: MYSQL_HOST is not set');
    const [result] = await pool.execute<Result>(statement, values);
    return result;
  }

  return {
    all: () => execute<(Account & RowDataPacket)[]>(selectAll),
    find: async (id) => (await execute<(Account & RowDataPacket)[]>(selectOne, [id]))[0],
    add: async ({ password, ...shown }) => {
      const now = new Date();
      const { register_date, name, nick_name, introduction, status } = shown;
      const values = [now, now, register_date, name, password, nick_name, introduction, status];
      const { insertId } = await execute<ResultSetHeader>(insert, values);
      return { id: insertId, created_at: now, updated_at: now, ...shown };
    },
  };
}

/** The account that a request's body describes; `undefined` if it describes none. */
export function readAccount(body: unknown): NewAccount | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { name, password, nick_name, introduction, status, register_date } = body as Record<string, unknown>;
  if (typeof name !== 'string' || typeof password !== 'string') return undefined;
  if (typeof nick_name !== 'string' || typeof introduction !== 'string') return undefined;
  if (typeof status !== 'number' || !Number.isInteger(status) || typeof register_date !== 'string')
    return undefined;
  const registered = new Date(register_date);
  if (Number.isNaN(registered.getTime())) return undefined;
  return { register_date: registered, name, password, nick_name, introduction, status };
}
