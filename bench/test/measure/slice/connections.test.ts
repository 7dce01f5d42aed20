import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { LoadRunner } from '../../../src/load/load-runner.ts';
import { WRK_MARKER } from '../../../src/load/wrk-script.ts';
import type { Measuring } from '../../../src/measure/bench.ts';
import type { PlannedCell } from '../../../src/measure/planned-cells.ts';
import { measureSlice } from '../../../src/measure/slice/slice.ts';
import { scenarioOf } from '../../../src/model/index.ts';
import { holdConnections } from '../../process/connection-holder.ts';
import { seededDatabases } from '../../verify/servers/fake-database.ts';
import { startContractServer } from '../../verify/servers/server.ts';
import { data } from '../../verify/shared.ts';
import { snapshot } from '../support/observed.ts';

const CONNECTIONS = 16;

const errors = { connect: 0, read: 0, write: 0, timeout: 0, status: 0 };
const percentiles = { p50Microseconds: 1, p90Microseconds: 2, p99Microseconds: 3, p999Microseconds: 4 };
const extremes = { minMicroseconds: 1, maxMicroseconds: 9, meanNanoseconds: 800_000, stdevNanoseconds: 1 };
const report = {
  ...{ requests: 20_000, durationMicroseconds: 1_000_000, bytes: 2_000_000, errors },
  latency: { samples: 20_000, ...extremes, ...percentiles },
};

/** Takes the time of a load, and claims one without a fault. */
const loadRunner: LoadRunner = {
  limits: () => ({ openFiles: 100_000, ports: 28_000, waiting: 0, reusesPorts: true }),
  async run() {
    await setTimeout(1_000);
    const stdout = `${WRK_MARKER}${JSON.stringify(report)}\n`;
    return { stdout, stderr: '', exitCode: 0, signal: null, cpuNanoseconds: 1, seconds: 1 };
  },
};

/** Measures a slice during which another process has so many connections open, as a loader has. */
async function marksWith(connections: number): Promise<string[]> {
  const server = await startContractServer({}, { data, databases: await seededDatabases(data) });
  const { origin } = server;
  const cache = mkdtempSync(join(tmpdir(), 'slice-'));
  const measuring = {
    ...{ data, databases: {}, repository: { cache }, loaders: { wrk: { path: 'wrk', version: '4.2.0' } } },
    processors: { server: [0], loader: [1], database: [], pinned: false },
    loadRunner,
  } as unknown as Measuring;
  const cell = {
    targetVariant: { target: { manifest: { scenarios: ['json'] } } },
    scenario: scenarioOf('json'),
    shape: { loader: 'wrk', connections: CONNECTIONS, connection: 'keep-alive' },
  } as unknown as PlannedCell;
  const others = await holdConnections(Number(new URL(origin).port), connections);
  try {
    const { marks } = await measureSlice(
      measuring,
      { origin, pids: () => [], usage: async () => snapshot(0).server },
      { cell, seconds: 1, ratePerSecond: null, seed: 1, lastPerSecond: 0, countsConnections: true },
      AbortSignal.timeout(30_000),
    );
    return marks.filter(({ code }) => code === 'connections-missing').map(({ detail }) => detail);
  } finally {
    others.release();
    await server.close();
    rmSync(cache, { recursive: true });
  }
}

test('a loader with fewer connections than asked for is marked, though the probes have some too', async () => {
  assert.deepEqual(await marksWith(13), ['13 connections of 16 half-way']);
});

test('a loader with all of its connections is not', async () => {
  assert.deepEqual(await marksWith(CONNECTIONS), []);
});
