import { sliceScatter } from '../../analysis/slice-scatter.ts';
import {
  type Cell,
  hasRate,
  isRanked,
  metricByBlock,
  type ScenarioId,
  type TargetRun,
} from '../../model/index.ts';
import { meanRankWidth, rankIntervals } from '../../stats/index.ts';

/** A table is sharp if its rank width is at most this share of its field. */
const SHARP_WIDTH = 0.1;

/** Returns the scenarios whose throughput tables are all sharp: more blocks would add nothing. */
export function sharpScenarios(
  targets: readonly TargetRun[],
  scenarios: readonly ScenarioId[],
  errorRate: number,
): ScenarioId[] {
  return scenarios.filter((scenario) => {
    const tables = new Map<string, { id: string; cell: Cell }[]>();
    for (const { target, variant, cells } of targets) {
      for (const cell of cells) {
        if (cell.scenario !== scenario || hasRate(cell.loadShape) || !isRanked(cell)) continue;
        const table = tables.get(cell.loadShapeId) ?? [];
        tables.set(cell.loadShapeId, [...table, { id: `${target}:${variant}`, cell }]);
      }
    }
    if (tables.size === 0) return false;
    return [...tables.values()].every((table) => {
      const scatter = sliceScatter(table, 'throughputPerSecond');
      const series = table.map(({ id, cell }) => ({
        id,
        byBlock: metricByBlock(cell, 'throughputPerSecond'),
        scatter: scatter.get(id),
      }));
      return meanRankWidth(rankIntervals(series, 'higher', errorRate)) <= SHARP_WIDTH;
    });
  });
}
