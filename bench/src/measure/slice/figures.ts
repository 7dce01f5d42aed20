import type { ProcessorTimes } from '../../machine/processor-times.ts';
import {
  type FittedMetricId,
  type LoadShape,
  type MarkCode,
  type MeasuredColumnName,
  type MissingReason,
  measuredColumnNames,
  measuredColumns,
  SAMPLES_FOR_P99,
  SAMPLES_FOR_P999,
} from '../../model/index.ts';
import { type CpuUsage, type Usage, unlessZero, usedBetween } from '../../process/usage.ts';
import { histogramCount } from '../../stats/latency-histogram.ts';
import { errorCount, wrongStatuses } from '../../verify/probes/reconcile.ts';
import type { LoadOutcome } from './load.ts';

/** Resource usage right before or right after a load. */
export interface Snapshot {
  server: Usage;
  /** `null` without a database, or if its usage cannot be read. */
  database: CpuUsage | null;
  harnessNanoseconds: number;
  /** Processor times of the server's machine; `null` if its files cannot be read from here. */
  times: ProcessorTimes | null;
}

/** Everything known about one load, before it becomes figures. */
export interface Observed {
  shape: LoadShape;
  ratePerSecond: number | null;
  expectedStatus: number;
  outcome: LoadOutcome;
  before: Snapshot;
  after: Snapshot;
  /** Connections established half-way through the load; `null` if they were not counted. */
  connectionsSeen?: number | null;
  /** Readings of `/count`; `null` if the target keeps no count. */
  countBefore: number | null;
  countAfter: number | null;
  processors: UsedProcessors & { database: readonly number[] };
}

/** Which processors the roles have; all of them if they are not pinned. */
interface UsedProcessors {
  server: readonly number[];
  loader: readonly number[];
  pinned: boolean;
}

export type SliceValues = Record<Exclude<MeasuredColumnName, 'warmupSlices'>, number | null>;
/** Values of a block. */
export type BlockValues = Record<MeasuredColumnName | FittedMetricId, number | null>;

export interface FoundMark {
  code: MarkCode;
  detail: string;
}

export function valuesOf(observed: Observed): SliceValues {
  const { outcome, before, after, countBefore, countAfter } = observed;
  const { report } = outcome;
  return {
    requests: report.requests,
    durationSeconds: report.durationSeconds,
    receivedBytes: report.receivedBytes,
    latencyMeanSeconds: report.latency.meanSeconds,
    latencyP50Seconds: report.latency.p50Seconds,
    latencyP90Seconds: report.latency.p90Seconds,
    latencyP99Seconds: report.latency.p99Seconds,
    latencyP999Seconds: report.latency.p999Seconds,
    latencyMaxSeconds: report.latency.maxSeconds,
    errors: errorCount(report),
    wrongStatus: wrongStatuses(report, observed.expectedStatus),
    countedByServer: countBefore === null || countAfter === null ? null : countAfter - countBefore,
    serverCpuNanoseconds: serverNanoseconds(observed),
    loaderCpuNanoseconds: unlessZero(outcome.cpuNanoseconds ?? 0),
    databaseCpuNanoseconds:
      before.database && after.database ? usedBetween(before.database, after.database) : null,
    harnessCpuNanoseconds: unlessZero(after.harnessNanoseconds - before.harnessNanoseconds),
    peakMemoryBytes: unlessZero(after.server.peakMemoryBytes ?? 0),
    stolenRatio: stolenRatio(before.times, after.times, observed.processors),
  };
}

/**
 * Returns the nanoseconds of CPU time that the server spent on the load; `null` if unknown. That is at most what its
 * processors had while the load lasted: what a full server does afterwards answers requests that the loader cut off, and
 * did not count.
 */
export function serverNanoseconds({ outcome, before, after, processors }: Observed): number | null {
  const used = usedBetween(before.server, after.server);
  const most = outcome.report.durationSeconds * 1e9 * processors.server.length;
  return used === null || most <= 0 ? used : Math.min(used, most);
}

/** Requests with a latency, without which a percentile is a handful of the slowest ones. */
const leastSamples: Partial<Record<keyof SliceValues, number>> = {
  latencyP99Seconds: SAMPLES_FOR_P99,
  latencyP999Seconds: SAMPLES_FOR_P999,
};

/**
 * Returns whether so many requests are enough for a percentile.
 *
 * @param histogram of all their latencies, which leaves out the requests that opened a connection
 */
export function hasEnoughSamples(
  name: keyof SliceValues,
  requests: number,
  histogram: string | null,
): boolean {
  const least = leastSamples[name];
  return least === undefined || (histogram === null ? requests : histogramCount(histogram)) >= least;
}

/** Returns why each missing value is missing, as its column declares it. */
export function missingIn(
  values: SliceValues,
  { counts, hasDatabase }: { counts: boolean; hasDatabase: boolean },
): Partial<Record<MeasuredColumnName, MissingReason>> {
  const has = { counter: counts, database: hasDatabase };
  const why = (name: MeasuredColumnName): MissingReason => {
    const { missing, needs } = measuredColumns[name];
    return needs && !has[needs.what] ? needs.otherwise : missing;
  };
  const given: Partial<Record<MeasuredColumnName, number | null>> = values;
  return Object.fromEntries(
    measuredColumnNames.filter((name) => given[name] === null).map((name) => [name, why(name)]),
  );
}

/**
 * Returns the stolen share of the time of the processors that server and loader have; `null` if the clock of /proc/stat
 * did not move, or belongs to another machine. From a processor that nothing uses, a hypervisor takes no time.
 */
export function stolenRatio(
  before: ProcessorTimes | null,
  after: ProcessorTimes | null,
  used: UsedProcessors,
): number | null {
  if (before === null || after === null) return null;
  const [first, last] = [ofProcessors(before, used), ofProcessors(after, used)];
  const total = last.total - first.total;
  return total > 0 ? Math.max(0, last.steal - first.steal) / total : null;
}

/** Returns the times of the processors that are used, or of all if it is not known which are. */
function ofProcessors(
  times: ProcessorTimes,
  { server, loader, pinned }: UsedProcessors,
): Pick<ProcessorTimes, 'total' | 'steal'> {
  const own = times.processors.filter(
    ({ processor }) => server.includes(processor) || loader.includes(processor),
  );
  if (!pinned || own.length === 0) return times;
  return {
    total: own.reduce((sum, { total }) => sum + total, 0),
    steal: own.reduce((sum, { steal }) => sum + steal, 0),
  };
}
