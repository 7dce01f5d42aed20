import type { JsonValue } from '../definition/http.ts';
import { rowsIn } from '../definition/shared-data.ts';
import type { Table } from '../definition/table.ts';

/** The table that the three account scenarios share. */

export type AccountRow = {
  id: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  register_date: string;
  name: string;
  password: string;
  nick_name: string;
  introduction: string;
  status: number;
};

/** The fields that a client sends to create an account; the server adds the others. */
export type NewAccount = Omit<AccountRow, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>;

export const ACCOUNT_ROWS = 1_000;
export const accountRows = rowsIn<AccountRow>('accounts.json');

export const accounts: Table = {
  name: 'accounts',
  rows: accountRows,
  columns: {
    id: 'bigint not null auto_increment primary key',
    created_at: 'datetime(3) not null',
    updated_at: 'datetime(3) not null',
    deleted_at: 'datetime(3)',
    register_date: 'datetime(3) not null',
    name: 'varchar(100) not null',
    password: 'varchar(100) not null',
    nick_name: 'varchar(100) not null',
    introduction: 'varchar(500) not null',
    status: 'smallint not null',
  } satisfies Record<keyof AccountRow, string>,
  changes: ['nick_name', 'name'] satisfies [keyof AccountRow, keyof AccountRow],
  hidden: ['password', 'deleted_at'] satisfies (keyof AccountRow)[],
};

/** Returns an account as a response contains it. */
export function accountJson(row: AccountRow): JsonValue {
  const { password: _, deleted_at: __, ...shown } = row;
  return shown;
}
