import { CONFIDENCE, mean, standardDeviation } from './moments.ts';
import { varianceOrRounding } from './rounded-figures.ts';
import { tQuantile, twoSidedP } from './student-t.ts';

interface Difference {
  /** Mean of the first minus mean of the second. */
  difference: number;
  /** Two-sided p of "the means are equal". */
  p: number;
}

/**
 * Compares two means whose variances may differ (Welch, "The generalization of Student's problem when several
 * different population variances are involved", 1947).
 *
 * @param step in which the values are told, above 0: what agrees is known no better
 * @returns `null` if either side has fewer than two values, which say nothing about their spread
 */
export function welchDifference(a: readonly number[], b: readonly number[], step: number): Difference | null {
  const found = compared(a, b, step);
  if (found === null) return null;
  const { difference, error, degrees } = found;
  return { difference, p: twoSidedP(difference / error, degrees) };
}

/** Mean of the first minus mean of the second, with its 95 % interval; `null` as above. */
export function welchInterval(
  a: readonly number[],
  b: readonly number[],
  step: number,
): { difference: number; low: number; high: number } | null {
  const found = compared(a, b, step);
  if (found === null) return null;
  const { difference, error, degrees } = found;
  const half = tQuantile((1 + CONFIDENCE) / 2, degrees) * error;
  return { difference, low: difference - half, high: difference + half };
}

function compared(
  a: readonly number[],
  b: readonly number[],
  step: number,
): { difference: number; error: number; degrees: number } | null {
  if (a.length < 2 || b.length < 2) return null;
  const [ofA, ofB] = [squaredError(a, step), squaredError(b, step)];
  return {
    difference: mean(a) - mean(b),
    error: Math.sqrt(ofA + ofB),
    degrees: (ofA + ofB) ** 2 / (ofA ** 2 / (a.length - 1) + ofB ** 2 / (b.length - 1)),
  };
}

/** Squared standard error of the mean. */
function squaredError(values: readonly number[], step: number): number {
  return varianceOrRounding(standardDeviation(values) ** 2, step) / values.length;
}
