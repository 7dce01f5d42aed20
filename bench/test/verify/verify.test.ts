import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseError } from '../../src/databases/database-server.ts';
import { scenarioOf } from '../../src/model/index.ts';
import type { CheckResult } from '../../src/verify/checks/check.ts';
import { judgeFailure } from '../../src/verify/checks/contract.ts';
import { exchangeOnce } from '../../src/verify/http/http-connection.ts';
import { allCheckIds, verifyServer } from '../../src/verify/verify.ts';
import { scriptedServer } from './scripted-server.ts';
import type { Behaviour } from './servers/behaviour.ts';
import { seededDatabases } from './servers/fake-database.ts';
import { plainData } from './servers/plain-data.ts';
import { rightServers } from './servers/right-servers.ts';
import { POOL_SIZE, served, startContractServer } from './servers/server.ts';
import { wrongServers } from './servers/wrong-servers.ts';
import { allData, data as cutData, jumpingClock } from './shared.ts';

/** The suite that proves the verifier: every wrong server by its own checks, no right server refused. */

async function verify(behaviour: Behaviour, data = cutData): Promise<CheckResult[]> {
  const databases = await seededDatabases(data);
  const clock = jumpingClock();
  const server = await startContractServer(behaviour, { data, databases, clock });
  try {
    return await verifyServer({
      origin: server.origin,
      scenarios: served,
      data,
      databases,
      poolSize: POOL_SIZE,
      workers: 1,
      clock,
      signal: AbortSignal.timeout(60_000),
      limits: { timeoutMs: 2_000, slowMs: 400, recoveryMs: 1_000 },
    });
  } finally {
    await server.close();
  }
}

const failedIds = (results: readonly CheckResult[]): string[] =>
  results.filter((result) => result.status === 'failed').map((result) => result.id);

const show = (results: readonly CheckResult[]): string =>
  JSON.stringify(
    results.filter((result) => result.status === 'failed'),
    null,
    2,
  );

for (const [name, { fails, ...behaviour }] of Object.entries(wrongServers)) {
  test(`wrong server: ${name}`, async () => {
    const results = await verify(behaviour);
    assert.deepEqual(failedIds(results).sort(), [...fails].sort(), show(results));
    for (const result of results.filter(({ status }) => status === 'failed')) {
      const { detail } = result;
      assert.ok(
        detail?.summary && detail.expected !== null && detail.seen !== null,
        `${result.id} says too little`,
      );
      if (/bad-(?:limit|body)$/.test(result.id))
        assert.doesNotMatch(detail.diff ?? '', /not found/, 'a text that the contract does not ask for');
    }
  });
}

for (const [name, behaviour] of Object.entries(rightServers)) {
  test(`right server: ${name}`, async () => {
    const results = await verify(behaviour);
    assert.deepEqual(failedIds(results), [], show(results));
    assert.deepEqual(
      results.map((result) => result.id),
      allCheckIds().filter((id) => results.some((r) => r.id === id)),
    );
    const skipped = results
      .filter((result) => result.status === 'skipped')
      .map((result) => result.id.split('/')[1]);
    assert.ok(
      skipped.every((check) => check === 'date' && name === 'no Date'),
      `skipped: ${skipped.join(', ')}`,
    );
  });
}

test('of a response that cannot be read, what it lacks is said', async () => {
  const scenario = scenarioOf('json');
  const request = { method: 'GET', path: '/json' } as const;
  const expectedBody = scenario.expected(request, cutData);
  const asked = { scenario, body: scenario.body, expected: expectedBody, data: cutData };
  for (const [answer, expected, seen] of [
    ['HTTP/1.1 200 OK\r\n\r\n{}', /exactly Content-Length/, /2 bytes of body within.*no-framing: neither/],
    ['HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n', /at most 4194304 bytes/, /is 9999999/],
    ['\x15\x03\x03\x00\x02', /a status line/, /not with a status line/],
  ] as const) {
    const server = await scriptedServer({ pieces: [answer] });
    try {
      const exchange = await exchangeOnce(server.origin, request, {
        timeoutMs: /no-framing/.test(seen.source) ? 150 : 5_000,
      });
      if (exchange.outcome === 'response') assert.fail(answer);
      const outcomes = judgeFailure(asked, exchange.failure, Date.now());
      const fault = outcomes.find(({ check }) => check === 'framing')?.fault;
      assert.match(fault?.expected ?? '', expected);
      assert.match(fault?.seen ?? '', seen);
    } finally {
      await server.close();
    }
  }
});

