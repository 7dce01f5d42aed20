import { z } from 'zod';
import { isPlainLine, isPlainText } from '../util/text.ts';

/**
 * Numbers with a unit in their name. A missing number is `null` beside a typed reason, never -1, 0 or another
 * statistic.
 */
export const count = z.number().int().nonnegative();

/**
 * Whether a number may be a measured quantity, in any unit: 0, or of a size that quotients, logarithms and their
 * intervals can be computed with. Otherwise one file of 1e-320 seconds would make figures of others infinite.
 */
function isMeasurable(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-12 && size <= 1e18);
}
const NOT_MEASURABLE = '0, or a number from 1e-12 to 1e18';

export const seconds = z.number().nonnegative().refine(isMeasurable, NOT_MEASURABLE);

/** Refuses a column with a number that is no measured quantity. One look at a column costs less than one a number. */
export function checkMeasurable(column: readonly (number | null)[], context: z.RefinementCtx): void {
  const index = column.findIndex((value) => value !== null && !isMeasurable(value));
  if (index >= 0) context.addIssue({ code: 'custom', path: [index], message: NOT_MEASURABLE });
}

/** Refuses columns of different lengths among the values of an object; what is no column has no length. */
export function checkSameLengths(columns: object, context: z.RefinementCtx, path: string[] = []): void {
  const lengths = new Set(Object.values(columns).flatMap((one) => (Array.isArray(one) ? one.length : [])));
  if (lengths.size > 1) context.addIssue({ code: 'custom', path, message: 'columns differ in length' });
}

export const ratio = z.number().nonnegative();
export const perSecond = z.number().nonnegative();
export const bytes = z.number().int().nonnegative();

/**
 * Smallest and largest figure in the units of the metrics: a nanosecond, and nine tebibytes. Even the interval of two
 * figures at opposite ends is finite.
 */
export const LEAST_FIGURE = 1e-9;
export const MOST_FIGURE = 1e13;
/** A figure of a metric: 0 is none. */
export const metricFigure = z.number().min(LEAST_FIGURE).max(MOST_FIGURE);

/** RFC 3339 in UTC. */
export const instant = z.iso
  .datetime()
  .refine((text) => Number.isFinite(Date.parse(text)), 'an instant that a calendar has');

/** The limit leaves room for what file names join to an id. */
export const identifier = z
  .string()
  .max(128)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower case letters, digits and single hyphens');
/** Text in one line that ends up on the site: bounded, and without anything that a reader cannot see. */
export const label = z
  .string()
  .min(1)
  .max(200)
  .refine(isPlainLine, 'a line without control, direction and other hidden characters');
/** Labels with what joins them: `Gin 1.12.0`. */
export const joinedLabel = z.string().min(1).max(500).refine(isPlainLine);
const MOST_PROSE = 2_000;
/** The same in several lines. */
export const prose = z
  .string()
  .max(MOST_PROSE)
  .refine(isPlainText, 'a text without control, direction and other hidden characters');

/**
 * Where messages of programs are cut before they are stored as prose, in UTF-16 units. A result must not be refused for
 * a message that is too long, even if a few words are put around it.
 */
export const MOST_MESSAGE = MOST_PROSE - 100;

/** A word of a command, or a value in an environment: no program takes one with a NUL. */
export const commandWord = z.string().max(2_000).refine(isPlainText, 'a word without control characters');

/** Hash of files or of an image. */
export const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Name of a run or comparison: a file name and a part of an address, so it cannot leave its folder. */
export const runName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/);
