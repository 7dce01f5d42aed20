import type { AccountRow } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Client } from './client.ts';

/** Marks the table as the harness's own: somebody else's `accounts` is never dropped. */
const OWNER = 'Made by Pitwall; it is dropped and made anew for every round.';
const AWAY = 'accounts_away';
const MAX_NAME = 100;

/** In the order of the columns. */
const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'deleted_at',
  'register_date',
  'name',
  'password',
  'nick_name',
  'introduction',
  'status',
] as const satisfies readonly (keyof AccountRow)[];
const INSTANTS: readonly string[] = ['created_at', 'updated_at', 'deleted_at', 'register_date'];

export async function seedAccounts(client: Client, rows: readonly AccountRow[]): Promise<void> {
  await requireOwnTables(client);
  await client.execute(`drop table if exists accounts, ${AWAY}`);
  await client.execute(`
    create table accounts (
      id bigint not null auto_increment primary key,
      created_at datetime(3) not null,
      updated_at datetime(3) not null,
      deleted_at datetime(3),
      register_date datetime(3) not null,
      name varchar(${MAX_NAME}) not null,
      password varchar(100) not null,
      nick_name varchar(${MAX_NAME}) not null,
      introduction varchar(500) not null,
      status smallint not null
    ) engine = InnoDB, default charset = utf8mb4, stats_auto_recalc = 0, comment = '${OWNER}'`);
  const values = rows.map((row) =>
    COLUMNS.map((column) => {
      const value = row[column];
      return INSTANTS.includes(column) && value !== null ? datetimeOf(String(value)) : value;
    }),
  );
  client.own.rowsWritten += await client.execute(`insert into accounts (${COLUMNS.join(', ')}) values ?`, [
    values,
  ]);
  // The optimiser knows the table from the first query on, not from some later moment in mid-load.
  await client.execute('analyze table accounts');
}

/** The seeded rows have the ids 1 to their number. */
export async function removeAccountsAfter(client: Client, id: number): Promise<void> {
  await client.execute('delete from accounts where id > ?', [id]);
}

async function requireOwnTables(client: Client): Promise<void> {
  const tables = await client.select<{ name: string; comment: string }>(
    `select table_name as name, table_comment as comment from information_schema.tables
     where table_schema = database() and table_name in ('accounts', '${AWAY}')`,
  );
  const foreign = tables.find(({ comment }) => comment !== OWNER);
  if (!foreign) return;
  throw new PitwallError({
    what: 'The database holds a table that is not Pitwall’s',
    where: `table ${foreign.name}`,
    expected: 'none, or the one that Pitwall made: it is dropped before every round',
    seen: `a table ${foreign.name} of somebody else`,
    next: 'Point PITWALL_MYSQL_URL at an empty database made for the benchmark',
  });
}

/** Sets a nick name; gives back the old one. */
export async function renameAccount(client: Client, id: number, nickName: string): Promise<string> {
  if (nickName.length > MAX_NAME) throw new RangeError(`a marker has at most ${MAX_NAME} characters`);
  const [row] = await client.select<{ nick_name: string }>('select nick_name from accounts where id = ?', [
    id,
  ]);
  if (row) {
    // Once by the select and once by the update.
    client.own.rowsRead += 2;
    await client.execute('update accounts set nick_name = ? where id = ?', [nickName, id]);
    return row.nick_name;
  }
  throw new PitwallError({
    what: 'There is no row to change',
    where: `table accounts, id ${id}`,
    expected: 'the seeded rows',
    seen: 'no such row',
    next: 'Run the same command again: it seeds the table first',
  });
}

export async function countAccounts(client: Client): Promise<{ rows: number; distinctIds: number }> {
  const [row] = await client.select<{ number: number; ids: number }>(
    'select count(*) as number, count(distinct id) as ids from accounts',
  );
  const { number = 0, ids = 0 } = row ?? {};
  client.own.rowsRead += number;
  return { rows: number, distinctIds: ids };
}

/** Ids a statement: far below the server's limit of one packet. */
const CHUNK = 1_000;

export async function readAccounts(client: Client, ids: readonly number[]): Promise<(AccountRow | null)[]> {
  const found = new Map<number, AccountRow>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await client.select<AccountRow>(
      `select ${COLUMNS.join(', ')} from accounts where id in (?)`,
      [ids.slice(start, start + CHUNK)],
    );
    client.own.rowsRead += rows.length;
    for (const row of rows) found.set(row.id, withInstants(row));
  }
  return ids.map((id) => found.get(id) ?? null);
}

export async function moveMysqlTableAway(client: Client): Promise<void> {
  await client.execute(`rename table accounts to ${AWAY}`);
}

export async function moveMysqlTableBack(client: Client): Promise<void> {
  const [row] = await client.select<{ number: number }>(
    `select count(*) as number from information_schema.tables
     where table_schema = database() and table_name = '${AWAY}'`,
  );
  if (row?.number) await client.execute(`rename table ${AWAY} to accounts`);
}

/** `2022-12-01T00:43:12.001Z` ↔ `2022-12-01 00:43:12.001`: the table holds UTC without saying so. */
function datetimeOf(instant: string): string {
  return instant.replace('T', ' ').replace('Z', '');
}

function withInstants(row: AccountRow): AccountRow {
  const instant = (datetime: string): string => `${datetime.replace(' ', 'T')}Z`;
  return {
    ...row,
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
    deleted_at: row.deleted_at === null ? null : instant(row.deleted_at),
    register_date: instant(row.register_date),
  };
}
