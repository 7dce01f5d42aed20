import type pg from 'pg';
import { databaseFacts, highestId, type SharedData, type Table, type TableRow } from '../../model/index.ts';
import { awayOf, noSuchRow, OWNER, requireOwnTables } from '../tables.ts';

export async function seedPostgresqlTables(
  client: pg.Client,
  tables: readonly Table[],
  data: SharedData,
): Promise<void> {
  await checkTables(client, tables);
  for (const table of tables) await seedTable(client, table, data.of(table.rows));
}

async function seedTable(client: pg.Client, table: Table, rows: readonly TableRow[]): Promise<void> {
  const { name, columns } = table;
  // In one transaction, so that a reader sees either the old rows or the new ones.
  await client.query(`
    begin;
    drop table if exists ${awayOf(table)};
    drop table if exists ${name};
    create table ${name} (${Object.entries(columns)
      .map((column) => column.join(' '))
      .join(', ')});
    comment on table ${name} is '${OWNER}';`);
  // PostgreSQL converts each text to the type of its column; a `timestamp` ignores the Z of an instant.
  await client.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [
    JSON.stringify(rows),
  ]);
  await client.query('commit');
  // Give the planner statistics now, so that its plans do not change during a load.
  await client.query(`analyze ${name}`);
}

async function checkTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const { rows } = await client.query<{ comment: string | null; name: string }>(
    `select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
     where oid in (select to_regclass(name)::oid from unnest($1::text[]) as names (name))`,
    [tables.flatMap((table) => [table.name, awayOf(table)])],
  );
  requireOwnTables(rows, databaseFacts.postgresql.urlVariable);
}

/** Gives the stored row with this id the values of `row`. */
export async function setPostgresqlRow(
  client: pg.Client,
  { name, columns }: Table,
  row: TableRow,
): Promise<void> {
  const set = Object.keys(columns)
    .filter((column) => column !== 'id')
    .join(', ');
  const { rowCount } = await client.query(
    `update ${name} set (${set}) = (select ${set} from json_populate_record(null::${name}, $1::json)) where id = $2`,
    [JSON.stringify(row), row.id],
  );
  if (rowCount !== 1) throw noSuchRow({ what: 'table', name }, row.id);
}

export async function movePostgresqlTablesAway(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table.name} rename to ${awayOf(table)}`);
}

export async function movePostgresqlTablesBack(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    await client.query(`alter table if exists ${awayOf(table)} rename to ${table.name}`);
  }
}

export async function countPostgresqlRows(
  client: pg.Client,
  { name }: Table,
): Promise<{ rows: number; distinctIds: number }> {
  const { rows } = await client.query<{ rows: string; ids: string }>(
    `select count(*) as rows, count(distinct id) as ids from ${name}`,
  );
  return { rows: Number(rows[0]?.rows), distinctIds: Number(rows[0]?.ids) };
}

/**
 * Reads rows in the form of the shared file: the driver returns a bigint as text, and a timestamp in the time
 * zone of this process.
 */
export async function readPostgresqlRows(
  client: pg.Client,
  { name, columns }: Table,
  ids: readonly TableRow['id'][],
): Promise<(TableRow | null)[]> {
  const shown = Object.entries(columns).map(([column, type]) => {
    if (!/^timestamp\b/i.test(type)) return column;
    return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
  });
  const { rows } = await client.query<TableRow>(
    `select ${shown.join(', ')} from ${name} where id = any($1)`,
    [ids],
  );
  const large = Object.keys(columns).filter((column) => /^(big|int8)/i.test(columns[column] ?? ''));
  const found = new Map(
    rows.map((row) => {
      const numbers = large.map((column) => [column, row[column] === null ? null : Number(row[column])]);
      return [String(row.id), { ...row, ...Object.fromEntries(numbers) } as TableRow];
    }),
  );
  return ids.map((id) => found.get(String(id)) ?? null);
}

/** Removes added rows from the tables with numeric ids; no others grow. */
export async function removePostgresqlRows(
  client: pg.Client,
  tables: readonly Table[],
  data: SharedData,
): Promise<void> {
  for (const { name, rows } of tables) {
    const highest = highestId(data.of(rows));
    if (highest !== null) await client.query(`delete from ${name} where id > $1`, [highest]);
  }
}
