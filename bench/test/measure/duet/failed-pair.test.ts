import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { RunningServer } from '../../../src/launch/launcher.ts';
import type { LoadRun, LoadRunner } from '../../../src/load/load-runner.ts';
import { WRK_MARKER } from '../../../src/load/wrk-script.ts';
import type { Measuring } from '../../../src/measure/bench.ts';
import { type DuetSide, measureDuet, type Side } from '../../../src/measure/duet/measure-duet.ts';
import { scenarioOf } from '../../../src/model/index.ts';
import { data } from '../../verify/shared.ts';
import { snapshot } from '../support/observed.ts';

const errors = { connect: 0, read: 0, write: 0, timeout: 0, status: 0 };
const percentiles = { p50Microseconds: 1, p90Microseconds: 2, p99Microseconds: 3, p999Microseconds: 4 };
const extremes = { minMicroseconds: 1, maxMicroseconds: 9, meanNanoseconds: 100, stdevNanoseconds: 1 };
const report = {
  ...{ requests: 100, durationMicroseconds: 1_000_000, bytes: 10_000, errors },
  latency: { samples: 100, ...extremes, ...percentiles },
};
/** Far longer than a pair should take that has failed. */
const LONG_MILLISECONDS = 20_000;

/** A pair of which base fails in the load of this number, while head is under load; says what happened. */
async function failIn(number: number): Promise<string[]> {
  const happened: string[] = [];
  const cache = mkdtempSync(join(tmpdir(), 'pair-'));
  const controller = new AbortController();

  const loadRunner = (side: Side): LoadRunner => {
    let loads = 0;
    return {
      limits: () => ({ openFiles: 100_000, ports: 28_000, waiting: 0, reusesPorts: true }),
      async run({ signal }: LoadRun) {
        loads++;
        if (side === 'head' && loads === number) {
          await setTimeout(LONG_MILLISECONDS, null, { signal }).catch(() =>
            happened.push('head’s load is stopped'),
          );
          // A loader takes a moment to end.
          await setTimeout(50);
          happened.push('head’s load has ended');
        }
        const fails = side === 'base' && loads === number;
        const stdout = fails ? 'rubbish' : `${WRK_MARKER}${JSON.stringify(report)}\n`;
        return { stdout, stderr: '', exitCode: 0, signal: null, cpuNanoseconds: 1, seconds: 1 };
      },
    };
  };

  const sideOf = (side: Side): DuetSide => {
    let seconds = 0;
    const server = {
      ...{ origin: 'http://127.0.0.1:1', command: ['server'], exited: new Promise(() => {}) },
      ...{ pids: () => [], log: () => '', usage: async () => snapshot(++seconds).server },
      stop: async () => happened.push(`${side} is stopped`),
    } as unknown as RunningServer;
    const manifest = { scenarios: ['json'], databaseAccess: {} };
    return {
      bench: {
        ...{
          data,
          databases: {},
          repository: { cache },
          loaders: { wrk: { path: 'wrk', version: '4.2.0' } },
        },
        processors: { server: [0], loader: [0], database: [], pinned: false },
        ...{
          launcher: { start: async () => server },
          loadRunner: loadRunner(side),
          signal: controller.signal,
        },
      } as unknown as Measuring,
      spec: {
        label: side,
        targetVariant: { variant: {}, target: { manifest } },
      } as unknown as DuetSide['spec'],
      built: {} as DuetSide['built'],
    };
  };

  try {
    const duet = measureDuet(
      {
        data,
        hosts: null,
        processors: { server: [0], loader: [0], database: [], pinned: false },
        signal: controller.signal,
      },
      {
        sides: { base: sideOf('base'), head: sideOf('head') },
        scenario: scenarioOf('json'),
        shape: { loader: 'wrk', connections: 4, connection: 'keep-alive' },
        measureSeconds: 1,
        warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 1 },
        ...{ first: 'base', seed: 1 },
      },
    );
    await assert.rejects(duet, { name: 'SideError', side: 'base' });
    return happened;
  } finally {
    controller.abort();
    rmSync(cache, { recursive: true });
  }
}

for (const [number, when] of ['the warm-up', 'the measurement'].entries()) {
  test(`a pair that fails in ${when} stops the load of the other side, and waits for its end`, async () => {
    assert.deepEqual(await failIn(number + 1), [
      'head’s load is stopped',
      'head’s load has ended',
      'base is stopped',
      'head is stopped',
    ]);
  });
}
