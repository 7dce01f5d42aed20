import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { type Database, type DatabaseCounters, openDatabase } from '../../src/databases/index.ts';
import { mysqlProduct } from '../../src/databases/mysql/database.ts';
import { parseMysqlUrl } from '../../src/databases/mysql/engine.ts';
import { systemPrograms } from '../../src/databases/mysql/programs.ts';
import { freePort } from '../../src/process/port.ts';
import { accountRows, accounts } from '../../src/scenarios/tables/accounts.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { until } from '../process/until.ts';
import { fails, open, openUrl, sharedData, signal, skipReasons, untilSilent } from './support.ts';

const skipOf = await skipReasons('mysql');
const URL_VARIABLE = 'PITWALL_MYSQL_URL';
const seeded = sharedData.of(accountRows);
const ids = seeded.map(({ id }) => id);

/** As a server under test connects: with the names of the contract and nothing else. */
async function connect({ environment }: Database): Promise<Connection> {
  const client = await mysql.createConnection({
    host: environment.MYSQL_HOST ?? '',
    port: Number(environment.MYSQL_PORT),
    user: environment.MYSQL_USER ?? '',
    password: environment.MYSQL_PASSWORD ?? '',
    database: environment.MYSQL_DATABASE ?? '',
    dateStrings: true,
  });
  client.on('error', () => {});
  return client;
}

async function firstOf<Row>(
  client: Connection,
  sql: string,
  values: unknown[] = [],
): Promise<Row | undefined> {
  const [rows] = await client.query<RowDataPacket[]>(sql, values);
  return rows[0] as Row | undefined;
}

const INSERT = `insert into accounts
  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
  values (utc_timestamp(3), utc_timestamp(3), '2023-01-09 08:30:00.000', ?, 'secret', '新用户', '…', 1)`;

function grown(before: DatabaseCounters, after: DatabaseCounters): (number | null)[] {
  const less = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);
  return [
    after.queries - before.queries,
    less(after.rowsRead, before.rowsRead),
    less(after.rowsWritten, before.rowsWritten),
  ];
}

