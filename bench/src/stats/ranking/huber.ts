import { median } from '../quantile.ts';

/** Multiple of the values' spread beyond which the weight of one falls with its distance (Huber 1964). */
const LIMIT = 1.5;
/** Ratio of the standard deviation of a normal distribution to its median absolute deviation. */
const SPREAD_OF_MEDIAN = 1.4826;
const MOST_STEPS = 200;
const CLOSE_ENOUGH = 1e-9;

/**
 * Returns the weight of each residual: 1, or less where it lies far outside of what most of them span.
 *
 * @param shrunk what a fit left of the deviations' size; 1 if they are many for each fitted value
 */
export function huberWeights(residuals: readonly number[], shrunk = 1): number[] {
  const limit = (LIMIT / shrunk) * SPREAD_OF_MEDIAN * median(residuals.map(Math.abs));
  return residuals.map((residual) =>
    limit > 0 && Math.abs(residual) > limit ? limit / Math.abs(residual) : 1,
  );
}

/**
 * Returns the middle of some values: their mean, but for those far outside, which pull less (Huber's M-estimator of
 * location). Where half of the values agree, it is what they agree on.
 *
 * @param values at least one, all finite
 */
export function huberMiddle(values: readonly number[]): number {
  let middle = median(values);
  for (let step = 0; step < MOST_STEPS; step++) {
    const residuals = values.map((value) => value - middle);
    if (median(residuals.map(Math.abs)) === 0) return middle;
    const shift = weightedMean(residuals, huberWeights(residuals));
    middle += shift;
    if (Math.abs(shift) < CLOSE_ENOUGH) break;
  }
  return middle;
}

/** @param weights one per value, all above 0 */
export function weightedMean(values: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  let total = 0;
  values.forEach((value, place) => {
    const weight = weights[place] ?? 1;
    sum += value * weight;
    total += weight;
  });
  return sum / total;
}
