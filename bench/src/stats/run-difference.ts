import type { Metric } from '../model/index.ts';
import { falseDiscoveryAdjusted } from './false-discovery.ts';
import { CONFIDENCE, mean, sizeOfRatio, standardDeviation } from './moments.ts';
import { isOfEqual, stepOf, varianceOrRounding } from './rounded-figures.ts';
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

/** What two runs are compared by. */
export interface ComparedMetric extends Pick<Metric, 'direction' | 'unit'> {
  /** Share by which a figure must differ to count. */
  threshold: number;
}

/**
 * Compares the geometric means of two runs, with the t interval of the difference of their logarithms. The
 * degrees of freedom are those of the run with fewer values: fewer than Welch's, so the interval is never too
 * narrow.
 *
 * @returns `null` if two values agree in both, as rounded ones may: they say nothing of how far they scatter
 */
export function logDifference(
  before: LogSummary,
  after: LogSummary,
  { direction, threshold, unit }: ComparedMetric,
  student: StudentT,
): LogDifference | null {
  const centre = (direction === 'lower' ? 1 : -1) * (after.centre - before.centre);
  const degrees = Math.min(before.count, after.count) - 1;
  const summaries = [before, after];
  if (degrees < 2 && summaries.every(({ deviation }) => isOfEqual(deviation ** 2))) return null;
  const error = Math.sqrt(
    summaries.reduce((sum, { centre: level, deviation, count }) => {
      const step = stepOf(unit, Math.exp(level));
      return sum + varianceOrRounding(deviation ** 2, step) / count;
    }, 0),
  );
  const half = student.quantile((1 + CONFIDENCE) / 2, degrees) * error;
  const [size, least] = [Math.abs(centre), Math.log(1 + threshold)];
  // The larger of the two tails where it is tested at its edge: with few degrees of freedom, the other counts as well.
  const tails = student.cdf((least - size) / error, degrees) + student.cdf((-least - size) / error, degrees);
  return {
    ratio: Math.exp(centre),
    low: Math.exp(centre - half),
    high: Math.exp(centre + half),
    p: Math.min(1, tails),
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
