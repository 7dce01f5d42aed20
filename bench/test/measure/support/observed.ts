import type { LoadReport } from '../../../src/load/loader.ts';
import type { Observed, Snapshot } from '../../../src/measure/slice/figures.ts';
import type { LoadShape } from '../../../src/model/index.ts';

/** A load of one second that nothing is wrong with, in figures that are easy to reckon with. */
function report(change: Partial<LoadReport> = {}): LoadReport {
  return {
    requests: 20_000,
    durationSeconds: 1,
    receivedBytes: 2_000_000,
    latency: {
      meanSeconds: 0.003,
      p50Seconds: 0.002,
      p90Seconds: 0.004,
      p99Seconds: 0.008,
      p999Seconds: 0.02,
      maxSeconds: 0.05,
    },
    errors: { connect: 0, read: 0, write: 0, timeout: 0 },
    statuses: null,
    latencyHistogram: null,
    statusAtLeast400: 0,
    ...change,
  };
}

const wrkShape: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
export const ohaShape: LoadShape = {
  loader: 'oha',
  connections: 64,
  connection: 'keep-alive',
  rate: { perSecond: 1_000 },
};

export function snapshot(seconds: number, change: Partial<Snapshot> = {}): Snapshot {
  return {
    server: {
      cpuNanoseconds: seconds * 0.95e9,
      peakMemoryBytes: 50e6,
      throttledNanoseconds: 0,
      source: 'cgroup-v2',
    },
    database: null,
    harnessNanoseconds: seconds * 1e7,
    times: { total: seconds * 2, steal: 0, processors: [] },
    ...change,
  };
}

export function observed(change: Partial<Observed> = {}, loaded: Partial<LoadReport> = {}): Observed {
  return {
    shape: wrkShape,
    ratePerSecond: null,
    expectedStatus: 200,
    outcome: { report: report(loaded), command: ['wrk'], cpuNanoseconds: 0.5e9, seconds: 1 },
    before: snapshot(0),
    after: snapshot(1),
    countBefore: 100,
    countAfter: 20_100,
    processors: { server: [0], loader: [1], database: [1], pinned: true },
    ...change,
  };
}
