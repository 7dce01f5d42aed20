import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Db, MongoClient } from 'mongodb';
import type { ChangedRow } from '../../src/databases/database.ts';
import { type Database, discoverDatabase, openDatabase } from '../../src/databases/index.ts';
import { parseMongoUrl } from '../../src/databases/mongodb/address.ts';
import { mongodbProduct } from '../../src/databases/mongodb/database.ts';
import { buildFerretdb, builtFerretdb, FERRETDB_VERSION } from '../../src/databases/mongodb/ferretdb.ts';
import { systemProgram } from '../../src/databases/mongodb/programs.ts';
import { tablesOf } from '../../src/model/index.ts';
import { freePort } from '../../src/process/port.ts';
import { commandOf, processIds } from '../../src/process/proc.ts';
import { userDocuments } from '../../src/scenarios/users.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { fails, open, openUrl, sharedData, signal, skipReasons, untilSilent } from './support.ts';

const skipOf = await skipReasons('mongodb');
const seeded = sharedData.of(userDocuments);
const [table] = tablesOf('mongodb');
assert.ok(table);
const URL_VARIABLE = 'PITWALL_MONGODB_URL';

/** As a server under test connects: with the name of the contract and nothing else. */
async function withDatabase<T>({ environment }: Database, work: (database: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(environment.MONGODB_URI ?? '');
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** The answer to `GET /users`. */
const usersIn = async (database: Db): Promise<unknown> =>
  (await database.collection('users').find().sort({ _id: 1 }).toArray()).map((user) => ({
    id: String(user._id),
    username: user.username,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
  }));

for (const provider of ['path', 'compose'] as const) {
  test(`${provider}: documents, changes, counters, usage`, {
    skip: skipOf(provider),
    timeout: 240_000,
  }, async () => {
    const database = await open('mongodb', provider);
    try {
      assert.equal(database.provider, provider);
      assert.match(database.product, /^(MongoDB|FerretDB)$/);
      assert.match(database.version, /^\d+\.\d+\.\d+/);
      await database.seed(sharedData);
      await database.ping();
      await withDatabase(database, async (users) => {
        assert.equal(users.databaseName, 'pitwall');
        assert.deepEqual(await usersIn(users), seeded);
        await users.collection('users').deleteMany({ username: 'alice' });
        await database.seed(sharedData);
        assert.deepEqual(await usersIn(users), seeded);
        assert.deepEqual(await database.countRows(table), { rows: 5, distinctIds: 5 });

        for (const change of ['changeText', 'changeRow'] as const) {
          const changed: ChangedRow = await database[change](table, 'a marker 标记');
          const marked = seeded.map((user) => (user.id === changed.row.id ? changed.row : user));
          assert.notDeepEqual(marked, seeded);
          assert.deepEqual(await usersIn(users), marked, change);
          await changed.undo();
          assert.deepEqual(await usersIn(users), seeded);
        }

        const before = await database.counters();
        for (let time = 0; time < 20; time++) await usersIn(users);
        for (let time = 0; time < 10; time++)
          await users
            .collection('users')
            .aggregate([{ $sort: { _id: 1 } }])
            .toArray();
        const after = await database.counters();
        assert.equal(after.queries - before.queries, 30);
        if (database.product === 'MongoDB') assert.ok((after.rowsRead ?? 0) - (before.rowsRead ?? 0) >= 150);
        else assert.deepEqual([after.rowsRead, after.rowsWritten], [null, null]);

        await database.seed(sharedData);
        await (await database.changeRow(table, 'x')).undo();
        await database.countRows(table);
        assert.equal((await database.counters()).queries, after.queries, 'the harness’s own');
      });
      const usage = await database.usage();
      assert.ok((usage?.cpuNanoseconds ?? 0) > 1e6);
    } finally {
      await database.close();
    }
    await fails(database.seed(sharedData), {
      what: /^MongoDB does not answer$/,
      seen: /ECONNREFUSED/,
      next: /again/,
    });
  });
}

test('with its collection broken, every query fails; then all is as before', {
  skip: skipOf('path'),
  timeout: 60_000,
}, async () => {
  const database = await open('mongodb', 'path');
  try {
    await database.seed(sharedData);
    await withDatabase(database, async (users) => {
      assert.deepEqual(await usersIn(users), seeded);
      const broken = await database.breakTables?.();
      assert.ok(broken);
      for (let time = 0; time < 3; time++) await assert.rejects(usersIn(users));
      await assert.rejects(
        users
          .collection('users')
          .aggregate([{ $sort: { _id: 1 } }])
          .toArray(),
      );
      await broken.restore();
      assert.deepEqual(await usersIn(users), seeded);
      // A session that never came to restore it must not leave the next seed without a collection.
      await database.breakTables?.();
      await database.seed(sharedData);
      assert.deepEqual(await usersIn(users), seeded);
    });
  } finally {
    await database.close();
  }
});

test('connections are counted while they are open', { skip: skipOf('path'), timeout: 60_000 }, async () => {
  const database = await open('mongodb', 'path');
  try {
    await database.seed(sharedData);
    assert.equal(await database.connections(), 0, 'the harness’s own are left out');
    // Connections of another process, because those of this one are the harness's.
    const script = `
      import { MongoClient } from '${import.meta.resolve('mongodb')}';
      const client = new MongoClient('${database.environment.MONGODB_URI}', { minPoolSize: 8, maxPoolSize: 8 });
      await Promise.all(Array.from({ length: 50 }, () => client.db().collection('users').find().toArray()));
      while (client.topology.s.servers.values().next().value.pool.totalConnectionCount < 8) await new Promise((r) => setTimeout(r, 10));
      console.log('open');
      await new Promise((r) => process.stdin.once('data', r));
      await client.close();
      process.exit();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const counted = await database.connections();
    assert.ok(counted >= 9 && counted <= 10, `the pool's 8 and one or two that watch: ${counted}`);
    child.stdin.write('\n');
    await ended;
    assert.equal(await database.connections(), 0);
  } finally {
    await database.close();
  }
});

test('a URL: the server is used, not owned', { skip: skipOf('path'), timeout: 60_000 }, async () => {
  const owner = await open('mongodb', 'path');
  const url = owner.environment.MONGODB_URI ?? '';
  try {
    const database = await openUrl('mongodb', URL_VARIABLE, url);
    assert.equal(database.provider, 'url');
    assert.equal(database.product, owner.product);
    assert.equal(await database.usage(), null);
    await database.seed(sharedData);
    await database.close();

    await withDatabase(owner, async (users) => {
      assert.deepEqual(await usersIn(users), seeded);
      // Somebody else's collection of that name is not dropped, not even in the place of ours.
      await users.dropCollection('users');
      await users.collection<{ _id: string }>('users').insertOne({ _id: 'precious' });
      await fails(database.seed(sharedData), {
        what: /not Pitwall/,
        where: /users/,
        next: /PITWALL_MONGODB_URL/,
      });
      assert.equal(await users.collection<{ _id: string }>('users').countDocuments({ _id: 'precious' }), 1);
    });
    const wrong = url.replace('mongodb://', 'mongodb://me:hush@');
    await fails(openUrl('mongodb', URL_VARIABLE, wrong), { next: /PITWALL_MONGODB_URL/, hides: 'hush' });
  } finally {
    await owner.close();
  }
});

test('a seed that failed on the way does not make strangers of our collections', {
  skip: skipOf('path'),
  timeout: 60_000,
}, async (context) => {
  const owner = await open('mongodb', 'path');
  try {
    const database = await openUrl('mongodb', URL_VARIABLE, owner.environment.MONGODB_URI ?? '');
    await database.seed(sharedData);
    context.mock.method(Db.prototype, 'dropCollection', () => Promise.reject(new Error('cut off')), {
      times: 1,
    });
    await fails(database.seed(sharedData), { seen: /cut off/ });
    await database.seed(sharedData);
    await withDatabase(owner, async (users) => assert.deepEqual(await usersIn(users), seeded));
    await database.close();
  } finally {
    await owner.close();
  }
});

test('a URL that does not work is an error, never passed over', async () => {
  const url = `mongodb://u:hush@127.0.0.1:${await freePort()}/db?serverSelectionTimeoutMS=200`;
  await fails(openUrl('mongodb', URL_VARIABLE, url), {
    what: /MongoDB does not answer/,
    seen: /ECONNREFUSED/,
    next: /PITWALL_MONGODB_URL/,
    hides: 'hush',
  });
});

test('a URL is read into its parts, and a mistake shows no password', () => {
  const uri = 'mongodb://me:p%40ss@one.example,two.example:27018/bench?replicaSet=r';
  assert.deepEqual(parseMongoUrl(uri), {
    ...{ uri, where: 'one.example,two.example:27018/bench', database: 'bench', ports: [27_017, 27_018] },
  });
  for (const url of [
    'mysql://u:hush@h/db',
    'mongodb://u:hush@h',
    'mongodb://u:hush@h/?x=1',
    'mongodb://u:hush@h/%zz',
    'hush',
  ]) {
    assert.throws(
      () => parseMongoUrl(url),
      (error) =>
        error instanceof PitwallError &&
        error.where === URL_VARIABLE &&
        error.exitCode === 2 &&
        !error.message.includes('hush'),
    );
  }
});

test('a server that dies in mid-run is reported', { skip: skipOf('path'), timeout: 60_000 }, async () => {
  const database = await open('mongodb', 'path');
  await database.seed(sharedData);
  const { port } = new URL(database.environment.MONGODB_URI ?? '');
  const pid = processIds().find((candidate) => new RegExp(`(:|port=)${port} `).test(commandOf(candidate)));
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  await untilSilent(() => database.ping());
  const gone = { what: /does not answer/, next: /again/ };
  await fails(database.ping(), gone);
  await fails(database.changeRow(table, 'x'), gone);
  await fails(database.counters(), gone);
  await database.close();
});

test('products: a FerretDB never reads as a MongoDB', () => {
  const said = { version: '7.0.42', ferretdbVersion: 'v1.24.0' };
  assert.deepEqual(mongodbProduct(said), { product: 'FerretDB', version: '1.24.0' });
  // As version 2 says it.
  assert.equal(mongodbProduct({ version: '7.0.77', ferretdb: { version: 'v2.7.0' } }).product, 'FerretDB');
  assert.deepEqual(mongodbProduct({ version: '8.0.12' }), { product: 'MongoDB', version: '8.0.12' });
});

/** A checkout and a PATH with nothing in them but what a test puts there. */
function emptyPlace(): {
  root: string;
  environment: { PATH: string };
  program(name: string, text: string): string;
} {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  mkdirSync(join(root, 'bin'));
  return {
    root,
    environment: { PATH: join(root, 'bin') },
    program(name, text) {
      const path = join(root, 'bin', name);
      writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      return path;
    },
  };
}

const elsewhere = systemProgram({ root: tmpdir(), environment: { PATH: '' } });
const installed = elsewhere !== null && elsewhere.kind !== 'buildable';

test('programs: MongoDB before its stand-in, a stand-in that is there before one to be built', {
  skip: installed && `${elsewhere.path} is found whatever PATH says`,
}, async () => {
  const { root, environment, program } = emptyPlace();
  try {
    const go = program('go', 'exit 1');
    assert.deepEqual(systemProgram({ root, environment }), {
      kind: 'buildable',
      path: builtFerretdb(`${root}/.cache`),
      go,
    });
    const [, path] = await discoverDatabase('mongodb', root, environment);
    assert.match(path?.detail ?? '', /stand-in for MongoDB, will be built .* on first use/);
    const built = builtFerretdb(`${root}/.cache`);
    mkdirSync(join(built, '..'), { recursive: true });
    writeFileSync(built.replace(FERRETDB_VERSION, '1.0.0'), '', { mode: 0o755 });
    assert.equal(
      systemProgram({ root, environment })?.kind,
      'buildable',
      'the one there is of another version',
    );
    writeFileSync(built, '', { mode: 0o755 });
    assert.equal(systemProgram({ root, environment })?.path, built);
    const ferretdb = program('ferretdb', '');
    assert.deepEqual(systemProgram({ root, environment }), { kind: 'ferretdb', path: ferretdb });
    const mongod = program('mongod', '');
    assert.deepEqual(systemProgram({ root, environment }), { kind: 'mongod', path: mongod });
  } finally {
    rmSync(root, { recursive: true });
  }
});

const scratchFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pitwall-ferretdb-'));

test('building: the program is whole or not there, and scratch is gone', async () => {
  const { root, program } = emptyPlace();
  const path = builtFerretdb(`${root}/.cache`);
  const module = join(root, 'module');
  // As the module cache has them: nobody but root may change anything in there.
  const version = join(module, 'build', 'version');
  mkdirSync(version, { recursive: true });
  writeFileSync(join(version, 'version.txt'), 'of the module\n', { mode: 0o444 });
  const folders = [version, join(version, '..'), module];
  for (const folder of folders) chmodSync(folder, 0o555);
  const before = scratchFolders();
  try {
    const go = program(
      'go',
      `case "$1" in
         mod) echo '{"Dir": "${module}"}' ;;
         build) while [ "$1" != -o ]; do shift; done; cat build/version/version.txt > "$2" ;;
       esac`,
    );
    const lines: string[] = [];
    await buildFerretdb(path, { go, signal, onLine: (line) => lines.push(line) });
    assert.match(lines[0] ?? '', /stand-in for MongoDB/);
    assert.equal(readFileSync(path, 'utf8'), `v${FERRETDB_VERSION}\n`);
    rmSync(path);

    program(
      'go',
      `[ "$1" = mod ] && echo '{"Dir": "${module}"}' || { echo 'undefined: sqlite' >&2; exit 2; }`,
    );
    await fails(buildFerretdb(path, { go, signal }), {
      what: /Cannot build FerretDB/,
      where: /go build/,
      seen: /exit code 2.*undefined: sqlite/,
      next: /PITWALL_MONGODB_URL/,
      exitCode: 3,
    });
    program('go', `echo 'dial tcp: no route to host' >&2; exit 1`);
    await fails(buildFerretdb(path, { go, signal }), {
      where: /go mod download/,
      seen: /no route/,
      next: /network/,
    });
    assert.ok(!existsSync(path));
    assert.deepEqual(scratchFolders(), before);
    assert.equal(readFileSync(join(version, 'version.txt'), 'utf8'), 'of the module\n');
  } finally {
    for (const folder of folders) chmodSync(folder, 0o755);
    rmSync(root, { recursive: true, force: true });
  }
});

test('nothing available: every provider is named with its reason', async () => {
  const { root } = emptyPlace();
  try {
    await fails(openDatabase('mongodb', { only: 'url', root, processors: [], signal, environment: {} }), {
      what: /MongoDB is not available/,
      seen: /PITWALL_MONGODB_URL is not set/,
      next: /mongodb:\/\//,
      exitCode: 3,
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});
