import {
  type Cell,
  hasBlocks,
  isRanked,
  type MetricId,
  metricByBlock,
  metricOf,
  type Run,
} from '../model/index.ts';
import { additiveFit, huberMiddle } from '../stats/index.ts';

/** One target variant of a table: its figures by block. */
export interface TableSeries {
  id: string;
  byBlock: ReadonlyMap<number, number>;
  /** False if a mark excludes it from the ranking; it then says nothing about the level of a block. */
  ranked: boolean;
}

/**
 * Factor by which each block shifts the figures of a table: the influence of the machine, which all targets
 * share. Fits the logarithms as target + block. The level 1 is the middle of the blocks, in which a block far from the
 * others counts little. It is no single block, such as the median: where few targets tell the levels, its own error
 * would be in every figure, and in no interval. One target alone cannot tell the machine from itself: then a block has
 * no factor.
 */
export function blockLevels(series: readonly TableSeries[]): Map<number, number> {
  const telling = series.filter(tellsLevels);
  if (telling.length < 2) return new Map();
  const entries = telling.flatMap(({ id, byBlock }) =>
    [...byBlock]
      .filter(([, value]) => value > 0)
      .map(([block, value]) => ({ row: id, column: block, value: Math.log(value) })),
  );
  const blocks = Map.groupBy(entries, ({ column }) => column);
  const shared = entries.filter(({ column }) => (blocks.get(column)?.length ?? 0) > 1);
  if (shared.length === 0) return new Map();
  const { columns } = additiveFit(shared, { isSmall: true });
  const middle = huberMiddle([...columns.values()]);
  return new Map([...columns].map(([block, shift]) => [block, Math.exp(shift - middle)]));
}

function tellsLevels({ byBlock, ranked }: TableSeries): boolean {
  return ranked && [...byBlock.values()].some((value) => value > 0);
}

/**
 * Removes the level of each block from the figures of a table, so that only the differences between targets
 * remain. The ratio of two targets within a block does not change, and neither does a block without a ranked
 * target.
 */
export function levelled(
  series: readonly TableSeries[],
  levels: ReadonlyMap<number, number> = blockLevels(series),
): Map<string, Map<number, number>> {
  return new Map(
    series.map(({ id, byBlock }) => [
      id,
      new Map([...byBlock].map(([block, value]) => [block, value / (levels.get(block) ?? 1)])),
    ]),
  );
}

/** Figures of a table, by target and by block. */
export interface TableFigures {
  figures: Map<string, Map<number, number>>;
  /** How many targets tell the levels that were removed from the figures; 0 if none were. */
  levelledBy: number;
}

/**
 * Figures that a table shows for each of its cells, by block; levelled if the run was measured in
 * blocks. All estimates of a table come from here, so that a figure, its interval and its factor are the same
 * everywhere.
 *
 * @param cells cells of one scenario and load shape
 */
export function tableFigures(
  { profile }: Pick<Run, 'profile'>,
  cells: readonly { id: string; cell: Cell }[],
  metric: MetricId,
): TableFigures {
  const series = cells.map(({ id, cell }) => ({
    id,
    byBlock: metricByBlock(cell, metric),
    ranked: isRanked(cell),
  }));
  const telling = series.filter(tellsLevels).length;
  const isShifted = hasBlocks(profile) && metricOf(metric).movesWithMachine;
  const levels = isShifted ? blockLevels(series) : new Map<number, number>();
  if (levels.size > 0) return { figures: levelled(series, levels), levelledBy: telling };
  return { figures: new Map(series.map(({ id, byBlock }) => [id, byBlock])), levelledBy: 0 };
}
