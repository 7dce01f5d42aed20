import { z } from 'zod';

/**
 * Numbers with a unit in their name. A missing number is `null` beside a typed reason, never -1, 0 or another
 * statistic.
 */
export const count = z.number().int().nonnegative();
export const seconds = z.number().nonnegative();
export const ratio = z.number().nonnegative();
export const perSecond = z.number().nonnegative();
export const bytes = z.number().int().nonnegative();
/** RFC 3339 in UTC. */
export const instant = z.iso.datetime();
export const identifier = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower case letters, digits and single hyphens');
/** Text that ends up on the site: bounded, and without control characters. */
export const label = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !/\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u.test(text), 'no control or direction characters');
export const prose = z.string().max(2_000);

/** Hash of files or of an image. */
export const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Name of a run or comparison: a file name and a part of an address, so it cannot leave its folder. */
export const runName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/);
