import type { LoadReport } from '../../load/loader.ts';
import type { ProcessorTimes } from '../../machine/processor-times.ts';
import {
  CONNECTIONS_RATIO,
  DISTURBED_LIMIT_RATIO,
  type FittedMetricId,
  hasRate,
  isLoaderBound,
  type LoadShape,
  loaderThreads,
  type MarkCode,
  type MeasuredColumnName,
  type MissingReason,
  measuredColumnNames,
  measuredColumns,
  RATE_REACHED_RATIO,
  SAMPLES_FOR_P99,
  SAMPLES_FOR_P999,
  STOLEN_LIMIT_RATIO,
} from '../../model/index.ts';
import { type CpuUsage, type Usage, unlessZero, usedBetween } from '../../process/usage.ts';
import { histogramCount } from '../../stats/latency-histogram.ts';
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
    errors: report.errors.connect + report.errors.read + report.errors.write + report.errors.timeout,
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

/** Returns the doubts about the figures, as far as the machine's own accounts show them. */
export function marksOf(observed: Observed): FoundMark[] {
  const { outcome, before, after, shape, ratePerSecond } = observed;
  const { report } = outcome;
  const marks: FoundMark[] = [];
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

  // Use the load's own duration: time spent reaching a remote loader is no CPU work.
  const used = (nanoseconds: number, processors: readonly number[]): number =>
    nanoseconds / (outcome.seconds * 1e9 * Math.max(1, processors.length));
  // Where they share its processors, database and harness hold the loader up as it holds itself up.
  const beside = used(usedBesideServer(observed) ?? outcome.cpuNanoseconds ?? 0, observed.processors.loader);
  // Fewer threads than processors are full while processors are not.
  const loading = observed.processors.loader.slice(0, loaderThreads(outcome.command));
  const loader = used(outcome.cpuNanoseconds ?? 0, loading);
  // Without the server's usage, do not blame the loader: the server may have been full.
  const server = used(serverNanoseconds(observed) ?? Number.POSITIVE_INFINITY, observed.processors.server);
  if (!hasRate(shape) && isLoaderBound({ server, beside, loader })) {
    marks.push({
      code: 'loader-bound',
      detail: `what loads the server used ${percent(Math.max(beside, loader))} of its processors, the server ${percent(server)} of its own`,
    });
  }
  const stolen = stolenRatio(before.times, after.times, observed.processors);
  if (stolen !== null && stolen > STOLEN_LIMIT_RATIO) {
    marks.push({ code: 'stolen-time', detail: `${percent(stolen)} of CPU time was taken away` });
  }
  for (const side of ['server', 'loader'] as const) {
    const others = othersRatio(observed, side);
    if (others <= DISTURBED_LIMIT_RATIO) continue;
    marks.push({
      code: 'disturbed',
      detail: `other programs took ${percent(others)} of the ${side}'s processors`,
    });
  }
  const { connectionsSeen = null } = observed;
  if (connectionsSeen !== null && connectionsSeen < shape.connections * CONNECTIONS_RATIO) {
    marks.push({
      code: 'connections-missing',
      detail: `${connectionsSeen.toLocaleString('en')} connections of ${shape.connections.toLocaleString('en')} half-way`,
    });
  }
  const throttled = (after.server.throttledNanoseconds ?? 0) - (before.server.throttledNanoseconds ?? 0);
  if (throttled > 0) {
    marks.push({ code: 'throttled', detail: `held back for ${(throttled / 1e6).toFixed(0)} ms by a limit` });
  }
  if (ratePerSecond !== null) {
    const reached = report.requests / report.durationSeconds / ratePerSecond;
    if (reached < RATE_REACHED_RATIO) {
      marks.push({ code: 'rate-not-reached', detail: `${percent(reached)} of ${ratePerSecond} requests/s` });
    }
  }
  return marks;
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

/** Counts responses whose status is not the scenario's, as far as the loader distinguishes them. */
export function wrongStatuses(report: LoadReport, expected: number): number {
  if (report.statuses) {
    return Object.entries(report.statuses)
      .filter(([status]) => Number(status) !== expected)
      .reduce((sum, [, number]) => sum + number, 0);
  }
  return expected >= 400 ? Math.max(0, report.requests - report.statusAtLeast400) : report.statusAtLeast400;
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

/**
 * Returns the share that other programs used of the processors of the server, or of those that the loader shares with
 * database and harness; 0 if they are not pinned, or it is not known. Two processors may be threads of one core, so that
 * work beside the loader slows the server down as well.
 */
function othersRatio(observed: Observed, side: 'server' | 'loader'): number {
  const { before, after, processors } = observed;
  if (!processors.pinned || before.times === null || after.times === null) return 0;
  const sum = (times: ProcessorTimes) =>
    times.processors
      .filter(({ processor }) => processors[side].includes(processor))
      .reduce((sum, { busy, total }) => ({ busy: sum.busy + busy, total: sum.total + total }), {
        busy: 0,
        total: 0,
      });
  const [first, last] = [sum(before.times), sum(after.times)];
  const total = last.total - first.total;
  if (total <= 0) return 0;
  const known = side === 'server' ? usedBetween(before.server, after.server) : usedBesideServer(observed);
  return known === null ? 0 : (last.busy - first.busy - known / 1e9) / total;
}

/** Nanoseconds of loader, harness and, if it shares their processors, database; `null` if one of them is not known. */
function usedBesideServer({ outcome, before, after, processors }: Observed): number | null {
  const isBeside = processors.database.some((processor) => processors.loader.includes(processor));
  const database =
    isBeside && before.database && after.database ? usedBetween(before.database, after.database) : 0;
  if (outcome.cpuNanoseconds === null || database === null) return null;
  return outcome.cpuNanoseconds + database + after.harnessNanoseconds - before.harnessNanoseconds;
}
