import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { mean, standardDeviation } from './moments.ts';

/** Student's t distribution; a browser supplies its own implementation. */
export interface StudentT {
  /** `degrees` is a whole number above 0, `probability` in (0, 1). */
  quantile(probability: number, degrees: number): number;
  cdf(statistic: number, degrees: number): number;
}

/** Quantile of Student's t. `probability` in (0, 1), `degrees` of freedom above 0. */
export function tQuantile(probability: number, degrees: number): number {
  const key = `${probability} ${degrees}`;
  const known = quantiles.get(key) ?? quantile(probability, degrees);
  // Few distinct quantiles are needed, each a hundred thousand times over a history.
  if (quantiles.size < MOST_QUANTILES) quantiles.set(key, known);
  return known;
}

const quantiles = new Map<string, number>();
const MOST_QUANTILES = 1_000;

export const studentT: StudentT = { quantile: tQuantile, cdf };

/** Two-sided p of a t statistic. An infinite statistic (no spread, some difference) has p = 0. */
export function twoSidedP(statistic: number, degrees: number): number {
  if (!Number.isFinite(statistic)) return 0;
  return 2 * cdf(-Math.abs(statistic), degrees);
}

interface Interval {
  estimate: number;
  low: number;
  high: number;
}

/** Mean with its t interval; `null` with fewer than two values, which say nothing about their spread. */
export function tInterval(values: readonly number[], confidence = 0.95): Interval | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  const halfWidth =
    (tQuantile((1 + confidence) / 2, values.length - 1) * standardDeviation(values)) /
    Math.sqrt(values.length);
  return { estimate: centre, low: centre - halfWidth, high: centre + halfWidth };
}

/**
 * Geometric mean of positive values with the t interval of their logarithms: the right one for ratios and for
 * anything that varies in proportion. `null` with fewer than two values.
 */
export function geometricInterval(values: readonly number[], confidence = 0.95): Interval | null {
  const interval = tInterval(values.map(Math.log), confidence);
  return (
    interval && {
      estimate: Math.exp(interval.estimate),
      low: Math.exp(interval.low),
      high: Math.exp(interval.high),
    }
  );
}
