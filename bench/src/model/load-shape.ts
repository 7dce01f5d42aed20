import { z } from 'zod';
import { REQUEST_TIMEOUT_SECONDS } from './method.ts';

/**
 * Which loader sends requests, and how they arrive. The schema accepts any loader name; `load/` defines the
 * loaders and the arrivals that each supports, which are checked when a profile is read. A result therefore
 * outlives its loader. Two cells are compared only if their load shapes have the same id, which is made from
 * the fields of the shape, so that one id never means two things.
 */
const shared = {
  /** No hyphen, which separates the parts of an id. */
  loader: z
    .string()
    .max(30)
    .regex(/^[a-z][a-z0-9]*$/, 'lower case letters and digits'),
  connections: z.number().int().min(1).max(10_000),
  connection: z.enum(['keep-alive', 'close']).default('keep-alive'),
  /** Seconds until a response counts as an error, if not the default of the method. */
  timeoutSeconds: z.number().int().min(1).max(300).optional(),
};
/** A duration that overrides the profile's. */
const ownSeconds = { seconds: z.number().int().min(1).max(600).optional() };

/** Every connection sends its next request as soon as the last is answered. */
export const closedLoop = z.strictObject({ ...shared, ...ownSeconds });

/** Requests leave on a schedule, and latency counts from when each was due. */
const fixedRate = z.strictObject({
  ...shared,
  ...ownSeconds,
  rate: z.union([
    // A whole number, because it is part of an id.
    z.strictObject({ perSecond: z.number().int().min(1).max(1_000_000) }),
    /**
     * A share of the target's own capacity, which is the median throughput of the closed loop in the same
     * run. In whole per cents, because it is part of an id, too.
     */
    z.strictObject({
      shareOfCapacity: z
        .number()
        .min(0.01)
        .max(1)
        .refine(isWholePercent, 'whole per cents, as its id has them'),
    }),
  ]),
});

/** 0.29 · 100 is not 29 to the last digit. */
function isWholePercent(share: number): boolean {
  return Math.abs(share * 100 - Math.round(share * 100)) < 1e-9;
}

/** A closed loop that ends after so many requests instead of after a time. */
const fixedCount = z.strictObject({
  ...shared,
  requests: z.number().int().min(1).max(10_000_000),
});

/** Refuses the keys of the other arrivals by themselves, so that an error names what is wrong inside of them. */
const strictlyClosed = closedLoop.extend({ rate: z.never().optional(), requests: z.never().optional() });

export const loadShapeSchema = z.union([
  fixedRate,
  fixedCount,
  strictlyClosed as unknown as typeof closedLoop,
]);
export type LoadShape = z.infer<typeof loadShapeSchema>;
export type FixedRateShape = z.infer<typeof fixedRate>;
export type FixedCountShape = z.infer<typeof fixedCount>;
export type ClosedLoopShape = z.infer<typeof closedLoop>;

/** How requests arrive. Each loader supports some of these. */
export type Arrival = 'closed' | 'rate' | 'count';

export function arrivalOf(shape: LoadShape): Arrival {
  if (hasRate(shape)) return 'rate';
  return 'requests' in shape ? 'count' : 'closed';
}

/**
 * Whether requests leave when they are due, not when the last one is answered. Only such loads give a
 * latency.
 */
export function hasRate(shape: LoadShape): shape is FixedRateShape {
  return 'rate' in shape;
}

/** The same load with each connection sending its next request as soon as the last is answered. */
export function inClosedLoop(shape: LoadShape): LoadShape {
  if (!hasRate(shape)) return shape;
  const { rate: _, ...closed } = shape;
  return closed;
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

/** Whether the load shape of this id has a rate. */
export function isIdOfRate(loadShapeId: string): boolean {
  return loadShapeId.split('-').includes('rate');
}
