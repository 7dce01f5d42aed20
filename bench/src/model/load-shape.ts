import { z } from 'zod';
import { REQUEST_TIMEOUT_SECONDS } from './method.ts';

/**
 * Who sends requests, and how they arrive. Any loader may be named: which there are, and how each can make requests
 * arrive, is said in `load/`, and asked where a profile is read. So a result outlives the loader that it was measured
 * with. A load shape is its own identity: two cells compare only if their shapes have the same id, which is made from
 * what the shape says, so that an id can never mean two things.
 */
const shared = {
  /** Without a hyphen, which parts the words of an id. */
  loader: z.string().regex(/^[a-z][a-z0-9]*$/, 'lower case letters and digits'),
  connections: z.number().int().min(1).max(10_000),
  connection: z.enum(['keep-alive', 'close']).default('keep-alive'),
  /** How long a response may take before it counts as an error, where that is not the method's own limit. */
  timeoutSeconds: z.number().int().min(1).max(300).optional(),
};
/** Where a shape has a duration of its own, whatever the profile says. */
const ownSeconds = { seconds: z.number().int().min(1).max(600).optional() };

/** Every connection sends its next request as soon as the last is answered. */
export const closedLoop = z.strictObject({ ...shared, ...ownSeconds });

/** Requests leave on a schedule, and latency counts from when each was due. */
const fixedRate = z.strictObject({
  ...shared,
  ...ownSeconds,
  rate: z.union([
    z.strictObject({ perSecond: z.number().positive().max(1_000_000) }),
    /** A share of the target's own capacity: the median throughput of the closed loop in the same run. */
    z.strictObject({ shareOfCapacity: z.number().positive().max(1) }),
  ]),
});

/** A closed loop that ends after so many requests instead of after a time. */
const fixedCount = z.strictObject({
  ...shared,
  requests: z.number().int().min(1).max(10_000_000),
});

export const loadShapeSchema = z.union([closedLoop, fixedRate, fixedCount]);
export type LoadShape = z.infer<typeof loadShapeSchema>;
export type FixedRateShape = z.infer<typeof fixedRate>;
export type FixedCountShape = z.infer<typeof fixedCount>;
export type ClosedLoopShape = z.infer<typeof closedLoop>;

/** How requests arrive: what a loader can do, or cannot. */
const arrivals = ['closed', 'rate', 'count'] as const;
export type Arrival = (typeof arrivals)[number];

export function arrivalOf(shape: LoadShape): Arrival {
  if (hasRate(shape)) return 'rate';
  return 'requests' in shape ? 'count' : 'closed';
}

/** Requests leave when they are due, not when the last one is answered: what latency is told of. */
export function hasRate(shape: LoadShape): shape is FixedRateShape {
  return 'rate' in shape;
}

/** How long the loader waits for one response. */
export function timeoutOf(shape: LoadShape): number {
  return shape.timeoutSeconds ?? REQUEST_TIMEOUT_SECONDS;
}

/** `wrk-64`, `wrk-1000-close-3s`, `oha-64-rate-1000`, `oha-64-rate-50pct`, `oha-8-close-n80000`. */
export function loadShapeId(shape: LoadShape): string {
  const parts = [shape.loader, String(shape.connections)];
  if (shape.connection === 'close') parts.push('close');
  if (hasRate(shape)) {
    parts.push(
      'rate',
      'perSecond' in shape.rate
        ? String(shape.rate.perSecond)
        : `${Math.round(shape.rate.shareOfCapacity * 100)}pct`,
    );
  }
  if ('requests' in shape) parts.push(`n${shape.requests}`);
  else if (shape.seconds !== undefined) parts.push(`${shape.seconds}s`);
  if (shape.timeoutSeconds !== undefined) parts.push('timeout', `${shape.timeoutSeconds}s`);
  return parts.join('-');
}
