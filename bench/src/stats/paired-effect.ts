import cdf from '@stdlib/stats-base-dists-t-cdf';
import { mean, sizeOfRatio, standardDeviation } from './moments.ts';
import { PAIR_STEP, varianceOrRounding } from './rounded-figures.ts';
import { tQuantile } from './student-t.ts';

/** What pairs say about head ÷ base. Ratios, not logarithms. */
export interface PairedEffect {
  /** Geometric mean of the ratios. */
  ratio: number;
  low: number;
  high: number;
  pairs: number;
  /** Standard deviation of the logarithms of the ratios, between pairs; that of their rounding if all agree. */
  deviation: number;
}

/**
 * Estimates head ÷ base, with a t interval, from pairs in which both were measured. The interval is that of
 * the logarithms, because a bootstrap is too narrow below some 20 pairs.
 *
 * @param ratios head ÷ base, one per pair, each finite and above 0
 * @returns `null` with fewer than two pairs, which say nothing about their spread
 */
export function pairedEffect(ratios: readonly number[], confidence = 0.95): PairedEffect | null {
  const logs = logarithms(ratios);
  if (logs.length < 2) return null;
  const centre = mean(logs);
  const deviation = deviationOf(logs);
  const half = (tQuantile((1 + confidence) / 2, logs.length - 1) * deviation) / Math.sqrt(logs.length);
  return {
    ratio: Math.exp(centre),
    low: Math.exp(centre - half),
    high: Math.exp(centre + half),
    pairs: logs.length,
    deviation,
  };
}

/** One-sided p of "the true ratio is at most `bound`": small if head exceeds base by more than that. */
export function pAbove(ratios: readonly number[], bound: number): number {
  const logs = logarithms(ratios);
  if (logs.length < 2) return 1;
  const distance = mean(logs) - Math.log(bound);
  const error = deviationOf(logs) / Math.sqrt(logs.length);
  return cdf(-distance / error, logs.length - 1);
}

/** Like `pAbove`, for "the true ratio is at least `bound`": small if head is below base by more than that. */
export function pBelow(ratios: readonly number[], bound: number): number {
  return pAbove(
    ratios.map((ratio) => 1 / ratio),
    1 / bound,
  );
}

/**
 * Pairs needed until an interval around `effect` excludes all of `bounds`, if estimate and spread stay the
 * same: more than there are, which have not decided. `null` if the estimate lies on a bound, which no number of
 * pairs decides.
 */
export function pairsToDecide(
  effect: PairedEffect,
  bounds: readonly number[],
  confidence = 0.95,
): number | null {
  const distance = Math.min(...bounds.map((bound) => sizeOfRatio(effect.ratio / bound)));
  if (distance < 1e-12) return null;
  for (let pairs = effect.pairs + 1; ; pairs = Math.ceil(pairs * 1.05) + 1) {
    const half = (tQuantile((1 + confidence) / 2, pairs - 1) * effect.deviation) / Math.sqrt(pairs);
    if (half < distance) return pairs;
    if (pairs > MOST_PAIRS) return null;
  }
}

/** No practical comparison measures more pairs than this. */
const MOST_PAIRS = 100_000;

/** The smallest ratio above 1 that a one-sided test at `errorRate` against 1 finds with `power`. */
export function leastDetectable(effect: PairedEffect, errorRate: number, power = 0.8): number {
  const degrees = effect.pairs - 1;
  const reach = tQuantile(1 - errorRate, degrees) + tQuantile(power, degrees);
  return Math.exp((reach * effect.deviation) / Math.sqrt(effect.pairs));
}

function deviationOf(logs: readonly number[]): number {
  return Math.sqrt(varianceOrRounding(standardDeviation(logs) ** 2, PAIR_STEP));
}

function logarithms(ratios: readonly number[]): number[] {
  if (!ratios.every((ratio) => ratio > 0 && Number.isFinite(ratio))) {
    throw new RangeError('ratios are finite and above 0');
  }
  return ratios.map(Math.log);
}
