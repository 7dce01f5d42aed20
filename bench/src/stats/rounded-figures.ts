import type { Metric } from '../model/index.ts';

/**
 * Figures are rounded, so that all of a cell can agree, to within the error of floating point. That shows the step in
 * which they are told, and not that there is no spread: an interval of them is as wide as the step makes it.
 */

/** Widest bucket of a latency histogram of two significant digits, as a share of the latency. */
export const BUCKET_STEP = 1 / 128;
/** Widest step of five significant digits: from 1.0000 to 1.0001. */
export const DIGITS_STEP = 1e-4;
/** The same of the seven digits that a figure of a pair has. */
export const PAIR_STEP = 1e-6;
/** Memory is counted in pages. */
const PAGE_BYTES = 4_096;

/** The step in which a metric's figures are told, as a share of the figure. */
export function stepOf(unit: Metric['unit'], figure: number): number {
  if (unit === 'seconds') return BUCKET_STEP;
  return unit === 'bytes' ? Math.max(DIGITS_STEP, PAGE_BYTES / figure) : DIGITS_STEP;
}

/** Least variance of logarithms that tells anything. */
const LEAST_VARIANCE = 1e-20;

/** Whether logarithms with this variance are those of figures that agree. */
export const isOfEqual = (variance: number): boolean => variance < LEAST_VARIANCE;

/**
 * Variance of a figure's logarithm, or of a ratio's, between blocks; if all agree, that of the ratio of two figures that
 * are each rounded to the step. A figure alone has half of it, but roundings that agree are one and the same, and do not
 * average out: with this variance, the t interval of three to five figures is no narrower than the step.
 *
 * @param step as a share of the figure
 */
export function varianceOrRounding(variance: number, step: number): number {
  return isOfEqual(variance) ? step ** 2 / 6 : variance;
}