for (const provider of ['path', 'compose'] as const) {
  test(`${provider}: rows, changes, counters, usage`, {
    skip: skipOf(provider),
    timeout: 240_000,
  }, async () => {
    const database = await open('mysql', provider);
    let folder = '';
    try {
      const client = await connect(database);
      const said = await firstOf<{ version: string; folder: string; cipher: string }>(
        client,
        `select version() as version, @@datadir as folder`,
      );
      folder = said?.folder ?? '';
      assert.equal(database.provider, provider);
      assert.match(database.version, /^\d+\.\d+\.\d+$/);
      assert.ok(said?.version.startsWith(database.version));
      assert.equal(
        /mariadb/i.test(said?.version ?? ''),
        database.product === 'MariaDB',
        'never one for the other',
      );
      const cipher = await firstOf<{ Value: string }>(client, `show status like 'Ssl_cipher'`);
      assert.equal(cipher?.Value, '', 'nothing is encrypted, for no driver');

      await database.seed(sharedData);
      await database.seed(sharedData);
      assert.deepEqual(await database.readRows?.(accounts, ids), seeded);
      assert.deepEqual(await database.readRows?.(accounts, [1_000, 5_000, 7]), [
        seeded[999],
        null,
        seeded[6],
      ]);
      const [inserted] = await client.execute<mysql.ResultSetHeader>(INSERT, ['someone']);
      assert.equal(inserted.insertId, 1_001);
      assert.deepEqual(await database.countRows(accounts), { rows: 1_001, distinctIds: 1_001 });
      const [row] = (await database.readRows?.(accounts, [1_001])) ?? [];
      assert.equal(row?.name, 'someone');
      assert.equal(row?.deleted_at, null);
      assert.equal(row?.register_date, '2023-01-09T08:30:00.000Z');
      assert.ok(Math.abs(Date.parse(String(row?.created_at)) - Date.now()) < 60_000, 'the clock is UTC');
      await database.seed(sharedData);
      const [again] = await client.execute<mysql.ResultSetHeader>(INSERT, ['someone']);
      assert.equal(again.insertId, 1_001, 'ids begin anew');
      await database.seed(sharedData);

      for (const change of ['changeText', 'changeRow'] as const) {
        const { row, undo } = await database[change](accounts, 'a marker 标记');
        const changed = seeded.map((known) => (known.id === row.id ? row : known));
        assert.notDeepEqual(changed, seeded);
        assert.deepEqual(await database.readRows?.(accounts, ids), changed, change);
        await undo();
        assert.deepEqual(await database.readRows?.(accounts, ids), seeded);
      }

      const broken = await database.breakTables?.();
      await assert.rejects(client.query('select * from accounts'), /doesn't exist/);
      await assert.rejects(client.execute(INSERT, ['nobody']), /doesn't exist/);
      await broken?.restore();
      assert.deepEqual(await database.countRows(accounts), { rows: 1_000, distinctIds: 1_000 });

      assert.equal(await database.connections(), 1);
      await client.end();
      const usage = await database.usage();
      assert.ok((usage?.cpuNanoseconds ?? 0) > 1e6);
    } finally {
      await database.close();
    }
    await fails(database.seed(sharedData), {
      what: /^MySQL does not answer$/,
      seen: /ECONNREFUSED/,
      next: /again/,
    });
    if (provider === 'path') assert.ok(folder !== '' && !existsSync(folder), `${folder} is gone`);
  });
}

test('counters: a driver’s texts and prepared statements alike, nothing of the harness’s own', {
  skip: skipOf('path'),
  timeout: 120_000,
}, async () => {
  const database = await open('mysql', 'path');
  try {
    await database.seed(sharedData);
    const client = await connect(database);
    // Prepares every statement before the first count.
    const work = {
      'a row as text': [10, 10, 0, () => client.query('select * from accounts where id = 7')],
      'a row prepared': [10, 10, 0, () => client.execute('select * from accounts where id = ?', [7])],
      'no row': [10, 0, 0, () => client.execute('select * from accounts where id = ?', [70_000])],
      'all rows as text': [10, 10_000, 0, () => client.query('select * from accounts order by id')],
      'all rows prepared': [10, 10_000, 0, () => client.execute('select * from accounts order by id')],
      'an insert as text': [10, 0, 10, () => client.query(INSERT, ['a'])],
      'an insert prepared': [10, 0, 10, () => client.execute(INSERT, ['b'])],
    } as const;
    for (const [name, [queries, read, written, ask]] of Object.entries(work)) {
      const before = await database.counters();
      for (let time = 0; time < 10; time++) await ask();
      assert.deepEqual(grown(before, await database.counters()), [queries, read, written], name);
    }
    const before = await database.counters();
    for (let time = 0; time < 10; time++) {
      const statement = await client.prepare('select * from accounts where id = 7');
      await statement.close();
    }
    assert.deepEqual(grown(before, await database.counters()), [0, 0, 0], 'preparing alone is no query');

    await database.seed(sharedData);
    for (const change of ['changeText', 'changeRow'] as const)
      await (await database[change](accounts, 'a marker')).undo();
    await database.countRows(accounts);
    await database.readRows?.(accounts, ids);
    await database.connections();
    await database.mostConnections?.();
    await (await database.breakTables?.())?.restore();
    assert.deepEqual(grown(before, await database.counters()), [0, 0, 0], 'the harness’s own');
    await client.end();
  } finally {
    await database.close();
  }
});

test('connections are counted while they are open', { skip: skipOf('path'), timeout: 60_000 }, async () => {
  const database = await open('mysql', 'path');
  try {
    const clients = await Promise.all(Array.from({ length: 16 }, () => connect(database)));
    assert.equal(await database.connections(), 16);
    await Promise.all(clients.map((client) => client.end()));
    await until(async () => (await database.connections()) === 0);
  } finally {
    await database.close();
  }
});

test('a URL: the server is used, not owned', { skip: skipOf('path'), timeout: 60_000 }, async () => {
  const owner = await open('mysql', 'path');
  const { MYSQL_HOST, MYSQL_PORT, MYSQL_USER, MYSQL_PASSWORD, MYSQL_DATABASE } = owner.environment;
  const urlWith = (password: string | undefined, name = MYSQL_DATABASE): string =>
    `mysql://${MYSQL_USER}:${password}@${MYSQL_HOST}:${MYSQL_PORT}/${name}`;
  try {
    const database = await openUrl('mysql', URL_VARIABLE, urlWith(MYSQL_PASSWORD));
    assert.equal(database.provider, 'url');
    assert.equal(database.product, owner.product);
    assert.equal(await database.usage(), null);
    await database.seed(sharedData);
    await database.close();
    assert.deepEqual(await owner.readRows?.(accounts, ids), seeded);

    // Somebody else's table of that name is not dropped, and neither is a view.
    const client = await connect(owner);
    for (const what of ['table accounts (precious int)', 'view accounts as select 1 as precious']) {
      await client.query('drop table if exists accounts');
      await client.query(`create ${what}`);
      await fails(database.seed(sharedData), {
        what: /not Pitwall/,
        where: /accounts/,
        next: /PITWALL_MYSQL_URL/,
      });
      await client.query('select precious from accounts');
    }
    await client.query('drop view accounts');
    await client.end();

    const denied = { what: /denies access/, next: /PITWALL_MYSQL_URL/, hides: 'hush' };
    await fails(openUrl('mysql', URL_VARIABLE, urlWith('hush')), denied);
    await fails(openUrl('mysql', URL_VARIABLE, urlWith(MYSQL_PASSWORD, 'nobodys')), denied);
  } finally {
    await owner.close();
  }
});

test('a URL that does not work is an error, never passed over', async () => {
  const url = `mysql://u:hush@127.0.0.1:${await freePort()}/db`;
  await fails(openUrl('mysql', URL_VARIABLE, url), {
    what: /MySQL does not answer/,
    seen: /ECONNREFUSED/,
    next: /PITWALL_MYSQL_URL/,
    hides: 'hush',
  });
});

test('a URL is read into its parts, and a mistake shows no password', () => {
  assert.deepEqual(parseMysqlUrl('mysql://me:p%40ss@db.example:3307/bench'), {
    ...{ host: 'db.example', port: 3_307, user: 'me', password: 'p@ss', database: 'bench' },
  });
  assert.equal(parseMysqlUrl('mariadb://[::1]/bench').host, '::1');
  for (const url of ['postgres://u:hush@h/db', 'mysql://u:hush@h', 'mysql://u:hush@h:port/db', 'hush']) {
    assert.throws(
      () => parseMysqlUrl(url),
      (error) =>
        error instanceof PitwallError &&
        error.where === URL_VARIABLE &&
        error.exitCode === 2 &&
        !error.message.includes('hush'),
    );
  }
});

test('a server that dies in mid-run is reported', { skip: skipOf('path'), timeout: 60_000 }, async () => {
  const database = await open('mysql', 'path');
  await database.seed(sharedData);
  const client = await connect(database);
  const said = await firstOf<{ file: string }>(client, 'select @@pid_file as file');
  process.kill(Number(readFileSync(said?.file ?? '', 'utf8')), 'SIGKILL');
  await untilSilent(() => database.ping());
  const gone = { what: /does not answer/, next: /again/ };
  await fails(database.ping(), gone);
  await fails(database.changeRow(accounts, 'x'), gone);
  await fails(database.counters(), gone);
  await fails(database.countRows(accounts), gone);
  client.destroy();
  await database.close();
});

test('a table in a transaction that somebody left open is reported, not waited for', {
  skip: skipOf('path'),
  timeout: 60_000,
}, async () => {
  const database = await open('mysql', 'path');
  try {
    await database.seed(sharedData);
    const client = await connect(database);
    await client.query('start transaction');
    await client.query('select * from accounts limit 1');
    await fails(async () => database.breakTables?.(), { what: /refused/, seen: /LOCK_WAIT_TIMEOUT/ });
    await client.end();
    await (await database.breakTables?.())?.restore();
  } finally {
    await database.close();
  }
});

test('products: a MariaDB never reads as a MySQL', () => {
  const said = (version: string, comment: string, mariadb = 0) => mysqlProduct({ version, comment, mariadb });
  assert.deepEqual(said('10.11.19-MariaDB-0+deb12u1', 'Debian 12', 1), {
    product: 'MariaDB',
    version: '10.11.19',
  });
  assert.deepEqual(said('5.5.5-10.6.1-MariaDB', 'x', 1), { product: 'MariaDB', version: '10.6.1' });
  // Told to say something else of itself, as its option `version` allows.
  assert.equal(said('8.4.6', 'MySQL Community Server - GPL', 1).product, 'MariaDB');
  assert.deepEqual(said('8.4.6', 'MySQL Community Server - GPL'), { product: 'MySQL', version: '8.4.6' });
  assert.equal(said('8.4.6-6', 'Percona Server (GPL), Release 6').product, 'Percona Server');
});

test('programs: a mysqld that is MariaDB is reported as the stand-in it is; one that cannot say is none', {
  skip: skipOf('path'),
}, async () => {
  const real = await systemPrograms(process.env);
  assert.ok(real);
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  try {
    symlinkSync(real.server, join(folder, 'mysqld'));
    const linked = await systemPrograms({ PATH: folder });
    assert.equal(linked?.server, join(folder, 'mysqld'));
    assert.equal(linked?.flavour, real.flavour);
    rmSync(join(folder, 'mysqld'));
    writeFileSync(join(folder, 'mysqld'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    assert.notEqual(dirname((await systemPrograms({ PATH: folder }))?.server ?? ''), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a server that does not start is reported with its last words', { skip: skipOf('path') }, async () => {
  const real = await systemPrograms(process.env);
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  // Says its version, makes its data folder, and ends at once.
  const script = `#!/bin/sh
case "$*" in
  *--version*) echo "mysqld  Ver 8.4.0 for Linux on x86_64 (MySQL Community Server - GPL)" ;;
  *--initialize-insecure*) exit 0 ;;
  *) echo "[ERROR] out of luck" >&2; exit 1 ;;
esac
`;
  writeFileSync(join(folder, 'mysqld'), script, { mode: 0o755 });
  chmodSync(folder, 0o755);
  const environment = { PATH: folder };
  try {
    assert.ok(real);
    await fails(openDatabase('mysql', { only: 'path', processors: [], signal, environment }), {
      what: /^MySQL ended during its start$/,
      seen: /out of luck/,
      next: /PITWALL_MYSQL_URL/,
    });
    writeFileSync(join(folder, 'mysqld'), script.replace('exit 0', 'echo no room >&2; exit 7'), {
      mode: 0o755,
    });
    await fails(openDatabase('mysql', { only: 'path', processors: [], signal, environment }), {
      what: /cannot create its data folder/,
      where: /--initialize-insecure/,
      seen: /exit code 7.*no room/,
      next: /PITWALL_MYSQL_URL/,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('nothing available: every provider is named with its reason', async () => {
  await fails(openDatabase('mysql', { only: 'embedded', root: repository.root, processors: [], signal }), {
    what: /MySQL is not available/,
    next: /^npm run bench -- doctor$/,
    exitCode: 3,
  });
  await fails(
    openDatabase('mysql', { only: 'url', root: repository.root, processors: [], signal, environment: {} }),
    { what: /MySQL is not available/, seen: /PITWALL_MYSQL_URL is not set/, next: /mysql:\/\//, exitCode: 3 },
  );
});
