import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { type Database, discoverDatabase, openDatabase } from '../../src/databases/index.ts';
import { type Cell, invalidatingMarks } from '../../src/model/index.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { benchOf, cellIn, codesOf, measureAll, resultOf, skipWithoutWrk } from './support/bench.ts';
import { makeRepository, serving, withMenus } from './support/repository.ts';

const providers = await discoverDatabase('postgresql', repository.root);
const own = providers.find(({ provider, available }) => available && ['path', 'embedded'].includes(provider));
const skip = skipWithoutWrk || (own ? false : 'no PostgreSQL that this test could end');

/** Two targets, two blocks. PostgreSQL is killed in mid-load, in the second block's first slice that asks it. */
test('a database that goes away costs what asks it, and nothing else', {
  skip,
  timeout: 120_000,
}, async () => {
  const made = makeRepository();
  made.addTarget('right', 'right', { ...withMenus, language: 'C' });
  made.addTarget('caches-rows', 'caches-rows', {
    ...withMenus,
    ...serving('counter', 'menus'),
    language: 'C',
  });
  made.addProfile('menus', {
    scenarios: ['json', 'menus'],
    blocks: 2,
    warmup: { maxSeconds: 15, otherwise: 'mark' },
  });
  const { signal } = new AbortController();
  const database = await openDatabase('postgresql', {
    processors: [],
    signal,
    only: own?.provider ?? 'path',
  });
  const postmaster = await postmasterOf(database);
  let killed = false;
  const bench = benchOf(made, { databases: { postgresql: database } });
  bench.report = (event) => {
    if (event.kind !== 'progress' || killed || !/block 2 .*cycle 1, menus/.test(event.text)) return;
    killed = true;
    setTimeout(() => process.kill(postmaster, 'SIGKILL'), 500);
  };
  try {
    const store = await measureAll(bench, 'menus');
    assert.ok(killed && store.run.finishedAt);
    const right = resultOf(store, 'right');
    assert.deepEqual(cellIn(right, 'json').rounds.round, [0, 1]);
    assert.deepEqual(doubtful(cellIn(right, 'json')), []);

    const menus = cellIn(right, 'menus');
    const cached = cellIn(resultOf(store, 'caches-rows'), 'menus');
    for (const cell of [menus, cached]) {
      assert.equal(cell.rounds.round[0], 0);
      assert.ok((cell.rounds.databaseCpuNanoseconds[0] ?? 0) > 0);
      const reported = cell.failures.some(({ round }) => round === 1) || doubtful(cell).includes(1);
      assert.ok(reported, `round 1 is neither failed nor marked: ${JSON.stringify(cell)}`);
    }
    assert.ok(!doubtful(menus).includes(0), JSON.stringify(menus.marks));
    assert.ok(codesOf(cached).includes('stale-row'), 'rows that are cached are seen to be');
    const later = [...menus.failures, ...cached.failures].map(({ what }) => what);
    assert.ok(
      later.some((what) => /PostgreSQL does not answer.*Run the same command again/.test(what)),
      later.join(),
    );
    assert.deepEqual([...made.leftAlive('right'), ...made.leftAlive('caches-rows')], []);
  } finally {
    await database.close();
    made.remove();
  }
});

test('a database that is gone before the first check drops only what asks it', async () => {
  const made = makeRepository();
  made.addTarget('right');
  made.addTarget('asks', 'right', withMenus);
  made.addProfile('menus', { scenarios: ['json', 'menus'] });
  const gone = new PitwallError({
    what: 'PostgreSQL does not answer',
    where: '127.0.0.1',
    expected: 'a server that accepts connections',
    seen: 'ECONNREFUSED',
    next: 'Run the same command again',
  });
  const postgresql: Database = {
    kind: 'postgresql',
    provider: 'path',
    product: 'PostgreSQL',
    version: '18.4',
    environment: {},
    ping: () => Promise.reject(gone),
    seed: () => Promise.reject(gone),
    changeText: () => Promise.reject(gone),
    changeRow: () => Promise.reject(gone),
    undoChanges: async () => {},
    countRows: () => Promise.reject(gone),
    connections: () => Promise.reject(gone),
    counters: () => Promise.reject(gone),
    usage: async () => null,
    close: async () => {},
  };
  const store = await measureAll(benchOf(made, { databases: { postgresql }, loaders: {} }), 'menus');
  // It passed its checks, and lacks only a loader.
  assert.match(JSON.stringify(resultOf(store, 'right').state), /left-out.*without wrk/);
  const { state } = resultOf(store, 'asks');
  assert.deepEqual(state, { step: 'start', reason: `${gone.what}: ${gone.seen}`, next: gone.next });
  made.remove();
});

/** Rounds with a mark that invalidates them. */
function doubtful({ marks, rounds }: Cell): (number | undefined)[] {
  return marks
    .filter(({ code }) => invalidatingMarks.includes(code))
    .flatMap((mark) => mark.rounds.map((index) => rounds.round[index]));
}

async function postmasterOf({ environment }: Database): Promise<number> {
  const {
    PGHOST: host,
    PGPORT: port,
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
  } = environment;
  const client = new pg.Client({ host, port: Number(port), user, password, database } as pg.ClientConfig);
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  return Number(readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
