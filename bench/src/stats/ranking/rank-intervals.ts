import { mean, standardDeviation } from '../moments.ts';
import { twoSidedP } from '../student-t.ts';
import { mostEqualPairs } from './equal-pairs.ts';
import { sharedSpread } from './moderated-variance.ts';

/** One target's figures by block, all above 0. */
export interface RankedSeries {
  id: string;
  byBlock: ReadonlyMap<number, number>;
  /** Variance of a block's logarithm that the scatter of its slices explains; absent if it is not known. */
  scatter?: number | undefined;
}

interface RankInterval {
  best: number;
  worst: number;
}

/** The probability that any interval of one table is wrong. */
export const RANK_ERROR_RATE = 0.05;

/** One target proven better than another by their blocks in common. */
export interface ProvenPair {
  better: string;
  worse: string;
}

/**
 * Finds the ranks that the differences between the targets' blocks cannot rule out, simultaneously at 95 %.
 *
 * A target's best rank is one more than the number of targets proven better; its worst rank is the number of
 * targets not proven worse (Al Mohamad, Goeman & van Zwet, "Simultaneous confidence intervals for ranks",
 * 2022).
 */
export function rankIntervals(
  series: readonly RankedSeries[],
  direction: 'higher' | 'lower',
  errorRate = RANK_ERROR_RATE,
): Map<string, RankInterval> {
  return ranksOf(
    series.map(({ id }) => id),
    provenPairs(series, direction, errorRate),
  );
}

/** Rank intervals that follow from the proven pairs among these targets. */
export function ranksOf(ids: readonly string[], proven: readonly ProvenPair[]): Map<string, RankInterval> {
  return new Map(
    ids.map((id) => {
      const better = proven.filter(({ worse }) => worse === id).length;
      const worse = proven.filter((pair) => pair.better === id).length;
      return [id, { best: better + 1, worst: ids.length - worse }];
    }),
  );
}

/**
 * Mean share of the field that a rank interval spans: 0 if every target has one rank, 1 if each may have any.
 */
export function meanRankWidth(ranks: ReadonlyMap<string, RankInterval>): number {
  if (ranks.size < 2) return 0;
  const spans = [...ranks.values()].map(({ best, worst }) => worst - best);
  return mean(spans) / (ranks.size - 1);
}

/**
 * Finds the differences of a table that are not chance.
 *
 * @param errorRate error rate of the whole table
 */
export function provenPairs(
  series: readonly RankedSeries[],
  direction: 'higher' | 'lower',
  errorRate = RANK_ERROR_RATE,
): ProvenPair[] {
  return testedPairs(series, errorRate)
    .filter(({ proven }) => proven)
    .map(({ a, b, logRatio }) => {
      const firstBetter = direction === 'higher' ? logRatio > 0 : logRatio < 0;
      return firstBetter ? { better: a, worse: b } : { better: b, worse: a };
    });
}

/** Two targets of a table, and the test that decides whether they differ. */
export interface TestedPair {
  a: string;
  b: string;
  /** Mean over the common blocks. */
  logRatio: number;
  /** Blocks that both have. */
  blocks: number;
  /** Standard error of `logRatio`; `null` if it is unknown (see `Spread`). */
  error: number | null;
  /** Degrees of freedom of the test. */
  degrees: number;
  /** The error rate at which each pair of the table is tested in the end. */
  level: number;
  proven: boolean;
}

/**
 * Tests every pair over the blocks that both have, by a t test on the logarithms of their ratios: a block is a
 * block, and what slows the machine in it slows both. A few blocks estimate the variance of one pair poorly,
 * but all pairs of the table estimate it well, so each variance is moderated by the others (Smyth 2004).
 *
 * Keeps the probability of any false difference below the error rate, step by step: each pair is tested at the error
 * rate divided by the number of pairs that can be equal at once, which falls with each step that proves some (Shaffer
 * 1986). As long as no pair is proven falsely, that number is no smaller than the number of pairs that are equal, so a
 * false one would have to pass the test that Bonferroni would put to those alone.
 *
 * @param errorRate error rate of the whole table
 * @returns the clearest pair first
 */
export function testedPairs(series: readonly RankedSeries[], errorRate = RANK_ERROR_RATE): TestedPair[] {
  const pairs = pairsOf(series).sort((a, b) => a.p - b.p);
  const places = placesByLevel(series);
  const proven = new Set<number>();
  const key = (one: number, other: number): number =>
    Math.min(one, other) * series.length + Math.max(one, other);
  const differs = (one: number, other: number): boolean => proven.has(key(one, other));
  let equal = pairs.length;
  for (;;) {
    const before = proven.size;
    for (const { a, b, p } of pairs.slice(before)) {
      if (p > errorRate / equal) break;
      proven.add(key(places.get(a) as number, places.get(b) as number));
    }
    if (proven.size === before) break;
    equal = Math.max(1, Math.min(equal, mostEqualPairs(series.length, differs)));
  }
  const level = errorRate / equal;
  return pairs.map(({ p: _, ...pair }, index) => ({ ...pair, level, proven: index < proven.size }));
}

/** Returns the place of each target in the order of their figures. */
function placesByLevel(series: readonly RankedSeries[]): Map<string, number> {
  const levels = series.map(({ id, byBlock }) => ({ id, level: mean([...byBlock.values()]) }));
  return new Map(levels.sort((a, b) => a.level - b.level).map(({ id }, place) => [id, place]));
}

interface PairedBlocks {
  a: string;
  b: string;
  logRatio: number;
  blocks: number;
  /** Variance of the logarithms of the ratios, between blocks. */
  variance: number;
  scatter: number | undefined;
}

function pairsOf(series: readonly RankedSeries[]): (Omit<TestedPair, 'level' | 'proven'> & { p: number })[] {
  const pairs = series.flatMap((a, index) => series.slice(index + 1).map((b) => pairedBlocks(a, b)));
  const spreadOf = sharedSpread(pairs, series.length);
  return pairs.map(({ variance, scatter, ...pair }) => {
    const spread = spreadOf({ variance, blocks: pair.blocks, scatter });
    // A pair whose spread is unknown proves nothing.
    const { error } = spread;
    const p = error === null || pair.logRatio === 0 ? 1 : twoSidedP(pair.logRatio / error, spread.degrees);
    return { ...pair, ...spread, p };
  });
}

function pairedBlocks(a: RankedSeries, b: RankedSeries): PairedBlocks {
  const logRatios: number[] = [];
  for (const [block, value] of a.byBlock) {
    const other = b.byBlock.get(block);
    if (other !== undefined && value > 0 && other > 0) logRatios.push(Math.log(value / other));
  }
  const blocks = logRatios.length;
  return {
    a: a.id,
    b: b.id,
    logRatio: blocks === 0 ? 0 : mean(logRatios),
    blocks,
    variance: blocks < 2 ? 0 : standardDeviation(logRatios) ** 2,
    scatter: a.scatter === undefined || b.scatter === undefined ? undefined : a.scatter + b.scatter,
  };
}