test('every check is failed by some wrong server', () => {
  const caught = new Set(
    Object.values(wrongServers).flatMap(({ fails }) => fails.map((id) => id.split('/')[1])),
  );
  const names = new Set(allCheckIds(served).map((id) => id.split('/')[1]));
  assert.deepEqual(
    [...names].filter((check) => !caught.has(check)),
    [],
  );
});

test('every check is passed with the whole of the data, twice in a row', async () => {
  const databases = await seededDatabases(allData);
  const clock = jumpingClock();
  const server = await startContractServer({}, { data: allData, databases, clock });
  try {
    for (const seed of [1, 2]) {
      const results = await verifyServer({
        ...{ origin: server.origin, scenarios: served, data: allData, databases, seed },
        ...{ poolSize: POOL_SIZE, workers: 1, clock, signal: AbortSignal.timeout(60_000) },
      });
      assert.deepEqual(failedIds(results), [], show(results));
      assert.deepEqual(
        await databases.mysql.list(),
        plainData(allData).accounts,
        'the accounts are not as seeded',
      );
    }
  } finally {
    await server.close();
  }
});

test('a server that logs its requests, or those of one scenario, is told so; one that says little is not', async () => {
  const databases = await seededDatabases(cutData);
  const clock = jumpingClock();
  for (const [every, ids, status] of [
    [1, ['json'], 'failed'],
    [3, ['json'], 'passed'],
    [3, ['json', 'plaintext'], 'failed'],
    [20, ['json', 'plaintext'], 'passed'],
  ] as const) {
    let requests = 0;
    const counted: Behaviour = { delay: async () => void requests++ };
    const server = await startContractServer(counted, { data: cutData, databases, clock });
    try {
      const results = await verifyServer({
        ...{ origin: server.origin, scenarios: ids.map(scenarioOf), data: cutData, databases },
        ...{ poolSize: null, workers: 1, clock, signal: AbortSignal.timeout(60_000) },
        linesWritten: () => Math.floor(requests / every),
      });
      const quiet = results.find(({ id }) => id === 'server/quiet');
      assert.equal(quiet?.status, status, show(results));
      if (every === 1) assert.match(quiet?.detail?.seen ?? '', /^256 lines$/);
    } finally {
      await server.close();
    }
  }
});

test('a server that listens on another address is told so; if nobody knows, it is not judged', async () => {
  const databases = await seededDatabases(cutData);
  const clock = jumpingClock();
  const server = await startContractServer({}, { data: cutData, databases, clock });
  const own = new URL(server.origin).host;
  try {
    for (const [addresses, status] of [
      [[own], 'passed'],
      [[own, '[::]:6060'], 'failed'],
      [[`0.0.0.0:${own.split(':')[1]}`], 'failed'],
      [[], 'skipped'],
      [null, 'skipped'],
    ] as const) {
      const results = await verifyServer({
        ...{ origin: server.origin, scenarios: [scenarioOf('json')], data: cutData, databases },
        ...{ poolSize: null, workers: 1, clock, signal: AbortSignal.timeout(60_000) },
        listeningOn: () => addresses,
      });
      const found = results.find(({ id }) => id === 'server/address');
      assert.equal(found?.status, status, show(results));
      if (status === 'failed') assert.equal(found?.detail?.seen, addresses?.join(', '));
    }
  } finally {
    await server.close();
  }
});

test('only what the target declares is asked', async () => {
  const databases = await seededDatabases(cutData);
  const paths = new Set<string>();
  const server = await startContractServer(
    {
      reply(context, right) {
        paths.add(context.path);
        return right();
      },
    },
    { data: cutData, databases },
  );
  try {
    const results = await verifyServer({
      ...{ origin: server.origin, scenarios: [scenarioOf('plaintext')], data: cutData },
      ...{ databases: {}, poolSize: null },
      ...{ clock: jumpingClock(), signal: AbortSignal.timeout(60_000) },
    });
    assert.deepEqual([...paths].sort(), ['/healthz', '/plaintext']);
    assert.equal(
      results.some((result) => result.id.startsWith('json')),
      false,
    );
  } finally {
    await server.close();
  }
});

