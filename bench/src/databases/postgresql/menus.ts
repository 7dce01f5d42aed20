import type pg from 'pg';
import type { MenuRow } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';

/** Marks the table as the harness's own: somebody else's `sys_menu` is never dropped. */
const OWNER = 'Made by Pitwall; it is dropped and made anew for every round.';
const MAX_NAME = 100;

export async function seedMenus(client: pg.Client, rows: readonly MenuRow[]): Promise<void> {
  await requireOwnTables(client);
  // One transaction: a reader sees the old rows or the new ones. `create_date` holds UTC without saying so.
  await client.query(`
    begin;
    drop table if exists ${AWAY};
    drop table if exists sys_menu;
    create table sys_menu (
      id numeric(24) primary key,
      name varchar(${MAX_NAME}) not null,
      show_flag int2 not null,
      create_date timestamp not null,
      create_by varchar(50) not null,
      code varchar(100) not null,
      parent_code varchar(100)
    );
    comment on table sys_menu is '${OWNER}';`);
  const columns = {
    id: 'numeric',
    name: 'varchar',
    show_flag: 'int2',
    create_date: 'timestamptz',
    create_by: 'varchar',
    code: 'varchar',
    parent_code: 'varchar',
  } as const;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  await client.query(
    `insert into sys_menu (${names.join(', ')})
     select ${names.map((name) => (name === 'create_date' ? `create_date at time zone 'UTC'` : name)).join(', ')}
     from unnest(${names.map((name, index) => `$${index + 1}::${columns[name]}[]`).join(', ')}) as rows (${names.join(', ')})`,
    names.map((name) => rows.map((row) => row[name])),
  );
  await client.query('commit');
  // The planner knows the table from the first query on, not from some later moment in mid-load.
  await client.query('analyze sys_menu');
}

const AWAY = 'sys_menu_away';

async function requireOwnTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ comment: string | null; name: string }>(
    `select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
     where oid in (to_regclass('sys_menu'), to_regclass('${AWAY}'))`,
  );
  const foreign = rows.find(({ comment }) => comment !== OWNER);
  if (!foreign) return;
  throw new PitwallError({
    what: 'The database holds a table that is not Pitwall’s',
    where: `table ${foreign.name}`,
    expected: 'none, or the one that Pitwall made: it is dropped before every round',
    seen: `a table ${foreign.name} of somebody else`,
    next: 'Point PITWALL_POSTGRES_URL at an empty database made for the benchmark',
  });
}

/** Sets the name of the first row in order of id; gives back the old one. */
export async function renameFirst(client: pg.Client, name: string): Promise<string> {
  if (name.length > MAX_NAME) throw new RangeError(`a marker has at most ${MAX_NAME} characters`);
  const { rows } = await client.query<{ old: string }>(
    `with first as (select id, name from sys_menu order by id limit 1 for update)
     update sys_menu set name = $1 from first where sys_menu.id = first.id returning first.name as old`,
    [name],
  );
  const [row] = rows;
  if (row) return row.old;
  throw new PitwallError({
    what: 'There is no row to change',
    where: 'table sys_menu',
    expected: 'the seeded rows',
    seen: 'an empty table',
    next: 'Run the same command again: it seeds the table first',
  });
}

export async function movePostgresqlTableAway(client: pg.Client): Promise<void> {
  await client.query(`alter table sys_menu rename to ${AWAY}`);
}

export async function movePostgresqlTableBack(client: pg.Client): Promise<void> {
  await client.query(`alter table if exists ${AWAY} rename to sys_menu`);
}

export async function countMenus(client: pg.Client): Promise<{ rows: number; distinctIds: number }> {
  const { rows } = await client.query<{ rows: string; ids: string }>(
    'select count(*) as rows, count(distinct id) as ids from sys_menu',
  );
  return { rows: Number(rows[0]?.rows), distinctIds: Number(rows[0]?.ids) };
}
