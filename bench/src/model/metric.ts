/** What a cell's rounds hold, column by column. The unit is in the name; the direction is here. */
export interface Metric {
  id: MetricId;
  title: string;
  unit: 'perSecond' | 'seconds' | 'nanoseconds' | 'bytes' | 'ratio';
  direction: 'higher' | 'lower';
  /** The loader whose rounds have it; `null` where every loader's do. Percentiles of two loaders never mix. */
  loader: 'wrk' | 'oha' | null;
}

export const metricIds = [
  'throughputPerSecond',
  'cpuPerRequestNanoseconds',
  'latencyP50Seconds',
  'latencyP90Seconds',
  'latencyP99Seconds',
  'latencyP999Seconds',
  'peakMemoryBytes',
] as const;
export type MetricId = (typeof metricIds)[number];

export const metrics: readonly Metric[] = [
  { id: 'throughputPerSecond', title: 'Throughput', unit: 'perSecond', direction: 'higher', loader: 'wrk' },
  {
    id: 'cpuPerRequestNanoseconds',
    title: 'CPU time per request',
    unit: 'nanoseconds',
    direction: 'lower',
    loader: null,
  },
  { id: 'latencyP50Seconds', title: 'Latency p50', unit: 'seconds', direction: 'lower', loader: 'oha' },
  { id: 'latencyP90Seconds', title: 'Latency p90', unit: 'seconds', direction: 'lower', loader: 'oha' },
  { id: 'latencyP99Seconds', title: 'Latency p99', unit: 'seconds', direction: 'lower', loader: 'oha' },
  { id: 'latencyP999Seconds', title: 'Latency p99.9', unit: 'seconds', direction: 'lower', loader: 'oha' },
  { id: 'peakMemoryBytes', title: 'Peak memory', unit: 'bytes', direction: 'lower', loader: null },
];

export function metricOf(id: MetricId): Metric {
  const found = metrics.find((metric) => metric.id === id);
  if (!found) throw new RangeError(`no metric ${id}`);
  return found;
}
