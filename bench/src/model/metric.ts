import { hasRate, type LoadShape } from './load-shape.ts';

export const metricUnits = ['perSecond', 'seconds', 'nanoseconds', 'bytes', 'ratio'] as const;
/** Which figures are better. */
export const metricDirections = ['higher', 'lower'] as const;

/** What a cell's rounds hold, column by column. The unit is in the name; the direction is here. */
export interface Metric {
  id: MetricId;
  title: string;
  unit: (typeof metricUnits)[number];
  direction: (typeof metricDirections)[number];
  /**
   * Whose rounds have it: those of a closed loop (wrk, or oha that counts requests) or those at a rate (oha); `null`
   * where all have. A closed loop's waiting times leave out the clients that would not have waited.
   */
  loop: 'closed' | 'rate' | null;
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
  { id: 'throughputPerSecond', title: 'Throughput', unit: 'perSecond', direction: 'higher', loop: 'closed' },
  {
    id: 'cpuPerRequestNanoseconds',
    title: 'CPU time per request',
    unit: 'nanoseconds',
    direction: 'lower',
    loop: null,
  },
  { id: 'latencyP50Seconds', title: 'Latency p50', unit: 'seconds', direction: 'lower', loop: 'rate' },
  { id: 'latencyP90Seconds', title: 'Latency p90', unit: 'seconds', direction: 'lower', loop: 'rate' },
  { id: 'latencyP99Seconds', title: 'Latency p99', unit: 'seconds', direction: 'lower', loop: 'rate' },
  { id: 'latencyP999Seconds', title: 'Latency p99.9', unit: 'seconds', direction: 'lower', loop: 'rate' },
  { id: 'peakMemoryBytes', title: 'Peak memory', unit: 'bytes', direction: 'lower', loop: null },
];

export function metricOf(id: MetricId): Metric {
  const found = metrics.find((metric) => metric.id === id);
  if (!found) throw new RangeError(`no metric ${id}`);
  return found;
}

/** Whether a load of this shape gives the metric at all. */
export function shapeGives(shape: LoadShape, { loop }: Metric): boolean {
  return loop === null || loop === (hasRate(shape) ? 'rate' : 'closed');
}
