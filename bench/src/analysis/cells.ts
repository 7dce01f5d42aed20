import {
  type Cell,
  type Estimate,
  isRanked,
  type MetricId,
  metricOf,
  type ScenarioId,
  type TargetRun,
} from '../model/index.ts';
import { estimate, stepOf, tableEstimates } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';
import type { TableFigures } from './levels.ts';

export function cellOf(result: TargetRun, scenario: ScenarioId, shapeId: string): Cell | undefined {
  return result.cells.find((cell) => cell.scenario === scenario && cell.loadShapeId === shapeId);
}

/** Median with its interval, from a metric's figures, one per block; `null` if there is none. */
export function valuesEstimate(values: readonly number[], metric: MetricId): Estimate | null {
  const [first] = values;
  return first === undefined ? null : rounded(estimate(values, stepOf(metricOf(metric).unit, first)));
}

/**
 * What a table shows of each of its cells that has a figure: the median over blocks, with an interval from the spread
 * that the cells show together.
 *
 * @param table as `tableFigures` returns it
 * @param scatter as `sliceScatter` returns it
 */
export function shownEstimates(
  table: TableFigures,
  cells: readonly { id: string; cell: Cell }[],
  scatter?: ReadonlyMap<string, number>,
): Map<string, Estimate> {
  const ranked = new Set(cells.flatMap(({ id, cell }) => (isRanked(cell) ? id : [])));
  return new Map(
    [...tableEstimates(table.figures, ranked, table.levelledBy, scatter)].map(([id, found]) => [
      id,
      rounded(found),
    ]),
  );
}

/** Published figures keep as many digits as the results they are made from. */
export function rounded({ median, low, high, count }: Estimate): Estimate {
  return {
    median: significant(median),
    low: low === null ? null : significant(low),
    high: high === null ? null : significant(high),
    count,
  };
}
