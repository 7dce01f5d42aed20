import { z } from 'zod';
import { count, seconds } from '../units.ts';

/** Shares of the requests at which a latency curve has its points, denser towards 1. */
export const curveShares: readonly number[] = [
  0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.9975, 0.999, 0.9995, 0.9999, 0.99995, 0.99999,
];

/** The latencies of one cell, all blocks together. */
export const latencyCurveSchema = z.strictObject({
  requests: count,
  blocks: count,
  /** Latency at each of `curveShares`, as far as enough requests lie beyond it. */
  seconds: z.array(seconds).min(1).max(curveShares.length),
});
export type LatencyCurve = z.infer<typeof latencyCurveSchema>;
