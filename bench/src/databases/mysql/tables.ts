import {
  databaseFacts,
  highestId,
  type JsonValue,
  type SharedData,
  type Table,
  type TableRow,
} from '../../model/index.ts';
import { awayOf, noSuchRow, OWNER, requireOwnTables } from '../tables.ts';
import type { Client } from './client.ts';

export async function seedMysqlTables(
  client: Client,
  tables: readonly Table[],
  data: SharedData,
): Promise<void> {
  await checkTables(client, tables);
  for (const table of tables) await seedTable(client, table, data.of(table.rows));
}

async function seedTable(client: Client, table: Table, rows: readonly TableRow[]): Promise<void> {
  const { name, columns } = table;
  await client.execute(`drop table if exists ${name}, ${awayOf(table)}`);
  await client.execute(`
    create table ${name} (${Object.entries(columns)
      .map((column) => column.join(' '))
      .join(', ')})
    engine = InnoDB, default charset = utf8mb4, stats_auto_recalc = 0, comment = '${OWNER}'`);
  const values = rows.map((row) => Object.keys(columns).map((column) => storedAs(table, column, row)));
  client.own.rowsWritten += await client.execute(
    `insert into ${name} (${Object.keys(columns).join(', ')}) values ?`,
    [values],
  );
  // Give the optimiser statistics now, so that its plans do not change during a load.
  await client.execute(`analyze table ${name}`);
}

/**
 * A minute of inserts adds several hundred thousand rows. One statement for all of them can exceed the timeout of a
 * query, is then rolled back, and locks the table for everybody meanwhile.
 */
const DELETED_AT_ONCE = 20_000;
const DELETE_SOME = `delete from {table} where id > ? order by id limit ${DELETED_AT_ONCE}`;

/** Removes added rows from the tables with numeric ids; no others grow. */
export async function removeMysqlRows(
  client: Client,
  tables: readonly Table[],
  data: SharedData,
): Promise<void> {
  for (const { name, rows } of tables) {
    const highest = highestId(data.of(rows));
    if (highest === null) continue;
    while ((await client.execute(DELETE_SOME.replace('{table}', name), [highest])) === DELETED_AT_ONCE);
  }
}

async function checkTables(client: Client, tables: readonly Table[]): Promise<void> {
  const there = await client.select<{ name: string; comment: string }>(
    `select table_name as name, table_comment as comment from information_schema.tables
     where table_schema = database() and table_name in (?)`,
    [tables.flatMap((table) => [table.name, awayOf(table)])],
  );
  requireOwnTables(there, databaseFacts.mysql.urlVariable);
}

/** Gives the stored row with this id the values of `row`. */
export async function setMysqlRow(client: Client, table: Table, row: TableRow): Promise<void> {
  const { name } = table;
  const columns = Object.keys(table.columns).filter((column) => column !== 'id');
  const matched = await client.execute(
    `update ${name} set ${columns.map((column) => `${column} = ?`).join(', ')} where id = ?`,
    [...columns.map((column) => storedAs(table, column, row)), row.id],
  );
  if (matched !== 1) throw noSuchRow({ what: 'table', name }, row.id);
  client.own.rowsRead++;
}

export async function countMysqlRows(
  client: Client,
  { name }: Table,
): Promise<{ rows: number; distinctIds: number }> {
  const [row] = await client.select<{ number: number; ids: number }>(
    `select count(*) as number, count(distinct id) as ids from ${name}`,
  );
  const { number = 0, ids = 0 } = row ?? {};
  client.own.rowsRead += number;
  return { rows: number, distinctIds: ids };
}

/** Ids per statement, far below the server's limit of one packet. */
const CHUNK = 1_000;

export async function readMysqlRows(
  client: Client,
  table: Table,
  ids: readonly TableRow['id'][],
): Promise<(TableRow | null)[]> {
  const columns = Object.keys(table.columns);
  const found = new Map<TableRow['id'], TableRow>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await client.select<TableRow>(
      `select ${columns.join(', ')} from ${table.name} where id in (?)`,
      [ids.slice(start, start + CHUNK)],
    );
    client.own.rowsRead += rows.length;
    for (const row of rows) found.set(row.id, withInstants(table, row));
  }
  return ids.map((id) => found.get(id) ?? null);
}

export async function moveMysqlTablesAway(client: Client, tables: readonly Table[]): Promise<void> {
  const renamed = tables.map((table) => `${table.name} to ${awayOf(table)}`);
  await client.execute(`rename table ${renamed.join(', ')}`);
}

export async function moveMysqlTablesBack(client: Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const [row] = await client.select<{ number: number }>(
      `select count(*) as number from information_schema.tables
       where table_schema = database() and table_name = ?`,
      [awayOf(table)],
    );
    if (row?.number) await client.execute(`rename table ${awayOf(table)} to ${table.name}`);
  }
}

function isInstant({ columns }: Table, column: string): boolean {
  return /^datetime\b/i.test(columns[column] ?? '');
}

/** Writes an instant, `2022-12-01T00:43:12.001Z`, as `2022-12-01 00:43:12.001`: the table holds UTC without a zone. */
function storedAs(table: Table, column: string, row: TableRow): JsonValue | undefined {
  const value = row[column];
  return typeof value === 'string' && isInstant(table, column)
    ? value.replace('T', ' ').replace('Z', '')
    : value;
}

function withInstants(table: Table, row: TableRow): TableRow {
  const shown = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === 'string' && isInstant(table, column) ? `${value.replace(' ', 'T')}Z` : value,
  ]);
  return Object.fromEntries(shown) as TableRow;
}
