import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { type Scenario, type ScenarioId, scenarioOf } from '../../src/model/index.ts';
import { menusInOrder } from '../../src/scenarios/menus.ts';
import { readCount } from '../../src/verify/checks/counter-checks.ts';
import { reconcile } from '../../src/verify/probes/reconcile.ts';
import { reconcileRows } from '../../src/verify/probes/reconcile-rows.ts';
import { PROBE_CONNECTIONS, startProbes } from '../../src/verify/probes/under-load.ts';
import { nodeLoad, type TestLoader, wrkLoad, wrkVersion } from './loaders.ts';
import { scriptedServer } from './scripted-server.ts';
import type { Behaviour } from './servers/behaviour.ts';
import { cheats, doubledResponses } from './servers/cheats.ts';
import { type FakeDatabases, seededDatabases } from './servers/fake-database.ts';
import { plainData } from './servers/plain-data.ts';
import { startContractServer } from './servers/server.ts';
import { allData, data } from './shared.ts';

const CONNECTIONS = 32;
const SECONDS = 1;
const SEED = 11;
const seeded = plainData(data);

async function measure(behaviour: Behaviour, id: ScenarioId, putLoad: TestLoader) {
  const scenario = scenarioOf(id);
  const databases = await seededDatabases(data);
  const database = databases[scenario.database ?? 'postgresql'];
  const server = await startContractServer(behaviour, { data, databases });
  const expectedStatus = statusOf(scenario);
  const shape = { loader: 'wrk', connections: CONNECTIONS, connection: 'keep-alive' } as const;
  try {
    const countBefore = await readCount(server.origin);
    const { rows: rowsBefore } = await database.countRows();
    const signal = AbortSignal.timeout(30_000);
    const probes = await startProbes({
      ...{ origin: server.origin, scenario, data, database, seed: SEED, seconds: SECONDS, signal },
      intervalMs: 100,
    });
    const report = await putLoad({
      ...{ origin: server.origin, shape, requests: scenario.requests(data), seconds: SECONDS },
      ...{ ratePerSecond: null, seed: SEED, threads: 1 },
    });
    const probed = await probes.stop();
    // A signal outlives many loads, and what listens to it lives as long.
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    const countAfter = await readCount(server.origin);
    const { rows: rowsAfter, distinctIds } = await database.countRows();
    const facts = { rowsBefore, rowsAfter, distinctIds, probeInserts: probed.inserts };
    const errors = Object.values(report.errors).reduce((sum, times) => sum + times, 0);
    const loaderRequests201 = report.requests - report.statusAtLeast400;
    const marks = [
      ...probed.marks,
      ...reconcile({
        ...{ report, scenario, shape, bytes: 'wire', expectedStatus, probes: probed },
        ...{ counts: true, countBefore, countAfter },
      }),
      ...(scenario.inserts
        ? reconcileRows({ ...facts, loaderRequests201, connections: CONNECTIONS, errors })
        : []),
    ];
    return { marks, probed, report, databases };
  } finally {
    await server.close();
  }
}

function statusOf(scenario: Scenario): number {
  const [request] = scenario.requests(data);
  return request ? scenario.expected(request, data).status : 200;
}

/** Asserts that no row is left as a load may have changed it for a moment. */
async function assertAsSeeded({ postgresql, mysql, mongodb }: FakeDatabases, id: ScenarioId): Promise<void> {
  assert.deepEqual(await postgresql.select(11), menusInOrder(seeded.menus));
  assert.deepEqual(await mongodb.find(), seeded.users);
  const accounts = await mysql.list();
  assert.deepEqual(accounts.slice(0, seeded.accounts.length), seeded.accounts);
  if (!scenarioOf(id).inserts) assert.equal(accounts.length, seeded.accounts.length);
}

/** How full the machine is decides these; not what a server answers. */
const aboutTheMachine = ['littles-law'];
const codes = (marks: readonly { code: string }[]): string[] =>
  [...new Set(marks.map(({ code }) => code))].filter((code) => !aboutTheMachine.includes(code)).sort();

