import { meanRankWidth, rankIntervals } from '../../src/stats/index.ts';
import type { Random } from '../../src/util/random.ts';

/** A target's level and the standard deviation of its blocks, on logarithms. */
export interface Level {
  level: number;
  deviation: number;
}

/** Draws a table of so many blocks, and returns the mean width of its rank intervals. */
export function drawnWidth(
  levels: readonly Level[],
  blocks: number,
  direction: 'higher' | 'lower',
  random: Random,
): number {
  const series = levels.map(({ level, deviation }, at) => ({
    id: String(at),
    byBlock: new Map(
      Array.from({ length: blocks }, (_, block) => [block, Math.exp(level + deviation * random.normal())]),
    ),
  }));
  return meanRankWidth(rankIntervals(series, direction));
}
