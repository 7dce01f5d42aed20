import {
  type Cell,
  type Estimate,
  hasBlocks,
  isRanked,
  type LookedAt,
  looksOf,
  type Metric,
  type MetricId,
  type Run,
  type TargetRun,
} from '../model/index.ts';
import { RANK_ERROR_RATE, type TablePair, tablePairs } from '../stats/index.ts';
import { shownEstimates } from './cells.ts';
import { tableFigures } from './levels.ts';
import { sliceScatter } from './slice-scatter.ts';

/** The error rate of each table of a run: each look has an even share of it. */
export function tableErrorRate(run: LookedAt): number {
  return RANK_ERROR_RATE / looksOf(run);
}

/** A measured cell of a table, with its target variant. */
interface TableCell {
  id: string;
  kind: TargetRun['kind'];
  cell: Cell;
}

/** The figures of a table. */
interface EstimatedTable {
  /** What the table shows of each target variant, by block. */
  figures: Map<string, Map<number, number>>;
  /** Median and interval of each that has a figure. */
  estimates: Map<string, Estimate>;
  /** Variance between blocks that the scatter of slices explains, of each target variant where it is known. */
  scatter: Map<string, number>;
}

/** The figures of a table, and which of its targets can be compared with each other. */
interface ComparedTable extends Pick<EstimatedTable, 'figures' | 'estimates'> {
  /** Target variants that compete: frameworks, or all if there are only platforms. */
  ranked: string[];
  /** Platforms beside frameworks: they show what the machine can do, and do not compete. */
  references: string[];
  /** Every pair of those that are ranked. */
  pairs: TablePair[];
  /** Every pair of a platform with any other: tested among all, since they are outside the ranking. */
  referencePairs(): TablePair[];
}

/**
 * Estimates the figures of a table, for all who show them, so that a figure has the same interval everywhere.
 *
 * @param cells cells of one scenario and load shape
 */
export function estimatedTable(
  { profile }: Pick<Run, 'profile'>,
  cells: readonly Pick<TableCell, 'id' | 'cell'>[],
  metric: MetricId,
): EstimatedTable {
  const table = tableFigures({ profile }, cells, metric);
  const scatter = hasBlocks(profile) ? sliceScatter(cells, metric) : new Map<string, number>();
  return { figures: table.figures, estimates: shownEstimates(table, cells, scatter), scatter };
}

/**
 * Compares the targets of a table. Rankings, pairs and factors all come from here, so that they say the same.
 *
 * @param cells cells of one scenario and load shape
 */
export function comparedTable(run: LookedAt, cells: readonly TableCell[], metric: Metric): ComparedTable {
  const { figures, estimates, scatter } = estimatedTable(run, cells, metric.id);
  const series = cells.flatMap(({ id, kind, cell }) => {
    const byBlock = figures.get(id);
    return isRanked(cell) && byBlock && byBlock.size > 0
      ? [{ id, kind, byBlock, scatter: scatter.get(id) }]
      : [];
  });
  const frameworks = series.filter(({ kind }) => kind !== 'platform');
  const field = frameworks.length > 0 ? frameworks : series;
  const ranked = new Set(field.map(({ id }) => id));
  const errorRate = tableErrorRate(run);
  return {
    figures,
    estimates,
    ranked: [...ranked],
    references: series.flatMap(({ id }) => (ranked.has(id) ? [] : [id])),
    pairs: tablePairs(field, errorRate),
    referencePairs: () =>
      tablePairs(series, errorRate).filter(({ a, b }) => !(ranked.has(a) && ranked.has(b))),
  };
}
