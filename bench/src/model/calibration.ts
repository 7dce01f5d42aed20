import { z } from 'zod';
import { scenarioIds } from '../scenarios/list.ts';
import { armSchema, comparedCellFields, comparisonSchema, pairValue } from './comparison.ts';
import { count, instant, label, seconds } from './units.ts';

/**
 * What `bench calibrate` measured of Pitwall itself on one machine, `results/calibrations/<machine>.json`: pairs of
 * servers that are the same, pairs of which one takes a known time longer, and latencies that are known.
 */
export const CALIBRATION_SCHEMA_VERSION = 1;

/** Turns of a loop in each request, and the share by which they make it longer than base. */
const burnSchema = z.strictObject({ turns: count, addedShare: z.number().min(0), timed: z.boolean() });
export type Burn = z.infer<typeof burnSchema>;

const calibratedArmSchema = armSchema.extend({ burn: burnSchema.optional() });

/** A comparison whose slowdown is known: with what was put in, and what it took by the servers' own clocks. */
const calibratedComparisonSchema = comparisonSchema.extend({
  pairs: z.array(z.strictObject({ base: calibratedArmSchema, head: calibratedArmSchema })).min(1),
  cells: z.array(
    z.strictObject({
      ...comparedCellFields,
      /** What the turns took in each request, in nanoseconds, one entry a pair; where they are timed. */
      burned: z.strictObject({ base: z.array(pairValue), head: z.array(pairValue) }).optional(),
    }),
  ),
});
export type CalibratedComparison = z.infer<typeof calibratedComparisonSchema>;

/** A load at a fixed rate on a server that stops every so often for so long. */
const latencyTruthSchema = z.strictObject({
  server: label,
  ratePerSecond: z.number().positive(),
  durationSeconds: seconds,
  connections: count,
  stallEveryMilliseconds: count,
  stallMilliseconds: count,
  requests: count,
  p50Seconds: seconds.nullable(),
  p99Seconds: seconds.nullable(),
  p999Seconds: seconds.nullable(),
  maxSeconds: seconds.nullable(),
});
export type LatencyTruth = z.infer<typeof latencyTruthSchema>;

/** One server entered under many names: a table in which every order is wrong. One row a block, one figure a name. */
const sameServerSchema = z.strictObject({
  server: label,
  scenario: z.enum(scenarioIds),
  startedAt: instant,
  throughputPerSecond: z.array(z.array(z.number().positive())),
  cpuPerRequestNanoseconds: z.array(z.array(z.number().positive())),
});
export type SameServerTable = z.infer<typeof sameServerSchema>;

/**
 * A server that a block would call warm and one that was under the same load for two minutes, loaded in turn: one entry
 * a pair of slices.
 */
const steadyAgreementSchema = z.strictObject({
  server: label,
  scenario: z.enum(scenarioIds),
  startedAt: instant,
  /** Until the rule said that it was warm; `null` where it never did. */
  warmSeconds: seconds.nullable(),
  longSeconds: seconds,
  warmPerSecond: z.array(z.number().positive()),
  longPerSecond: z.array(z.number().positive()),
});
export type SteadyAgreement = z.infer<typeof steadyAgreementSchema>;

export const calibrationSchema = z.strictObject({
  schemaVersion: z.literal(CALIBRATION_SCHEMA_VERSION),
  /** One a server: against itself first, then against itself with a known time added. */
  comparisons: z.array(calibratedComparisonSchema),
  latency: z.array(latencyTruthSchema),
  /** Not in calibrations before there were blocks. */
  sameServer: z.array(sameServerSchema).optional(),
  steady: z.array(steadyAgreementSchema).optional(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/**
 * Latency that this share of requests stays within, where requests are due evenly and the server answers at once but
 * for its stalls: what falls into a stall waits for the rest of it, so waits are uniform from 0 to its length.
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
