import { sliceScatter } from '../../analysis/slice-scatter.ts';
import {
  type Cell,
  hasRate,
  isRanked,
  looksOf,
  metricByBlock,
  type Profile,
  type ScenarioId,
  type TargetRun,
} from '../../model/index.ts';
import { meanRankWidth, RANK_ERROR_RATE, rankIntervals } from '../../stats/index.ts';
import { keepBlocks } from './drop-unfinished.ts';

/** A table is sharp if its rank width is at most this share of its field. */
const SHARP_WIDTH = 0.1;

/**
 * Returns the scenarios that get no more blocks, because they were sharp at one of the profile's looks. Each look sees the
 * blocks that were there then: between two looks nothing is judged, since every judgement needs its share of the error
 * rate.
 *
 * @param block the next one
 */
export function sharpAtLooks(targets: readonly TargetRun[], profile: Profile, block: number): ScenarioId[] {
  const { looks = [] } = profile;
  return looks
    .filter((look) => look <= block)
    .flatMap((look) => {
      const before = new Set(Array.from({ length: look }, (_, number) => number));
      const seen = structuredClone(targets) as TargetRun[];
      for (const target of seen) keepBlocks(target, before);
      return sharpScenarios(seen, profile.scenarios, RANK_ERROR_RATE / looksOf(profile));
    });
}

/** Returns the scenarios whose throughput tables are all sharp: more blocks would add nothing. */
function sharpScenarios(
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
