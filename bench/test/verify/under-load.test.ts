import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ScenarioId, scenarioOf } from '../../src/model/index.ts';
import { readCount, reconcile, startProbes } from '../../src/verify/under-load.ts';
import { nodeLoad, type PutLoad, wrkLoad, wrkVersion } from './loaders.ts';
import { cheats } from './servers/cheats.ts';
import { FakeDatabase } from './servers/fake-database.ts';
import { type Behaviour, startServer } from './servers/server.ts';
import { data } from './shared.ts';

const CONNECTIONS = 32;
const SECONDS = 1;
const SEED = 11;

async function measure(behaviour: Behaviour, id: ScenarioId, putLoad: PutLoad) {
  const scenario = scenarioOf(id);
  const database = new FakeDatabase();
  await database.seed(data);
  const server = await startServer(behaviour, { data, database });
  const shape = { loader: 'wrk', connections: CONNECTIONS, connection: 'keep-alive' } as const;
  try {
    const countBefore = await readCount(server.origin);
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
    const countAfter = await readCount(server.origin);
    const marks = [
      ...probed.marks,
      ...reconcile({ report, scenario, shape, probes: probed, countBefore, countAfter }),
    ];
    return { marks, probed, report, rows: await database.select(11) };
  } finally {
    await server.close();
  }
}

/** How full the machine is decides these; not what a server answers. */
const aboutTheMachine = ['few-samples', 'littles-law'];
const codes = (marks: readonly { code: string }[]): string[] =>
  [...new Set(marks.map(({ code }) => code))].filter((code) => !aboutTheMachine.includes(code)).sort();

const wrk = await wrkVersion();
const loaders: [string, PutLoad, string | false][] = [
  ['wrk', wrkLoad, wrk === null && 'wrk is not installed: the built-in loop stands in for it'],
  ['built-in loop', nodeLoad, wrk !== null && 'wrk is installed'],
];
const steady: ScenarioId[] = ['json', 'error', 'counter', 'asset', 'menus'];

for (const [loader, putLoad, skip] of loaders) {
  for (const [name, { scenario, marks, ...behaviour }] of Object.entries(cheats)) {
    test(`${loader}: ${name}`, { skip }, async () => {
      const outcome = await measure(behaviour, scenario, putLoad);
      assert.deepEqual(codes(outcome.marks), [...marks].sort(), JSON.stringify(outcome.marks, null, 2));
    });
  }
  for (const id of steady) {
    test(`${loader}: a right server has no mark under ${id}`, { skip }, async () => {
      const { marks, probed, report, rows } = await measure({}, id, putLoad);
      assert.deepEqual(codes(marks), [], JSON.stringify({ marks, report }, null, 2));
      assert.ok(report.requests > 100, `only ${report.requests} requests`);
      assert.ok(probed.requests > 4, `only ${probed.requests} probes`);
      assert.deepEqual(
        rows.map((row) => row.name),
        data.menus.map((row) => row.name),
        'the row is not as it was',
      );
    });
  }
}

test('probes that are aborted put the row back and close their connections', async () => {
  const database = new FakeDatabase();
  await database.seed(data);
  const server = await startServer({}, { data, database });
  const controller = new AbortController();
  try {
    await startProbes({
      ...{ origin: server.origin, scenario: scenarioOf('menus'), data, database, seed: 1, seconds: 0.2 },
      ...{ signal: controller.signal, intervalMs: 50 },
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const changed = await database.select(11);
    assert.match(changed[4]?.name ?? '', /^probe-/, 'the row changes at half time');
    controller.abort(new Error('enough'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await database.select(11))[4]?.name, data.menus[4]?.name);
  } finally {
    await server.close();
  }
});

test('a database that refuses the change is an error, not a mark', async () => {
  const database = new FakeDatabase();
  await database.seed(data);
  database.changeRow = () => Promise.reject(new Error('permission denied'));
  const server = await startServer({}, { data, database });
  try {
    const probes = await startProbes({
      ...{ origin: server.origin, scenario: scenarioOf('menus'), data, database, seed: 1, seconds: 0.1 },
      ...{ signal: AbortSignal.timeout(5_000), intervalMs: 50 },
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    await assert.rejects(probes.stop(), /permission denied/);
  } finally {
    await server.close();
  }
});

test('probes of a server that falls silent are marked as errors', async () => {
  const database = new FakeDatabase();
  let silent = false;
  const server = await startServer(
    { delay: () => (silent ? new Promise(() => {}) : Promise.resolve()) },
    { data, database },
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
    assert.match(marks[0]?.detail ?? '', /not one byte within 0.1 s/);
  } finally {
    await server.close();
  }
});