test('without a database the checks that look into it are skipped and say so', async () => {
  const databases = await seededDatabases(cutData);
  const clock = jumpingClock();
  const server = await startContractServer({}, { data: cutData, databases, clock });
  try {
    const results = await verifyServer({
      origin: server.origin,
      scenarios: (['account-insert', 'account-list', 'menus'] as const).map(scenarioOf),
      ...{ data: cutData, databases: {}, poolSize: POOL_SIZE },
      ...{ clock, signal: AbortSignal.timeout(60_000) },
    });
    assert.deepEqual(failedIds(results), [], show(results));
    const skipped = results.filter((result) => result.status === 'skipped');
    const looking = ['fresh-row', 'database-error', 'recovers'];
    assert.deepEqual(
      skipped.map((result) => result.id),
      [
        ...['server/pool-postgresql', 'server/pool-mysql'],
        ...['stored', 'row', 'texts', 'exact', ...looking.slice(1)].map((check) => `account-insert/${check}`),
        ...[...looking, 'new-row'].map((check) => `account-list/${check}`),
        ...looking.map((check) => `menus/${check}`),
      ],
    );
    for (const { detail } of skipped) assert.match(detail?.summary ?? '', /no database/);
  } finally {
    await server.close();
  }
});

test('where nobody said how large the pool is, it is not judged', async () => {
  const databases = await seededDatabases(cutData);
  const server = await startContractServer({}, { data: cutData, databases });
  try {
    const results = await verifyServer({
      ...{
        origin: server.origin,
        scenarios: [scenarioOf('users')],
        data: cutData,
        databases,
        poolSize: null,
      },
      ...{ clock: jumpingClock(), signal: AbortSignal.timeout(60_000) },
    });
    assert.deepEqual(
      results.filter(({ status }) => status === 'skipped').map(({ id }) => id),
      ['server/pool-mongodb'],
    );
  } finally {
    await server.close();
  }
});

test('an aborted verification rejects and leaves the databases as they were', async () => {
  const databases = await seededDatabases(cutData);
  const server = await startContractServer({}, { data: cutData, databases });
  const before = await databases.postgresql.select(11);
  try {
    for (const when of ['changing a row', 'inserting'] as const) {
      const controller = new AbortController();
      const stop = (): void => controller.abort(new Error('enough'));
      const { postgresql, mysql } = await seededDatabases(cutData);
      postgresql.changeRow = async (...change) => {
        const changed = await databases.postgresql.changeRow(...change);
        if (when === 'changing a row') stop();
        return changed;
      };
      mysql.readRows = async (...wanted) => {
        if (when === 'inserting') stop();
        return databases.mysql.readRows(...wanted);
      };
      mysql.seed = (data) => databases.mysql.seed(data);
      const verifying = verifyServer({
        origin: server.origin,
        scenarios: (['account-insert', 'menus'] as const).map(scenarioOf),
        ...{ data: cutData, databases: { postgresql, mysql }, poolSize: null, signal: controller.signal },
      });
      await assert.rejects(verifying, /enough/, when);
      assert.deepEqual(await databases.postgresql.select(11), before, when);
      assert.deepEqual(await databases.mysql.list(), plainData(cutData).accounts, when);
    }
  } finally {
    await server.close();
  }
});

test('a server that keeps a transaction open is told so, beside what the checks before have found', async () => {
  const databases = await seededDatabases(cutData);
  const clock = jumpingClock();
  const server = await startContractServer({}, { data: cutData, databases, clock });
  const waited = Object.assign(new Error('Lock wait timeout exceeded'), { code: 'ER_LOCK_WAIT_TIMEOUT' });
  const facts = { title: 'MySQL', where: '127.0.0.1', refusal: 'refused', remedy: 'Try again' } as const;
  databases.mysql.breakTables = () => Promise.reject(databaseError(waited, facts));
  try {
    const results = await verifyServer({
      origin: server.origin,
      scenarios: (['json', 'account-get'] as const).map(scenarioOf),
      ...{ data: cutData, databases, poolSize: POOL_SIZE, workers: 1 },
      ...{ clock, signal: AbortSignal.timeout(60_000) },
    });
    assert.deepEqual(failedIds(results), ['server/locks'], show(results));
    const { detail } = results.find(({ id }) => id === 'server/locks') ?? assert.fail();
    assert.match(detail?.seen ?? '', /Lock wait timeout/);
    assert.equal(results.find(({ id }) => id === 'json/body')?.status, 'passed');
  } finally {
    await server.close();
  }
});
