import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readSharedData } from '../../src/catalog/shared-data.ts';
import { contractWithTables } from '../../src/commands/project/contract-tables.ts';
import { type Database, discoverDatabase, openDatabase } from '../../src/databases/index.ts';
import { databaseMarks, rowsEach } from '../../src/measure/slice/database-marks.ts';
import { type Scenario, scenarios, tablesOf } from '../../src/model/index.ts';
import { repository } from '../../src/util/repository.ts';
import type { CheckResult } from '../../src/verify/checks/check.ts';
import { startProbes } from '../../src/verify/probes/under-load.ts';
import { verifyServer } from '../../src/verify/verify.ts';
import { FORTUNE_POOL_SIZE, type FortuneServer, startFortuneServer } from './fortune-server.ts';
import { fortuneInsert, fortuneRows, fortunes, seededFortunes } from './fortunes.ts';

/** What a scenario costs: two are added here, by nothing but what their own file says. */

const added = [fortunes, fortuneInsert] as readonly object[] as readonly Scenario[];
const list = added[0] as Scenario;
const all = [...scenarios, ...added];
const { table } = fortunes;
assert.ok(table);

const data = readSharedData(repository, all);

test('its rows are read, and its table is one of the database’s, once', () => {
  assert.deepEqual(data.of(fortuneRows), seededFortunes);
  assert.deepEqual(
    tablesOf('postgresql', all).map(({ name }) => name),
    ['sys_menu', 'fortunes'],
  );
});

test('the contract has a row of it', () => {
  const marks = ['scenarios', 'variables', 'tables'].map(
    (part) => `<!-- ${part}: written by \`npm run bench -- schema --write\` --><!-- /${part} -->`,
  );
  const text = contractWithTables(marks.join('\n'), all);
  assert.match(text, /\| `fortunes` \| 1 \| `GET \/fortunes` \| 200 .* \| postgresql \|/);
});

const providers = await discoverDatabase('postgresql', repository.root);
const own = providers.find(({ provider, available }) => available && ['path', 'embedded'].includes(provider));

describe('on a PostgreSQL', { skip: own ? false : 'no PostgreSQL of this machine’s own' }, () => {
  let database: Database;
  before(async () => {
    database = await openDatabase('postgresql', {
      processors: [],
      signal: new AbortController().signal,
      only: own?.provider ?? 'path',
      tables: tablesOf('postgresql', all),
    });
    await database.seed(data);
  });
  after(() => database.close());

  const verify = ({ origin }: FortuneServer): Promise<CheckResult[]> =>
    verifyServer({
      ...{ origin, scenarios: added, data, databases: { postgresql: database } },
      ...{ poolSize: FORTUNE_POOL_SIZE, workers: 1, signal: AbortSignal.timeout(60_000) },
      limits: { dateAdvanceMs: 1_100 },
    });

  test('a right server passes all its checks, and none is left out', async () => {
    const server = await startFortuneServer(database);
    try {
      const results = await verify(server);
      assert.deepEqual(
        results.filter(({ status }) => status !== 'passed'),
        [],
      );
      const ids = results.map(({ id }) => id);
      for (const check of ['rows', 'order', 'hidden', 'fresh-row', 'database-error', 'new-row']) {
        assert.ok(ids.includes(`fortunes/${check}`), check);
      }
      for (const check of ['stored', 'row', 'texts', 'exact', 'bad-body']) {
        assert.ok(ids.includes(`fortune-insert/${check}`), check);
      }
      assert.deepEqual(await database.readRows?.(table, [1, 2, 3, 4]), [...seededFortunes, null]);
    } finally {
      await server.close();
    }
  });

  test('one that keeps its answer is seen', async () => {
    const server = await startFortuneServer(database, { caches: true });
    try {
      const failed = (await verify(server)).filter(({ status }) => status === 'failed');
      assert.deepEqual(
        failed.map(({ id }) => id),
        ['fortunes/fresh-row', 'fortunes/database-error'],
      );
    } finally {
      await server.close();
    }
  });

  for (const caches of [false, true]) {
    test(`under load ${caches ? 'it is seen, too' : 'a right one has no mark'}`, async () => {
      const server = await startFortuneServer(database, { caches });
      const counted = await database.counters();
      try {
        const probes = await startProbes({
          ...{ origin: server.origin, scenario: list, data, database, seed: 1, seconds: 0.4 },
          ...{ signal: AbortSignal.timeout(10_000), intervalMs: 20 },
        });
        await new Promise((resolve) => setTimeout(resolve, 400));
        const { marks, requests } = await probes.stop();
        await server.close();
        const codes = new Set(marks.map(({ code }) => code));
        assert.deepEqual([...codes], caches ? ['stale-row'] : []);
        const proof = databaseMarks(counted, await database.counters(), requests, rowsEach(list, data));
        assert.equal(proof.length, caches ? 1 : 0, 'the database’s own counters');
      } finally {
        await server.close();
      }
    });
  }

  test('rows that were added are counted, and taken away again', async () => {
    const server = await startFortuneServer(database);
    try {
      const response = await fetch(`${server.origin}/fortunes`, {
        method: 'POST',
        body: JSON.stringify({ message: 'one more' }),
      });
      assert.equal(response.status, 201);
      assert.deepEqual(await database.countRows(table), { rows: 4, distinctIds: 4 });
      await database.removeAdded?.(data);
      assert.deepEqual(await database.countRows(table), { rows: 3, distinctIds: 3 });
    } finally {
      await server.close();
    }
  });
});
