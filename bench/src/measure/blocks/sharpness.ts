import { comparedTable } from '../../analysis/table-comparison.ts';
import {
  hasRate,
  type LookedAt,
  metricOf,
  type Profile,
  type ScenarioId,
  type TargetRun,
  variantName,
} from '../../model/index.ts';
import { meanRankWidth, provenOf, ranksOf } from '../../stats/index.ts';
import { keepBlocks } from './record/drop-unfinished.ts';

/** A table is sharp if its rank width is at most this share of its field. */
const SHARP_WIDTH = 0.1;

const THROUGHPUT = metricOf('throughputPerSecond');

/**
 * Returns the scenarios that get no more blocks, because they were sharp at one of the profile's looks. Each look sees the
 * blocks that were there then: between two looks nothing is judged, since every judgement needs its share of the error
 * rate. Ranks are those that the rankings show.
 *
 * @param block the next one
 */
export function sharpAtLooks(
  targets: readonly TargetRun[],
  run: LookedAt & { profile: Profile },
  block: number,
): ScenarioId[] {
  const { looks = [], scenarios } = run.profile;
  return looks
    .filter((look) => look <= block)
    .flatMap((look) => {
      const before = new Set(Array.from({ length: look }, (_, number) => number));
      const seen = structuredClone(targets) as TargetRun[];
      for (const target of seen) keepBlocks(target, before);
      return scenarios.filter((scenario) => isSharp(seen, run, scenario));
    });
}

/** Whether the scenario's throughput tables are all sharp: more blocks would add nothing. */
function isSharp(targets: readonly TargetRun[], run: LookedAt, scenario: ScenarioId): boolean {
  const cells = targets.flatMap(({ target, variant, kind, cells: own }) =>
    own
      .filter((cell) => cell.scenario === scenario && !hasRate(cell.loadShape))
      .map((cell) => ({ id: variantName(target, variant), kind, cell })),
  );
  const tables = [...Map.groupBy(cells, ({ cell }) => cell.loadShapeId).values()]
    .map((table) => comparedTable(run, table, THROUGHPUT))
    .filter(({ ranked }) => ranked.length > 0);
  return (
    tables.length > 0 &&
    tables.every(({ ranked, pairs }) => {
      const ranks = ranksOf(ranked, provenOf(pairs, THROUGHPUT.direction));
      return meanRankWidth(ranks) <= SHARP_WIDTH;
    })
  );
}
