import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { bigint, datetime, mysqlTable, smallint, varchar } from 'drizzle-orm/mysql-core';
import { drizzle } from 'drizzle-orm/mysql2';
import type { Config } from '../config.js';
import { type Account, Accounts, type NewAccount } from './accounts.js';
import { openPool } from './mysql-accounts.js';

const table = mysqlTable('accounts', {
  id: bigint({ mode: 'number' }).primaryKey().autoincrement(),
  created_at: datetime({ fsp: 3 }).notNull(),
  updated_at: datetime({ fsp: 3 }).notNull(),
  register_date: datetime({ fsp: 3 }).notNull(),
  name: varchar({ length: 100 }).notNull(),
  password: varchar({ length: 100 }).notNull(),
  nick_name: varchar({ length: 100 }).notNull(),
  introduction: varchar({ length: 500 }).notNull(),
  status: smallint().notNull(),
});
const { password: _password, ...shownColumns } = getTableColumns(table);

export class DrizzleAccounts extends Accounts {
  private readonly database;
  private readonly selectAll;
  private readonly selectOne;
  private readonly insert;

  constructor(config: Config) {
    super();
    this.database = drizzle(openPool(config));
    const rows = () => this.database.select(shownColumns).from(table);
    this.selectAll = rows().orderBy(asc(table.id)).prepare();
    this.selectOne = rows()
      .where(eq(table.id, sql.placeholder('id')))
      .prepare();
    this.insert = this.database
      .insert(table)
      .values({
        created_at: sql.placeholder('created_at'),
        updated_at: sql.placeholder('updated_at'),
        register_date: sql.placeholder('register_date'),
        name: sql.placeholder('name'),
        password: sql.placeholder('password'),
        nick_name: sql.placeholder('nick_name'),
        introduction: sql.placeholder('introduction'),
        status: sql.placeholder('status'),
      })
      .$returningId()
      .prepare();
  }

  all(): Promise<Account[]> {
    return this.selectAll.execute();
  }

  async find(id: number): Promise<Account | undefined> {
    return (await this.selectOne.execute({ id }))[0];
  }

  async add(account: NewAccount): Promise<Account> {
    const now = new Date();
    const values = { ...account, created_at: now, updated_at: now };
    const [{ id } = { id: 0 }] = await this.insert.execute(values);
    const { password: _secret, ...shown } = values;
    return { id, ...shown };
  }
}
