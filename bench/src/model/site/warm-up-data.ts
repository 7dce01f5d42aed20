import { z } from 'zod';
import { manifestSchema } from '../manifest.ts';
import { cellFields, estimateSchema, runSchema, targetId } from '../run.ts';
import { count, identifier, label, perSecond, ratio, runName } from '../units.ts';
import { rankSchema } from './ranking-data.ts';
import { siteVersion } from './site-version.ts';

/** What a fresh start costs before its steady state. Lower is better for all. */
const warmUpMetrics = [
  { id: 'warmupSeconds', unit: 'seconds' },
  { id: 'warmupRequests', unit: 'count' },
  { id: 'warmupWorstLatencySeconds', unit: 'seconds' },
] as const;
export type WarmUpMetricId = (typeof warmUpMetrics)[number]['id'];
export const warmUpMetricIds = warmUpMetrics.map(({ id }) => id) as [WarmUpMetricId, ...WarmUpMetricId[]];

/** Fewer fresh starts give no rank. */
export const WARM_UP_STARTS = 5;
/** The steady level of a start is the median of this many seconds at the end of its warm-up. */
export const STEADY_LEVEL_SECONDS = 5;
/** A start reaches its steady level in the first second from which this many seconds in a row … */
export const REACHED_WINDOW_SECONDS = 3;
/** … average at least this share of that level. */
export const REACHED_RATIO = 0.9;
/** The worst latency is taken over this many first seconds. */
export const FIRST_SECONDS = 10;

/** The steady level of a start, and when it was reached. */
interface ReachedLevel {
  steadyPerSecond: number;
  /** Index of the second from which it holds. */
  second: number;
}

/**
 * Finds the steady level of one start from its throughput second by second; `null` if it answered nothing, or never
 * stayed at that level.
 */
export function reachedLevel(throughputPerSecond: readonly number[]): ReachedLevel | null {
  const last = throughputPerSecond.slice(-STEADY_LEVEL_SECONDS).sort((a, b) => a - b);
  const half = last.length / 2;
  const steady =
    last.length === 0 ? 0 : ((last[Math.ceil(half) - 1] as number) + (last[Math.floor(half)] as number)) / 2;
  if (!(steady > 0)) return null;
  const second = throughputPerSecond.findIndex((_, place) => {
    const window = throughputPerSecond.slice(place, place + REACHED_WINDOW_SECONDS);
    return window.reduce((sum, value) => sum + value, 0) / window.length >= REACHED_RATIO * steady;
  });
  return second < 0 ? null : { steadyPerSecond: steady, second };
}

/** One figure with its rank among the others; `null` if it has none. */
const figureSchema = z.strictObject({ estimate: estimateSchema, rank: rankSchema.nullable() });
const figuresSchema = z.strictObject({
  /** The first second of load at the steady level; 1 if it is there at once. */
  warmupSeconds: figureSchema,
  /** The first request at the steady level; 1 if it is there at once. */
  warmupRequests: figureSchema,
  /** The longest that a request of the first ten seconds took, or of the whole warm-up where that was shorter. */
  warmupWorstLatencySeconds: figureSchema.nullable(),
});

const warmUpRowSchema = z.strictObject({
  target: targetId,
  variant: identifier,
  name: label,
  language: label,
  kind: manifestSchema.shape.kind,
  /** Fresh starts that were warmed with the scenario first. */
  starts: count,
  /** Starts whose runtime was still compiling when the time was up; the row then has no rank. */
  notWarm: count,
  figures: figuresSchema,
  /** Median over the starts. */
  steadyPerSecond: perSecond,
  /** Over the starts that were still warming up, second by second, as long as half of them were. */
  curve: z.strictObject({
    median: z.array(perSecond),
    low: z.array(perSecond),
    high: z.array(perSecond),
    /** Share of the server's CPU time that its compiling threads took; `null` if unknown. */
    compiling: z.array(ratio.nullable()),
  }),
});
export type WarmUpRow = z.infer<typeof warmUpRowSchema>;

const warmUpTableSchema = z.strictObject({
  run: runName,
  startedAt: runSchema.shape.startedAt,
  profile: identifier,
  blocks: count,
  ...cellFields,
  /** How long a warm-up of the run may last. */
  maxSeconds: count,
  /** Rows ranked by the time that they take, then those without a rank. */
  rows: z.array(warmUpRowSchema),
});
export type WarmUpTable = z.infer<typeof warmUpTableSchema>;

/** How the targets of a machine warm up, from the newest runs with such figures. */
export const warmUpDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  machine: identifier,
  tables: z.array(warmUpTableSchema),
});
export type WarmUpData = z.infer<typeof warmUpDataSchema>;
