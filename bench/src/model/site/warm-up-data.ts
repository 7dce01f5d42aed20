import { z } from 'zod';
import { manifestSchema } from '../manifest.ts';
import { estimateSchema, runSchema, targetId } from '../run.ts';
import { count, identifier, label, perSecond, ratio, runName } from '../units.ts';
import { cellFields, rankSchema, SITE_DATA_SCHEMA_VERSION } from './site-data.ts';

/** What a fresh start costs before its steady state. All are better the lower they are. */
const warmUpMetrics = [
  { id: 'warmupSeconds', unit: 'seconds' },
  { id: 'warmupRequests', unit: 'count' },
  { id: 'warmupWorstLatencySeconds', unit: 'seconds' },
] as const;
export type WarmUpMetricId = (typeof warmUpMetrics)[number]['id'];
export const warmUpMetricIds = warmUpMetrics.map(({ id }) => id) as [WarmUpMetricId, ...WarmUpMetricId[]];

/** Fewer fresh starts give no rank. */
export const WARM_UP_STARTS = 5;
/** The steady level of a start is the median of so many seconds at the end of its warm-up. */
export const STEADY_LEVEL_SECONDS = 5;
/** A start is there in the first second from which so many seconds in a row … */
export const REACHED_WINDOW_SECONDS = 3;
/** … are on average at least at this share of its steady level. */
export const REACHED_RATIO = 0.9;
/** The worst latency is that of so many first seconds. */
export const FIRST_SECONDS = 10;

/** The steady level of a start, and when it was reached. */
interface ReachedLevel {
  steadyPerSecond: number;
  /** Place of the second from which it holds, counted from 0. */
  second: number;
}

/** Of one start's throughput, second by second; `null` where it answered nothing. */
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

/** One figure with its place among the others: `null` where it has none. */
const figureSchema = z.strictObject({ estimate: estimateSchema, rank: rankSchema.nullable() });
const figuresSchema = z.strictObject({
  /** Which second of load is the first at the steady level: 1 where it is there at once. */
  warmupSeconds: figureSchema,
  /** Which request is the first at the steady level: 1 where it is there at once. */
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
  /** Of them, those whose runtime was still compiling when the time was up: then it has no rank. */
  notWarm: count,
  figures: figuresSchema,
  /** Median over the starts. */
  steadyPerSecond: perSecond,
  /** Over the starts that were still being warmed, second by second, for as long as half of them were. */
  curve: z.strictObject({
    median: z.array(perSecond),
    low: z.array(perSecond),
    high: z.array(perSecond),
    /** Share of the server's processor time that its compiling threads took; `null` where nobody can tell. */
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
  /** In order: ranked by the time that they take, then those without a rank. */
  rows: z.array(warmUpRowSchema),
});
export type WarmUpTable = z.infer<typeof warmUpTableSchema>;

/** How the targets of a machine come to their steady state, of the newest runs that tell. */
export const warmUpDataSchema = z.strictObject({
  schemaVersion: z.literal(SITE_DATA_SCHEMA_VERSION),
  machine: identifier,
  tables: z.array(warmUpTableSchema),
});
export type WarmUpData = z.infer<typeof warmUpDataSchema>;
