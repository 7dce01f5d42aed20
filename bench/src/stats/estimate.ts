import type { Estimate } from '../model/index.ts';
import { CONFIDENCE } from './moments.ts';
import { ascending, quantileOfSorted } from './quantile.ts';
import { geometricInterval, tInterval } from './student-t.ts';

/** From this many values on, order statistics alone reach the confidence (1 − 2 · 0.5⁶ = 96.9 %). */
export const ORDER_STATISTIC_VALUES = 6;

/**
 * Computes the median of values with its 95 % interval.
 *
 * With six values or more the interval runs between two order statistics (the exact, distribution-free
 * interval for a median: David & Nagaraja, Order Statistics, 3rd ed., 7.1). With two to five it is the t
 * interval of the logarithms (of the values themselves if one is not positive), which always contains the
 * median at these sizes; `tableEstimates` does better where a table surrounds them. With one value there is none.
 *
 * @param values one per block, at least one, all finite
 */
export function estimate(values: readonly number[]): Estimate {
  if (values.length === 0) throw new RangeError('an estimate needs at least one value');
  if (!values.every(Number.isFinite)) throw new RangeError('an estimate needs finite values');
  const sorted = ascending(values);
  const count = sorted.length;
  const middle = quantileOfSorted(sorted, 0.5);
  if (count === 1) return { median: middle, low: null, high: null, count };
  if (count >= ORDER_STATISTIC_VALUES) {
    const rank = medianIntervalRank(count, CONFIDENCE);
    return { median: middle, low: sorted[rank] as number, high: sorted[count - 1 - rank] as number, count };
  }
  const interval = sorted.every((value) => value > 0)
    ? geometricInterval(sorted, CONFIDENCE)
    : tInterval(sorted, CONFIDENCE);
  // That two values agree, as rounded ones may, proves nothing.
  if (interval === null || (count === 2 && sorted[0] === sorted[1]))
    return { median: middle, low: null, high: null, count };
  return { median: middle, low: interval.low, high: interval.high, count };
}

/**
 * The largest k for which the k-th smallest and k-th largest of n values (k from 0) enclose the median with
 * at least the confidence: P(k + 1 ≤ B ≤ n − k − 1) for B binomial (n, ½).
 */
export function medianIntervalRank(n: number, confidence: number): number {
  let tail = 0.5 ** n;
  let term = tail;
  let rank = 0;
  while (rank + 1 < n / 2) {
    term = (term * (n - rank)) / (rank + 1);
    if (1 - 2 * (tail + term) < confidence) break;
    tail += term;
    rank += 1;
  }
  return rank;
}