const wrk = await wrkVersion();
const loaders: [string, TestLoader, string | false][] = [
  ['wrk', wrkLoad, wrk === null && 'wrk is not installed: the built-in loop stands in for it'],
  ['built-in loop', nodeLoad, wrk !== null && 'wrk is installed'],
];
const steady: ScenarioId[] = [
  ...(['json', 'error', 'counter', 'asset', 'menus'] as const),
  ...(['account-insert', 'account-list', 'account-get', 'users'] as const),
];

test('wrk: each response twice, counted twice', { skip: loaders[0]?.[2] }, async () => {
  const { scenario, marks, ...behaviour } = doubledResponses;
  const outcome = await measure(behaviour, scenario, wrkLoad);
  assert.deepEqual(codes(outcome.marks), marks, JSON.stringify(outcome.marks, null, 2));
});

for (const [loader, putLoad, skip] of loaders) {
  for (const [name, { scenario, marks, ...behaviour }] of Object.entries(cheats)) {
    test(`${loader}: ${name}`, { skip }, async () => {
      const outcome = await measure(behaviour, scenario, putLoad);
      assert.deepEqual(codes(outcome.marks), [...marks].sort(), JSON.stringify(outcome.marks, null, 2));
    });
  }
  for (const id of steady) {
    test(`${loader}: a right server has no mark under ${id}`, { skip }, async () => {
      const { marks, probed, report, databases } = await measure({}, id, putLoad);
      assert.deepEqual(codes(marks), [], JSON.stringify({ marks, report }, null, 2));
      assert.ok(report.requests > 100, `only ${report.requests} requests`);
      assert.ok(probed.requests > 4, `only ${probed.requests} probes`);
      await assertAsSeeded(databases, id);
    });
  }
}

