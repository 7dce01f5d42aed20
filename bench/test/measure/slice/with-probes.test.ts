import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { RunningServer } from '../../../src/launch/launcher.ts';
import type { Measuring } from '../../../src/measure/bench.ts';
import { type ProbedLoad, withProbes } from '../../../src/measure/slice/with-probes.ts';
import { scenarioOf } from '../../../src/model/index.ts';
import { PROBE_CONNECTIONS } from '../../../src/verify/probes/under-load.ts';
import { seededDatabases } from '../../verify/servers/fake-database.ts';
import { startContractServer } from '../../verify/servers/server.ts';
import { data } from '../../verify/shared.ts';

/** Does `work` with probes on a right server; `scenarios` are those that its manifest names. */
async function probe(scenarios: string[], work: (origin: string) => Promise<number>) {
  const server = await startContractServer({}, { data, databases: await seededDatabases(data) });
  const { origin } = server;
  const scenario = scenarioOf('json');
  try {
    const request = {
      cell: { targetVariant: { target: { manifest: { scenarios } } }, scenario },
      load: {
        ...{ origin, requests: scenario.requests(data), seconds: 1, ratePerSecond: null, seed: 1 },
        shape: { loader: 'wrk', connections: 8, connection: 'keep-alive' },
      },
      ...{ seed: 1, lastPerSecond: 0, countsRows: true },
    } as unknown as ProbedLoad;
    return await withProbes(
      { data, databases: {}, loaders: {} } as unknown as Measuring,
      { origin } as RunningServer,
      request,
      AbortSignal.timeout(30_000),
      () => work(origin),
    );
  } finally {
    await server.close();
  }
}

test('probes read while the load runs, and the server counts them', async () => {
  const { probed, countBefore, countAfter, loaded } = await probe(['json', 'counter'], async () => {
    await setTimeout(600);
    return 7;
  });
  assert.equal(loaded, 7);
  assert.deepEqual(probed.marks, []);
  // Before the load, half-way and after it, each connection once.
  assert.ok(probed.requests > 2 * PROBE_CONNECTIONS, `${probed.requests} probes`);
  assert.ok(countBefore !== null && countAfter !== null);
  // The second reading counts itself, too.
  assert.equal(countAfter - countBefore, probed.requests + 1);
});

test('a server without the scenario is not asked for a count', async () => {
  const { countBefore, countAfter } = await probe(['json'], async () => 0);
  assert.deepEqual([countBefore, countAfter], [null, null]);
});

test('a load that fails ends the probes, and its error is told', async () => {
  const failing = probe(['json'], async () => {
    throw new Error('no loader');
  });
  await assert.rejects(failing, /no loader/);
});
