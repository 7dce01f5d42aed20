import mysql, {
  type ExecuteValues,
  type Pool,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2/promise';
import type { Config } from '../config.js';
import { type Account, Accounts, type NewAccount } from './accounts.js';

const columns = 'id, created_at, updated_at, register_date, name, nick_name, introduction, status';
const selectAll = `select ${columns} from accounts order by id`;
const selectOne = `select ${columns} from accounts where id = ?`;
const insert = `insert into accounts
  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;

/** By the driver alone; `execute` prepares a statement once a connection. */
export class MysqlAccounts extends Accounts {
  private readonly pool: Pool;

  constructor(config: Config) {
    super();
    this.pool = openPool(config);
  }

  all(): Promise<Account[]> {
    return this.rows(selectAll);
  }

  async find(id: number): Promise<Account | undefined> {
    return (await this.rows(selectOne, [id]))[0];
  }

  async add({ password, ...shown }: NewAccount): Promise<Account> {
    const now = new Date();
    const { register_date, name, nick_name, introduction, status } = shown;
    const values = [now, now, register_date, name, password, nick_name, introduction, status];
    const [{ insertId }] = await this.pool.execute<ResultSetHeader>(insert, values);
    return { id: insertId, created_at: now, updated_at: now, ...shown };
  }

  private async rows(statement: string, values: ExecuteValues = []): Promise<Account[]> {
    return (await this.pool.execute<(Account & RowDataPacket)[]>(statement, values))[0];
  }
}

export function openPool({ mysql: server, poolSize }: Config): Pool {
  return mysql.createPool({
    ...server,
    connectionLimit: poolSize,
    connectTimeout: 5000,
    timezone: 'Z', // the columns hold UTC; the driver's default is local time
    trace: false, // by default, a stack trace is taken for each query, in case it fails
  });
}
