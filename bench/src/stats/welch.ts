import { mean, standardDeviation, twoSidedP } from './student-t.ts';

export interface Difference {
  /** Mean of the first less mean of the second. */
  difference: number;
  /** Two-sided, of «the means are the same». */
  p: number;
}

/**
 * Two means whose spreads need not be alike (Welch, "The generalization of Student's problem when several different
 * population variances are involved", 1947).
 *
 * @returns `null` where either side has fewer than two values, which say nothing about their spread
 */
export function welchDifference(a: readonly number[], b: readonly number[]): Difference | null {
  if (a.length < 2 || b.length < 2) return null;
  const difference = mean(a) - mean(b);
  const [errorA, errorB] = [squaredError(a), squaredError(b)];
  const squared = errorA + errorB;
  if (squared === 0) return { difference, p: difference === 0 ? 1 : 0 };
  const degrees = squared ** 2 / (errorA ** 2 / (a.length - 1) + errorB ** 2 / (b.length - 1));
  return { difference, p: twoSidedP(difference / Math.sqrt(squared), degrees) };
}

/** Of the mean. */
function squaredError(values: readonly number[]): number {
  return standardDeviation(values) ** 2 / values.length;
}
