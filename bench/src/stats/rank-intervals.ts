import { mean, standardDeviation } from './moments.ts';
import { twoSidedP } from './student-t.ts';
import { type Difference, welchDifference } from './welch.ts';

/** One target's figures, by the round they were measured in. All above 0. */
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

/**
 * From this many rounds in common on, a pair is compared round by round. Rounds of two targets in one table are minutes
 * apart: over the recorded runs they correlate by 0.1, so that pairing takes 7 % off an error and costs half of the
 * degrees of freedom. With five rounds and 171 pairs a difference must then be twelve of its errors and not six; from
 * 25 rounds on the degrees no longer matter.
 */
export const PAIRED_FROM_ROUNDS = 25;

/** One target proven better than another by their rounds in common. */
export interface ProvenPair {
  better: string;
  worse: string;
}

/**
 * Ranks that the differences between the targets' rounds cannot rule out, all of them together at 95 %.
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
 * The differences of a table that are not chance. Every pair is compared by a t test on the logarithms of its figures;
 * Holm's step-down keeps the chance of any false difference under RANK_ERROR_RATE.
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

/** A pair that says nothing about its spread can't be told apart: p = 1. */
function comparePair(a: RankedSeries, b: RankedSeries): Pair {
  const { difference, p } = differenceOf(a, b) ?? { difference: 0, p: 1 };
  return { a: a.id, b: b.id, logRatio: difference, p };
}

function differenceOf(a: RankedSeries, b: RankedSeries): Difference | null {
  const logRatios: number[] = [];
  for (const [round, value] of a.byRound) {
    const other = b.byRound.get(round);
    if (other !== undefined && value > 0 && other > 0) logRatios.push(Math.log(value / other));
  }
  if (logRatios.length < PAIRED_FROM_ROUNDS) return welchDifference(logsOf(a), logsOf(b));
  const difference = mean(logRatios);
  if (difference === 0) return { difference, p: 1 };
  const error = standardDeviation(logRatios) / Math.sqrt(logRatios.length);
  return { difference, p: twoSidedP(difference / error, logRatios.length - 1) };
}

function logsOf({ byRound }: RankedSeries): number[] {
  return [...byRound.values()].filter((value) => value > 0).map(Math.log);
}
