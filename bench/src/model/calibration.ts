import { z } from 'zod';
import { scenarioIds } from '../scenarios/list.ts';
import { checkPairs, comparedCellFields, comparisonFields, pairValue, sideSchema } from './comparison.ts';
import { count, instant, label, metricFigure, seconds } from './units.ts';

/**
 * Calibration of Pitwall itself on one machine, as `bench calibrate` measured it
 * (`results/calibrations/<machine>.json`): pairs of identical servers, pairs with a known slowdown, and known
 * latencies.
 */
export const CALIBRATION_SCHEMA_VERSION = 1;

/** Iterations of a loop in each request, and the share by which they make it longer than in base. */
const burnSchema = z.strictObject({
  iterations: count,
  addedShare: z.number().min(0).max(1_000),
  timed: z.boolean(),
});
export type Burn = z.infer<typeof burnSchema>;

const calibratedSideSchema = sideSchema.extend({ burn: burnSchema.optional() });

/** A comparison with a known slowdown: what was added, and how long it took by the servers' own clocks. */
const calibratedComparisonSchema = z
  .strictObject({
    ...comparisonFields,
    pairs: z.array(z.strictObject({ base: calibratedSideSchema, head: calibratedSideSchema })).min(1),
    cells: z.array(
      z.strictObject({
        ...comparedCellFields,
        /**
         * Nanoseconds that the iterations took in each request, one entry per pair; present if they are timed.
         */
        burned: z.strictObject({ base: z.array(pairValue), head: z.array(pairValue) }).optional(),
      }),
    ),
  })
  .superRefine(checkPairs);
export type CalibratedComparison = z.infer<typeof calibratedComparisonSchema>;

/** A load at a fixed rate on a server that stalls at known intervals for a known time. */
const latencyTruthSchema = z.strictObject({
  server: label,
  ratePerSecond: metricFigure,
  durationSeconds: seconds.min(1e-3),
  connections: count,
  stallEveryMilliseconds: count.min(1),
  stallMilliseconds: count,
  requests: count,
  p50Seconds: seconds.nullable(),
  p99Seconds: seconds.nullable(),
  p999Seconds: seconds.nullable(),
  maxSeconds: seconds.nullable(),
});
export type LatencyTruth = z.infer<typeof latencyTruthSchema>;

/**
 * One server entered under many names: any order in its table is wrong. One row per block, one figure per
 * name.
 */
const sameServerSchema = z.strictObject({
  server: label,
  scenario: z.enum(scenarioIds),
  startedAt: instant,
  throughputPerSecond: z.array(z.array(metricFigure)),
  cpuPerRequestNanoseconds: z.array(z.array(metricFigure)),
});
export type SameServerTable = z.infer<typeof sameServerSchema>;

/**
 * A server that a block considers warm, and one that was under the same load for two minutes, loaded in turn.
 * One entry per pair of slices.
 */
const steadyAgreementSchema = z.strictObject({
  server: label,
  scenario: z.enum(scenarioIds),
  /** Scenarios that it was warmed with in one load before `scenario` was confirmed. */
  together: z.array(z.enum(scenarioIds)).optional(),
  startedAt: instant,
  /** Seconds until the rule considered it warm; `null` if it never did. */
  warmSeconds: seconds.nullable(),
  longSeconds: seconds,
  warmPerSecond: z.array(metricFigure),
  longPerSecond: z.array(metricFigure),
  /** Processor time of the server per response, as far as it is known. */
  warmCpuNanoseconds: z.array(metricFigure).optional(),
  longCpuNanoseconds: z.array(metricFigure).optional(),
});
export type SteadyAgreement = z.infer<typeof steadyAgreementSchema>;

export const calibrationSchema = z.strictObject({
  schemaVersion: z.literal(CALIBRATION_SCHEMA_VERSION),
  /** Comparisons of each server: first with itself, then with itself and a known time added. */
  comparisons: z.array(calibratedComparisonSchema),
  latency: z.array(latencyTruthSchema),
  /** Absent from calibrations made before blocks existed. */
  sameServer: z.array(sameServerSchema).optional(),
  steady: z.array(steadyAgreementSchema).optional(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/**
 * Latency that this share of requests stays within, if requests are due evenly and the server answers at once
 * except during its stalls. A request that falls into a stall waits for the rest of it, so waits are uniform
 * from 0 to the stall's length.
 */
export function knownQuantile(
  {
    durationSeconds,
    stallEveryMilliseconds,
    stallMilliseconds,
  }: Pick<LatencyTruth, 'durationSeconds' | 'stallEveryMilliseconds' | 'stallMilliseconds'>,
  probability: number,
): number {
  const stalls = Math.floor((durationSeconds * 1_000) / stallEveryMilliseconds);
  const stalled = (stalls * stallMilliseconds) / 1_000 / durationSeconds;
  return probability <= 1 - stalled
    ? 0
    : ((probability - (1 - stalled)) / stalled) * (stallMilliseconds / 1_000);
}
