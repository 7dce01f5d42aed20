import type { Estimate } from '../model/index.ts';
import { CONFIDENCE } from './moments.ts';
import { ascending, quantileOfSorted } from './quantile.ts';
import { BUCKET_STEP, isOfEqual, varianceOrRounding } from './rounded-figures.ts';
import { geometricInterval, tInterval, tQuantile } from './student-t.ts';

/** From this many values on, order statistics alone reach the confidence (1 − 2 · 0.5⁶ = 96.9 %). */
export const ORDER_STATISTIC_VALUES = 6;

/**
 * Computes the median of values with its 95 % interval.
 *
 * With six values or more the interval runs between two order statistics (the exact, distribution-free
 * interval for a median: David & Nagaraja, Order Statistics, 3rd ed., 7.1). With two to five it is the t
 * interval of the logarithms (of the values themselves if one is not positive), which always contains the
 * median at these sizes; `tableEstimates` does better where a table surrounds them. With one value there is none, and
 * where two agree, as rounded ones may; where more do, it is that of their rounding.
 *
 * @param values one per block, at least one, all finite
 * @param step in which they are told, as a share of them; `null` for counts so coarse that equal ones have no interval
 */
export function estimate(values: readonly number[], step: number | null = BUCKET_STEP): Estimate {
  if (values.length === 0) throw new RangeError('an estimate needs at least one value');
  if (!values.every(Number.isFinite)) throw new RangeError('an estimate needs finite values');
  const sorted = ascending(values);
  const count = sorted.length;
  const middle = quantileOfSorted(sorted, 0.5);
  if (count === 1) return { median: middle, low: null, high: null, count };
  if (agree(sorted)) return { median: middle, ...roundingInterval(middle, count, step), count };
  if (count >= ORDER_STATISTIC_VALUES) {
    const rank = medianIntervalRank(count, CONFIDENCE);
    return { median: middle, low: sorted[rank] as number, high: sorted[count - 1 - rank] as number, count };
  }
  const interval = sorted.every((value) => value > 0)
    ? geometricInterval(sorted, CONFIDENCE)
    : tInterval(sorted, CONFIDENCE);
  return { median: middle, low: interval?.low ?? null, high: interval?.high ?? null, count };
}

function agree(sorted: readonly number[]): boolean {
  const [first, last] = [sorted[0] as number, sorted.at(-1) as number];
  return first === last || (first > 0 && isOfEqual(Math.log(last / first) ** 2));
}

/** The interval of values that agree. Nothing is known of the step of what has no logarithm. */
function roundingInterval(
  middle: number,
  count: number,
  step: number | null,
): Pick<Estimate, 'low' | 'high'> {
  if (step === null || count === 2 || middle <= 0) return { low: null, high: null };
  const half =
    count >= ORDER_STATISTIC_VALUES
      ? step / 2
      : tQuantile((1 + CONFIDENCE) / 2, count - 1) * Math.sqrt(varianceOrRounding(0, step) / count);
  return { low: middle * Math.exp(-half), high: middle * Math.exp(half) };
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
