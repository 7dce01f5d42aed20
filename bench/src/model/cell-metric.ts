import { type FittedMetricId, type MetricId, metricOf, shapeGives } from './metric.ts';
import type { MissingReason, RoundColumn } from './round-columns.ts';
import type { Cell } from './run.ts';

/**
 * How a metric is made from a cell's columns: the only place that knows. Everything that shows, ranks or
 * compares figures asks here, so that a figure means the same everywhere.
 */

/** One figure a round, in the order of `cell.rounds.round`; `null` where the round has none. */
export function metricValues(cell: Cell, metric: MetricId): (number | null)[] {
  const { rounds } = cell;
  const { isFitted, from } = metricOf(metric);
  if (!shapeGives(cell.loadShape, metricOf(metric))) return rounds.round.map(() => null);
  const fitted = isFitted ? rounds[metric as FittedMetricId] : undefined;
  if (fitted !== undefined) return fitted;
  const [over, under] = from;
  return rounds.round.map((_, index) =>
    quotient(
      rounds[over]?.[index] ?? null,
      under === undefined ? undefined : (rounds[under]?.[index] ?? null),
    ),
  );
}

/** The figure of one round, from the columns that the metric is made of. */
export function metricOfRound(
  values: Readonly<Partial<Record<RoundColumn, number | null>>>,
  metric: MetricId,
): number | null {
  const [over, under] = metricOf(metric).from;
  return quotient(values[over] ?? null, under === undefined ? undefined : (values[under] ?? null));
}

/** @param under `undefined` where the metric is a column as it is */
function quotient(over: number | null, under: number | null | undefined): number | null {
  if (under === undefined || over === null) return over;
  return under === null || under === 0 ? null : over / under;
}

/** The figures of the rounds that have one, by the round's number in the run: what pairs two cells. */
export function metricByRound(cell: Cell, metric: MetricId): Map<number, number> {
  const byRound = new Map<number, number>();
  metricValues(cell, metric).forEach((value, index) => {
    const round = cell.rounds.round[index];
    if (value !== null && round !== undefined) byRound.set(round, value);
  });
  return byRound;
}

/** Why no round of a cell has the metric; only to be asked when none has. */
export function metricMissingReason(cell: Cell, metric: MetricId): MissingReason {
  if (!shapeGives(cell.loadShape, metricOf(metric))) return 'not-told-by-loader';
  for (const column of metricOf(metric).from) {
    const reason = cell.missing[column];
    if (reason !== undefined) return reason;
  }
  return cell.rounds.round.length === 0 || cell.failures.length > 0 ? 'round-failed' : 'not-told-by-loader';
}
