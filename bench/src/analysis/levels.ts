import {
  type Cell,
  hasBlocks,
  isRanked,
  type MetricId,
  metricByRound,
  metricOf,
  type Run,
} from '../model/index.ts';
import { additiveFit } from '../stats/index.ts';

/** One target variant of a table: its figures by block. */
export interface TableSeries {
  id: string;
  byRound: ReadonlyMap<number, number>;
  /** False where a mark keeps it out of the ranking: then it says nothing about what a block was like. */
  ranked: boolean;
}

/**
 * By how much each block shifts the figures of a table, as a factor: what the machine did while it went on, which all
 * targets share. Logarithms are fitted as target + block; half of the blocks lie above 1, half of them below.
 */
export function blockLevels(series: readonly TableSeries[]): Map<number, number> {
  const entries = series.flatMap(({ id, byRound, ranked }) =>
    ranked
      ? [...byRound]
          .filter(([, value]) => value > 0)
          .map(([block, value]) => ({ row: id, column: block, value: Math.log(value) }))
      : [],
  );
  if (entries.length === 0) return new Map();
  const { columns } = additiveFit(entries);
  return new Map([...columns].map(([block, shift]) => [block, Math.exp(shift)]));
}

/**
 * The figures of a table with each block's level taken out, so that they differ by no more than their targets do. The
 * ratio of two targets within a block stays what it is. A block that no ranked target has stays as it is.
 */
export function levelled(series: readonly TableSeries[]): Map<string, Map<number, number>> {
  const levels = blockLevels(series);
  return new Map(
    series.map(({ id, byRound }) => [
      id,
      new Map([...byRound].map(([block, value]) => [block, value / (levels.get(block) ?? 1)])),
    ]),
  );
}

/**
 * What a table shows of each of its cells, by block or round: levelled where the run was measured in blocks. Whoever
 * makes a table's estimates asks here, so that a figure, its interval and its factor are the same everywhere.
 *
 * @param cells those of one scenario and load shape
 */
export function tableFigures(
  { profile }: Pick<Run, 'profile'>,
  cells: readonly { id: string; cell: Cell }[],
  metric: MetricId,
): Map<string, Map<number, number>> {
  const series = cells.map(({ id, cell }) => ({
    id,
    byRound: metricByRound(cell, metric),
    ranked: isRanked(cell),
  }));
  if (hasBlocks(profile) && metricOf(metric).movesWithMachine) return levelled(series);
  return new Map(series.map(({ id, byRound }) => [id, byRound]));
}
