import { mean, standardDeviation } from '../moments.ts';
import { twoSidedP } from '../student-t.ts';
import { moderated, type VariancePrior, variancePrior } from './moderated-variance.ts';

/** One target's figures, by the round they were measured in. All above 0. */
export interface RankedSeries {
  id: string;
  byRound: ReadonlyMap<number, number>;
}

interface RankInterval {
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
 * Ranks that the differences between the targets' rounds cannot rule out, all of them together at 95 %.
 *
 * A target's best rank is one more than the number of targets proven better, its worst the number of targets not
 * proven worse (Al Mohamad, Goeman & van Zwet, "Simultaneous confidence intervals for ranks", 2022).
 */
export function rankIntervals(
  series: readonly RankedSeries[],
  direction: 'higher' | 'lower',
  errorRate = RANK_ERROR_RATE,
): Map<string, RankInterval> {
  const proven = provenPairs(series, direction, errorRate);
  return new Map(
    series.map(({ id }) => {
      const better = proven.filter(({ worse }) => worse === id).length;
      const worse = proven.filter((pair) => pair.better === id).length;
      return [id, { best: better + 1, worst: series.length - worse }];
    }),
  );
}

/**
 * How much of the field a rank spans, on average: 0 where every target has one rank, 1 where each may have any.
 */
export function meanRankWidth(ranks: ReadonlyMap<string, RankInterval>): number {
  if (ranks.size < 2) return 0;
  const spans = [...ranks.values()].map(({ best, worst }) => worst - best);
  return mean(spans) / (ranks.size - 1);
}

/**
 * The differences of a table that are not chance. Every pair is compared over the rounds that both have, by a t test on
 * the logarithms of their ratios: a round is a block, and what slows the machine in it slows both. A few blocks tell a
 * pair's variance badly, the table's pairs together tell it well, so each variance is moderated by the others (Smyth
 * 2004). Holm's step-down keeps the chance of any false difference under the error rate.
 *
 * @param errorRate of the whole table
 */
export function provenPairs(
  series: readonly RankedSeries[],
  direction: 'higher' | 'lower',
  errorRate = RANK_ERROR_RATE,
): ProvenPair[] {
  const pairs = testedPairs(series).sort((a, b) => a.p - b.p);
  const proven: ProvenPair[] = [];
  for (const [index, { a, b, p, logRatio }] of pairs.entries()) {
    if (p > errorRate / (pairs.length - index)) break;
    const firstBetter = direction === 'higher' ? logRatio > 0 : logRatio < 0;
    proven.push(firstBetter ? { better: a, worse: b } : { better: b, worse: a });
  }
  return proven;
}

/**
 * Of the degrees of freedom that all rounds of a table have together, what a pair may have from the others at the most.
 * Pairs share targets, and a few rounds tell badly whether variances are alike: with all degrees, tables of two or three
 * blocks in which two targets of twelve are wild would show an order in 6 to 11 % of cases where there is none.
 */
const SHARE_OF_DEGREES = 1 / 3;

interface TestedPair {
  a: string;
  b: string;
  /** Mean over the rounds in common. */
  logRatio: number;
  p: number;
}

interface PairedRounds extends Omit<TestedPair, 'p'> {
  rounds: number;
  /** Of the logarithms of the ratios, between rounds. */
  variance: number;
}

function testedPairs(series: readonly RankedSeries[]): TestedPair[] {
  const pairs = series.flatMap((a, index) => series.slice(index + 1).map((b) => pairedRounds(a, b)));
  const rounds = Math.max(0, ...pairs.map((pair) => pair.rounds));
  // Pairs that lack a round have a variance of other degrees: those of most rounds say what variances are like.
  const full = pairs.filter((pair) => pair.rounds === rounds);
  const prior =
    rounds < 2
      ? null
      : variancePrior(
          full.map(({ variance }) => variance),
          rounds - 1,
        );
  const mostDegrees = (series.length - 1) * (rounds - 1) * SHARE_OF_DEGREES;
  return pairs.map((pair) => ({ ...pair, p: pOf(pair, prior, mostDegrees) }));
}

/** Two-sided. A pair that says nothing about its spread can't be told apart: 1. */
function pOf(
  { logRatio, rounds, variance }: PairedRounds,
  prior: VariancePrior | null,
  most: number,
): number {
  if (rounds < 2 || logRatio === 0) return 1;
  const found = moderated(variance, rounds - 1, prior);
  // What the others say makes a variance larger, never smaller than it was seen to be.
  const error = Math.sqrt(Math.max(variance, found.variance) / rounds);
  return twoSidedP(logRatio / error, Math.min(found.degrees, Math.max(most, rounds - 1)));
}

function pairedRounds(a: RankedSeries, b: RankedSeries): PairedRounds {
  const logRatios: number[] = [];
  for (const [round, value] of a.byRound) {
    const other = b.byRound.get(round);
    if (other !== undefined && value > 0 && other > 0) logRatios.push(Math.log(value / other));
  }
  const rounds = logRatios.length;
  return {
    a: a.id,
    b: b.id,
    logRatio: rounds === 0 ? 0 : mean(logRatios),
    rounds,
    variance: rounds < 2 ? 0 : standardDeviation(logRatios) ** 2,
  };
}
