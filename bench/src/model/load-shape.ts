import { z } from 'zod';

/**
 * How requests arrive. A load shape is its own identity: two cells compare only if their shapes have the same
 * id, which is made from what the shape says, so that an id can never mean two things.
 */
const shared = {
  connections: z.number().int().min(1).max(10_000),
  connection: z.enum(['keep-alive', 'close']).default('keep-alive'),
};

/** wrk: every connection sends its next request as soon as the last is answered. */
export const closedLoop = z.strictObject({ loader: z.literal('wrk'), ...shared });

/** oha: requests leave on a schedule, and latency counts from when each was due. */
export const fixedRate = z.strictObject({
  loader: z.literal('oha'),
  ...shared,
  rate: z.union([
    z.strictObject({ perSecond: z.number().positive().max(1_000_000) }),
    /** A share of the target's own capacity: the median throughput of the closed loop in the same run. */
    z.strictObject({ shareOfCapacity: z.number().positive().max(1) }),
  ]),
});

export const loadShapeSchema = z.discriminatedUnion('loader', [closedLoop, fixedRate]);
export type LoadShape = z.infer<typeof loadShapeSchema>;
export type LoaderName = LoadShape['loader'];

/** `wrk-64`, `wrk-1000-close`, `oha-64-rate-1000`, `oha-64-rate-50pct`. */
export function loadShapeId(shape: LoadShape): string {
  const parts = [shape.loader, String(shape.connections)];
  if (shape.connection === 'close') parts.push('close');
  if (shape.loader === 'oha') {
    parts.push(
      'rate',
      'perSecond' in shape.rate
        ? String(shape.rate.perSecond)
        : `${Math.round(shape.rate.shareOfCapacity * 100)}pct`,
    );
  }
  return parts.join('-');
}

/** One sentence fragment for tables: `wrk, 64 connections, closed loop`. */
export function describeLoadShape(shape: LoadShape): string {
  const connections = `${shape.connections} connection${shape.connections === 1 ? '' : 's'}`;
  const closing = shape.connection === 'close' ? ', closed after each request' : '';
  if (shape.loader === 'wrk') return `wrk, ${connections}${closing}, closed loop`;
  const rate =
    'perSecond' in shape.rate
      ? `${shape.rate.perSecond} requests/s`
      : `${Math.round(shape.rate.shareOfCapacity * 100)} % of capacity`;
  return `oha, ${connections}${closing}, fixed rate of ${rate}`;
}
