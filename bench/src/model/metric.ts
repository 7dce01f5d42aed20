import type { CellColumn } from './cell-columns.ts';
import { hasRate, type LoadShape } from './load-shape.ts';

export const metricUnits = ['perSecond', 'seconds', 'nanoseconds', 'bytes', 'ratio'] as const;
/** Which way is better. */
export const metricDirections = ['higher', 'lower'] as const;

/**
 * Everything that defines a metric: ids, addresses, empty cells, thresholds and tables are derived from it.
 */
interface MetricRow {
  /** The name includes the unit. */
  id: string;
  /** Its name in addresses. */
  slug: string;
  title: string;
  /** What its figures say, in the caption of a table. */
  explanation: string;
  /** What is said of a scenario in which it changed by `{share}`. */
  change: { worse: string; better: string };
  /** The same of each scenario that follows in the sentence, after the share. */
  changeAfter: { worse: string; better: string };
  unit: (typeof metricUnits)[number];
  direction: (typeof metricDirections)[number];
  /**
   * Loads that have the metric: closed loops (including fixed counts), or loads at a rate; `null` for all. A
   * closed loop's latencies leave out the requests that clients would have sent while it waited.
   */
  loop: 'closed' | 'rate' | null;
  /** Columns that it is computed from; the first one that is missing gives the reason. */
  from: readonly [CellColumn] | readonly [over: CellColumn, under: CellColumn];
  /**
   * Whether its figure of a block is fitted: what a target does in a usual cycle, by a model of target and
   * cycle over all slices.
   */
  isFitted: boolean;
  /** Whether good and bad phases of the machine move it; tables then remove them. */
  movesWithMachine: boolean;
  /** Share by which it must change to matter, unless a comparison says otherwise. */
  minimumEffect: number;
  /**
   * Share by which two runs, measured at different times, must differ in it; `null` if they are not compared
   * by it.
   */
  runDiffThreshold: number | null;
  /** Whether targets are compared by it, and its history is drawn. */
  isCompared: boolean;
}

