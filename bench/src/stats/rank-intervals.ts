import { mean, standardDeviation, twoSidedP } from './student-t.ts';

/** One target's figures, by the round they were measured in: what pairs them. All above 0. */
export interface RankedSeries {
  id: string;
  byRound: ReadonlyMap<number, number>;
}

export interface RankInterval {
  best: number;
  worst: number;
}

/** The chance that any of the intervals of one table is wrong. */
export const RANK_ERROR_RATE = 0.05;

/** One target proven better than another by their rounds in common. */
export interface ProvenPair {
  better: string;
  worse: string;
}

/**
 * Ranks that the paired differences over rounds cannot rule out, all of them together at 95 %.
 *
 * A target's best rank is one more than the number of targets proven better, its worst the number of targets not
 * proven worse (Al Mohamad, Goeman & van Zwet, "Simultaneous confidence intervals for ranks", 2022).
 */
export function rankIntervals(
  series: readonly RankedSeries[],
  direction: 'higher' | 'lower',
): Map<string, RankInterval> {
  const proven = provenPairs(series, direction);
  return new Map(
    series.map(({ id }) => {
      const better = proven.filter(({ worse }) => worse === id).length;
      const worse = proven.filter((pair) => pair.better === id).length;
      return [id, { best: better + 1, worst: series.length - worse }];
    }),
  );
}

/**
 * The differences of a table that are not chance. Every pair is compared by a t test on the logarithms of its
 * ratios, round by round; Holm's step-down keeps the chance of any false difference under RANK_ERROR_RATE.
 */
export function provenPairs(series: readonly RankedSeries[], direction: 'higher' | 'lower'): ProvenPair[] {
  const pairs = allPairs(series).sort((a, b) => a.p - b.p);
  const proven: ProvenPair[] = [];
  for (const [index, { a, b, p, logRatio }] of pairs.entries()) {
    if (p > RANK_ERROR_RATE / (pairs.length - index)) break;
    const firstBetter = direction === 'higher' ? logRatio > 0 : logRatio < 0;
    proven.push(firstBetter ? { better: a, worse: b } : { better: b, worse: a });
  }
  return proven;
}

interface Pair {
  a: string;
  b: string;
  logRatio: number;
  p: number;
}

function allPairs(series: readonly RankedSeries[]): Pair[] {
  return series.flatMap((a, index) => series.slice(index + 1).map((b) => comparePair(a, b)));
}

/** A pair with fewer than two rounds in common can't be told apart: p = 1. */
function comparePair(a: RankedSeries, b: RankedSeries): Pair {
  const logRatios: number[] = [];
  for (const [round, value] of a.byRound) {
    const other = b.byRound.get(round);
    if (other !== undefined && value > 0 && other > 0) logRatios.push(Math.log(value / other));
  }
  if (logRatios.length < 2) return { a: a.id, b: b.id, logRatio: 0, p: 1 };
  const logRatio = mean(logRatios);
  if (logRatio === 0) return { a: a.id, b: b.id, logRatio, p: 1 };
  const statistic = logRatio / (standardDeviation(logRatios) / Math.sqrt(logRatios.length));
  return { a: a.id, b: b.id, logRatio, p: twoSidedP(statistic, logRatios.length - 1) };
}
