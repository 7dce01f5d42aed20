import type { Database } from '../../../src/databases/database.ts';
import type { RunningServer } from '../../../src/launch/launcher.ts';
import type { LoadRunner, RanLoad } from '../../../src/load/load-runner.ts';
import { WRK_MARKER } from '../../../src/load/wrk-script.ts';
import type { Measuring } from '../../../src/measure/bench.ts';
import { type DuetSide, measureDuet } from '../../../src/measure/duet/measure-duet.ts';
import type { Side } from '../../../src/measure/duet/side-error.ts';
import { type ComparisonWarmup, type ScenarioId, scenarioOf } from '../../../src/model/index.ts';
import { data } from '../../verify/shared.ts';
import { snapshot } from './observed.ts';

/** A pair of which nothing runs: neither servers nor loads. */

const errors = { connect: 0, read: 0, write: 0, timeout: 0, status: 0 };
const percentiles = { p50Microseconds: 1, p90Microseconds: 2, p99Microseconds: 3, p999Microseconds: 4 };
const extremes = { minMicroseconds: 1, maxMicroseconds: 9, meanNanoseconds: 100, stdevNanoseconds: 1 };
export const FAKE_REQUESTS = 100;
const report = {
  ...{ requests: FAKE_REQUESTS, bytes: 10_000, errors },
  latency: { samples: FAKE_REQUESTS, ...extremes, ...percentiles },
};

/** What a load of so many seconds gives that nothing is wrong with. */
export function fakeOutputOf(seconds: number): RanLoad {
  return {
    stdout: `${WRK_MARKER}${JSON.stringify({ ...report, durationMicroseconds: 1e6 * seconds })}\n`,
    ...{ stderr: '', exitCode: 0, signal: null, cpuNanoseconds: 1, seconds },
  };
}
export const fakeOutput = fakeOutputOf(1);

export const noLimits: LoadRunner['limits'] = () => ({
  ...{ openFiles: 100_000, ports: 28_000, waiting: 0, reusesPorts: true },
});

interface FakeSide {
  loadRunner: LoadRunner;
  cache: string;
  signal: AbortSignal;
  stopped?: () => void;
  databases?: Partial<Record<Database['kind'], Database>>;
  /** Where its counter answers; it has none if there is no origin. */
  origin?: string;
  pids?: readonly number[];
}

/** A side whose server is up at once, and whose loads go as `loadRunner` says. */
export function fakeSide(
  side: Side,
  { loadRunner, cache, signal, stopped, databases = {}, origin, pids = [] }: FakeSide,
): DuetSide {
  let seconds = 0;
  const server = {
    ...{ origin: origin ?? 'http://127.0.0.1:1', command: ['server'], exited: new Promise(() => {}) },
    ...{ pids: () => pids, log: () => '', usage: async () => snapshot(++seconds).server },
    stop: async () => stopped?.(),
  } as unknown as RunningServer;
  const scenarios = origin === undefined ? ['json'] : ['json', 'counter'];
  const manifest = { language: 'Java', scenarios, databaseAccess: {} };
  return {
    bench: {
      ...{ data, databases, repository: { cache }, loaders: { wrk: { path: 'wrk', version: '4.2.0' } } },
      processors: { server: [0], loader: [0], database: [], pinned: false },
      ...{ launcher: { start: async () => server }, loadRunner, signal },
    } as unknown as Measuring,
    spec: {
      label: side,
      targetVariant: { variant: {}, target: { manifest } },
    } as unknown as DuetSide['spec'],
    built: {} as DuetSide['built'],
  };
}

/** Measures a pair of such sides; if not told otherwise, each with one load to warm up and one that is measured. */
export function measureFakes(
  sides: Record<Side, DuetSide>,
  scenario: ScenarioId,
  signal: AbortSignal,
  settings: { warmup: ComparisonWarmup; measureSeconds: number } = {
    warmup: { sliceSeconds: 1, minSlices: 1, maxSlices: 1, toleranceRatio: 1 },
    measureSeconds: 1,
  },
): ReturnType<typeof measureDuet> {
  return measureDuet(
    {
      ...{ data, hosts: null, signal },
      processors: { server: [0], loader: [0], database: [], pinned: false },
    },
    {
      sides,
      scenario: scenarioOf(scenario),
      shape: { loader: 'wrk', connections: 4, connection: 'keep-alive' },
      ...settings,
      ...{ first: 'base', seed: 1 },
    },
  );
}