test('probes that are aborted put the row back and close their connections', async () => {
  const databases = await seededDatabases(data);
  const database = databases.postgresql;
  const server = await startContractServer({}, { data, databases });
  const controller = new AbortController();
  try {
    await startProbes({
      ...{ origin: server.origin, scenario: scenarioOf('menus'), data, database, seed: 1, seconds: 0.2 },
      ...{ signal: controller.signal, intervalMs: 50 },
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const changed = await database.select(11);
    assert.match(changed[4]?.name ?? '', /^probe-/, 'the row changes at half time');
    assert.ok(server.open() > 0);
    controller.abort(new Error('enough'));
    const isAsBefore = async (): Promise<boolean> =>
      server.open() === 0 && (await database.select(11))[4]?.name === seeded.menus[4]?.name;
    for (let tried = 0; tried < 100 && !(await isAsBefore()); tried++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(await isAsBefore(), `${server.open()} connections are open`);
  } finally {
    await server.close();
  }
});

test('a database that refuses the change is an error, not a mark', async () => {
  const databases = await seededDatabases(data);
  databases.postgresql.changeText = () => Promise.reject(new Error('permission denied'));
  assert.match(String(await failureWith(databases)), /permission denied/);
});

/** Lets probes change a row, and returns what they reject with. */
async function failureWith(databases: FakeDatabases): Promise<unknown> {
  const database = databases.postgresql;
  const server = await startContractServer({}, { data, databases });
  try {
    const probes = await startProbes({
      ...{ origin: server.origin, scenario: scenarioOf('menus'), data, database, seed: 1, seconds: 0.1 },
      ...{ signal: AbortSignal.timeout(5_000), intervalMs: 50 },
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    return await probes.stop().then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    await server.close();
  }
}

test('a row whose undo failed is restored all the same', async () => {
  const databases = await seededDatabases(data);
  const changeText = databases.postgresql.changeText.bind(databases.postgresql);
  databases.postgresql.changeText = async (table, marker) => ({
    ...(await changeText(table, marker)),
    undo: () => Promise.reject(new Error('lock timeout')),
  });
  assert.match(String(await failureWith(databases)), /lock timeout/);
  await assertAsSeeded(databases, 'menus');
});

test('a row that changed though the change failed is restored', async () => {
  const databases = await seededDatabases(data);
  const changeText = databases.postgresql.changeText.bind(databases.postgresql);
  databases.postgresql.changeText = async (table, marker) => {
    await changeText(table, marker);
    throw new Error('no answer in time');
  };
  assert.match(String(await failureWith(databases)), /no answer in time/);
  await assertAsSeeded(databases, 'menus');
});

test('a large body is probed less often, and judged all the same', async () => {
  const databases = await seededDatabases(allData);
  const server = await startContractServer({}, { data: allData, databases });
  const database = databases.mysql;
  const scenario = scenarioOf('account-list');
  try {
    const probes = await startProbes({
      ...{ origin: server.origin, scenario, data: allData, database, seed: 1, seconds: 0.4 },
      ...{ signal: AbortSignal.timeout(10_000), intervalMs: 5 },
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { marks, requests, responseBytes } = await probes.stop();
    assert.deepEqual(codes(marks), []);
    const bytes = responseBytes.get('/accounts')?.wire.max ?? 0;
    assert.ok(bytes > 250_000, `a list of ${bytes} bytes`);
    // Before the load, at the change and after it: each connection once.
    assert.equal(requests, 3 * PROBE_CONNECTIONS);
  } finally {
    await server.close();
  }
});

test('a server that is slower than the load lasts is waited for, the changed row too', async () => {
  const databases = await seededDatabases(data);
  const slow: Behaviour = { delay: () => new Promise((resolve) => setTimeout(resolve, 400)) };
  const server = await startContractServer(slow, { data, databases });
  const signal = AbortSignal.timeout(30_000);
  try {
    const probes = await startProbes({
      ...{ origin: server.origin, scenario: scenarioOf('account-list'), data, database: databases.mysql },
      ...{ seed: 1, seconds: 0.6, signal, intervalMs: 50 },
    });
    // The row changes at 300 ms, while every connection waits for a response of before.
    await new Promise((resolve) => setTimeout(resolve, 360));
    const { marks } = await probes.stop();
    assert.deepEqual(marks, []);
  } finally {
    await server.close();
  }
});

test('what the probes inserted is looked up by its id after the load', async () => {
  const databases = await seededDatabases(data);
  const server = await startContractServer({}, { data, databases });
  const database = databases.mysql;
  try {
    const probes = await startProbes({
      ...{ origin: server.origin, scenario: scenarioOf('account-insert'), data, database, seed: 1 },
      ...{ seconds: 1, signal: AbortSignal.timeout(10_000), intervalMs: 20 },
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const readRows = database.readRows.bind(database);
    database.readRows = async (table, [lost = 0, changed = 0, ...rest]) => {
      const [row = null] = await readRows(table, [changed]);
      assert.ok(Number(lost) > 0 && row);
      return [null, { ...row, status: 7 }, ...(await readRows(table, rest))];
    };
    const { marks, inserts, requests } = await probes.stop();
    assert.equal(inserts, requests);
    assert.equal((await database.countRows()).rows, seeded.accounts.length + inserts);
    assert.deepEqual(codes(marks), ['rows-mismatch']);
    const [mark] = marks;
    assert.match(mark?.detail ?? '', /the row 61, answered under load, is not in the table \(2 of /);
  } finally {
    await server.close();
  }
});

test('probes of a server that falls silent are marked as errors', async () => {
  const databases = await seededDatabases(data);
  let silent = false;
  const server = await startContractServer(
    { delay: () => (silent ? new Promise(() => {}) : Promise.resolve()) },
    { data, databases },
  );
  try {
    const probes = await startProbes({
      ...{ origin: server.origin, scenario: scenarioOf('json'), data, seed: 1, seconds: 1 },
      ...{ signal: AbortSignal.timeout(5_000), intervalMs: 20, timeoutMs: 100 },
    });
    silent = true;
    await new Promise((resolve) => setTimeout(resolve, 150));
    const { marks } = await probes.stop();
    assert.deepEqual(codes(marks), ['errors']);
    assert.match(marks[0]?.detail ?? '', /no bytes within 0.1 s/);
  } finally {
    await server.close();
  }
});

test('a server that answers nothing gets one request on each connection, not a whole survey', async () => {
  const silent = await scriptedServer({ pieces: [] });
  try {
    const scenario = scenarioOf('account-get');
    assert.ok(scenario.requests(data).length > PROBE_CONNECTIONS);
    const probes = await startProbes({
      ...{ origin: silent.origin, scenario, data, seed: SEED, seconds: 1, timeoutMs: 1_000 },
      signal: AbortSignal.timeout(30_000),
    });
    assert.equal(silent.received.length, PROBE_CONNECTIONS);
    await probes.stop();
  } finally {
    await silent.close();
  }
});
