import { falseDiscoveryAdjusted } from './false-discovery.ts';
import { CONFIDENCE, mean, sizeOfRatio, standardDeviation } from './moments.ts';
import type { StudentT } from './student-t.ts';

/**
 * Summary of a figure's values for comparing two runs: number of values, and mean and standard deviation of
 * their natural logarithms.
 */
export interface LogSummary {
  centre: number;
  deviation: number;
  count: number;
}

/** Returns `null` with fewer than two values, or if a figure is not above 0. */
export function logSummary(values: readonly number[]): LogSummary | null {
  if (values.length < 2 || !values.every((value) => value > 0)) return null;
  const logs = values.map(Math.log);
  return { centre: mean(logs), deviation: standardDeviation(logs), count: values.length };
}

/** How many times worse a figure became: above 1 is worse, whatever the metric. */
export interface LogDifference {
  ratio: number;
  low: number;
  high: number;
  /** Of "it differs by no more than the threshold", either way. */
  p: number;
  threshold: number;
}

/** Below this, what differs between logarithms is how they were computed. */
const LEAST_ERROR = 1e-10;

/**
 * Compares the geometric means of two runs, with the t interval of the difference of their logarithms. The
 * degrees of freedom are those of the run with fewer values: fewer than Welch's, so the interval is never too
 * narrow.
 *
 * @param direction which way the metric is better
 * @param threshold share by which a figure must differ to count
 * @returns `null` if two values agree in both, as rounded ones may: they say nothing of how far they scatter
 */
export function logDifference(
  before: LogSummary,
  after: LogSummary,
  direction: 'higher' | 'lower',
  threshold: number,
  student: StudentT,
): LogDifference | null {
  const centre = (direction === 'lower' ? 1 : -1) * (after.centre - before.centre);
  const error = Math.hypot(
    before.deviation / Math.sqrt(before.count),
    after.deviation / Math.sqrt(after.count),
  );
  const degrees = Math.min(before.count, after.count) - 1;
  if (error < LEAST_ERROR && degrees < 2) return null;
  const half = student.quantile((1 + CONFIDENCE) / 2, degrees) * error;
  const [size, least] = [Math.abs(centre), Math.log(1 + threshold)];
  // The larger of the two tails where it is tested at its edge: with few degrees of freedom, the other counts as well.
  const tails = (): number =>
    student.cdf((least - size) / error, degrees) + student.cdf((-least - size) / error, degrees);
  return {
    ratio: Math.exp(centre),
    low: Math.exp(centre - half),
    high: Math.exp(centre + half),
    p: error === 0 ? (size > least ? 0 : 1) : Math.min(1, tails()),
    threshold,
  };
}

/** Largest expected share of chance findings among all reported differences. */
export const RUN_DIFF_ERROR_RATE = 0.05;

/**
 * Splits the differences of two runs in three: beyond the threshold, largest first; unresolved by the values,
 * widest first; and within the threshold.
 */
export function judgedDifferences<Difference extends LogDifference>(differences: readonly Difference[]) {
  const adjusted = falseDiscoveryAdjusted(differences.map(({ p }) => p));
  const significant = differences.filter((_, index) => (adjusted[index] ?? 1) <= RUN_DIFF_ERROR_RATE);
  const known = new Set(significant);
  const rest = differences.filter((one) => !known.has(one));
  const within = ({ low, high, threshold }: Difference): boolean =>
    high < 1 + threshold && low > 1 / (1 + threshold);
  const size = ({ ratio }: Difference): number => sizeOfRatio(ratio);
  const width = ({ low, high }: Difference): number => Math.log(high / low);
  return {
    significant: significant.sort((a, b) => size(b) - size(a)),
    unresolved: rest.filter((one) => !within(one)).sort((a, b) => width(b) - width(a)),
    same: rest.filter(within),
  };
}
