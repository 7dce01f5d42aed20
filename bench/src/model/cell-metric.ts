import type { CellColumn, MissingReason } from './cell-columns.ts';
import { type FittedMetricId, type MetricId, metricOf, shapeGives } from './metric.ts';
import type { Cell } from './run.ts';

/**
 * Computes metrics from a cell's columns. Everything that shows, ranks or compares figures uses this module,
 * so that a figure means the same everywhere.
 */

/** One figure per block, in the order of `cell.rounds.round`; `null` for a block without one. */
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

/** One figure, from the columns that the metric is made of. */
export function metricOfColumns(
  values: Readonly<Partial<Record<CellColumn, number | null>>>,
  metric: MetricId,
): number | null {
  const [over, under] = metricOf(metric).from;
  return quotient(values[over] ?? null, under === undefined ? undefined : (values[under] ?? null));
}

/** @param under `undefined` if the metric is a single column */
function quotient(over: number | null, under: number | null | undefined): number | null {
  if (under === undefined || over === null) return over;
  return under === null || under === 0 ? null : over / under;
}

/**
 * Figures by the number of the block in the run, which pairs two cells; blocks without a figure are left out.
 */
export function metricByBlock(cell: Cell, metric: MetricId): Map<number, number> {
  const byBlock = new Map<number, number>();
  metricValues(cell, metric).forEach((value, index) => {
    const block = cell.rounds.round[index];
    if (value !== null && block !== undefined) byBlock.set(block, value);
  });
  return byBlock;
}

/** The reason why no block of a cell has the metric. Call it only if none has. */
export function metricMissingReason(cell: Cell, metric: MetricId): MissingReason {
  if (!shapeGives(cell.loadShape, metricOf(metric))) return 'not-reported-by-loader';
  for (const column of metricOf(metric).from) {
    const reason = cell.missing[column];
    if (reason !== undefined) return reason;
  }
  return cell.rounds.round.length === 0 || cell.failures.length > 0
    ? 'start-failed'
    : 'not-reported-by-loader';
}