const rows = [
  {
    id: 'throughputPerSecond',
    slug: 'throughput',
    title: 'Throughput',
    explanation: 'requests per second',
    change: { worse: 'serves {share} fewer requests', better: 'serves {share} more requests' },
    changeAfter: { worse: 'fewer', better: 'more' },
    unit: 'perSecond',
    direction: 'higher',
    loop: 'closed',
    from: ['requests', 'durationSeconds'],
    isFitted: true,
    movesWithMachine: true,
    minimumEffect: 0.01,
    runDiffThreshold: 0.05,
    isCompared: true,
  },
  {
    id: 'cpuPerRequestNanoseconds',
    slug: 'cpu-per-request',
    title: 'CPU time per request',
    explanation: 'CPU time of the server per request',
    change: { worse: 'costs {share} more CPU per request', better: 'costs {share} less CPU per request' },
    changeAfter: { worse: 'more', better: 'less' },
    unit: 'nanoseconds',
    direction: 'lower',
    loop: null,
    from: ['serverCpuNanoseconds', 'requests'],
    isFitted: true,
    movesWithMachine: true,
    minimumEffect: 0.01,
    runDiffThreshold: 0.05,
    isCompared: true,
  },
  {
    id: 'latencyP50Seconds',
    slug: 'p50',
    title: 'Latency p50',
    explanation: 'half of all responses came within this time',
    change: { worse: 'takes {share} longer at p50', better: 'takes {share} less time at p50' },
    changeAfter: { worse: 'longer', better: 'less' },
    unit: 'seconds',
    direction: 'lower',
    loop: 'rate',
    from: ['latencyP50Seconds'],
    isFitted: false,
    movesWithMachine: true,
    minimumEffect: 0.05,
    runDiffThreshold: null,
    isCompared: false,
  },
  {
    id: 'latencyP90Seconds',
    slug: 'p90',
    title: 'Latency p90',
    explanation: '90 % of all responses came within this time',
    change: { worse: 'takes {share} longer at p90', better: 'takes {share} less time at p90' },
    changeAfter: { worse: 'longer', better: 'less' },
    unit: 'seconds',
    direction: 'lower',
    loop: 'rate',
    from: ['latencyP90Seconds'],
    isFitted: false,
    movesWithMachine: true,
    minimumEffect: 0.05,
    runDiffThreshold: null,
    isCompared: false,
  },
  {
    id: 'latencyP99Seconds',
    slug: 'p99',
    title: 'Latency p99',
    explanation: '99 % of all responses came within this time',
    change: { worse: 'takes {share} longer at p99', better: 'takes {share} less time at p99' },
    changeAfter: { worse: 'longer', better: 'less' },
    unit: 'seconds',
    direction: 'lower',
    loop: 'rate',
    from: ['latencyP99Seconds'],
    isFitted: false,
    movesWithMachine: true,
    minimumEffect: 0.05,
    runDiffThreshold: 0.1,
    isCompared: true,
  },
  {
    id: 'latencyP999Seconds',
    slug: 'p99-9',
    title: 'Latency p99.9',
    explanation: '99.9 % of all responses came within this time',
    change: { worse: 'takes {share} longer at p99.9', better: 'takes {share} less time at p99.9' },
    changeAfter: { worse: 'longer', better: 'less' },
    unit: 'seconds',
    direction: 'lower',
    loop: 'rate',
    from: ['latencyP999Seconds'],
    isFitted: false,
    movesWithMachine: true,
    minimumEffect: 0.1,
    runDiffThreshold: null,
    isCompared: false,
  },
  {
    id: 'peakMemoryBytes',
    slug: 'peak-memory',
    title: 'Peak memory',
    explanation: 'resident memory of the whole process tree',
    change: { worse: 'needs {share} more memory', better: 'needs {share} less memory' },
    changeAfter: { worse: 'more', better: 'less' },
    unit: 'bytes',
    direction: 'lower',
    loop: null,
    from: ['peakMemoryBytes'],
    isFitted: false,
    movesWithMachine: false,
    minimumEffect: 0.05,
    runDiffThreshold: 0.1,
    isCompared: true,
  },
] as const satisfies readonly MetricRow[];

export type MetricId = (typeof rows)[number]['id'];
export type FittedMetricId = Extract<(typeof rows)[number], { isFitted: true }>['id'];
export interface Metric extends MetricRow {
  id: MetricId;
}

export const metrics: readonly Metric[] = rows;
export const metricIds = rows.map(({ id }) => id) as [MetricId, ...MetricId[]];
export const fittedMetrics = rows.flatMap(({ id, isFitted }) => (isFitted ? [id] : []));
/** Names of the metrics in addresses. */
export const metricSlugs = byMetric(({ slug }) => slug);

export function metricOf(id: MetricId): Metric {
  const found = metrics.find((metric) => metric.id === id);
  if (!found) throw new RangeError(`no metric ${id}`);
  return found;
}

/** Reads one property of every metric. */
export function byMetric<Value>(read: (metric: Metric) => Value): Record<MetricId, Value> {
  return Object.fromEntries(metrics.map((metric) => [metric.id, read(metric)])) as Record<MetricId, Value>;
}

/** Whether it is a latency of a load at a rate over connections that stay open. */
export function isRateLatency(id: MetricId, shape: LoadShape): boolean {
  return hasRate(shape) && shape.connection === 'keep-alive' && id.startsWith('latency');
}

/** Whether a load of this shape gives the metric at all. */
export function shapeGives(shape: LoadShape, { loop }: Metric): boolean {
  return loop === null || loop === (hasRate(shape) ? 'rate' : 'closed');
}

/**
 * Metrics by which two targets are compared under this load. Cost per request is reported for full load only:
 * at a fixed rate it is the same work with more waiting.
 */
export function comparedMetrics(shape: LoadShape): Metric[] {
  return metrics.filter(({ isCompared, loop }) => isCompared && (loop === 'rate') === hasRate(shape));
}
