import { type PairedEffect, pAbove, pairedEffect, pBelow } from '../../stats/index.ts';

/** A change of this share is none: counts of one build differ by less, but for Go, whose scheduler is in them. */
const MINIMUM_EFFECT = 0.0005;
const ERROR_RATE = 0.001;
/** Counts of each side, base and head by turns: as many as fit into a minute where counts deviate by more. */
export function countsFor(languages: readonly string[]): number {
  return languages.some((language) => MORE_COUNTS.includes(language)) ? 12 : 5;
}

/** Runtimes with threads of their own, whose turns are in the count. */
const MORE_COUNTS: readonly string[] = ['Rust', 'Go'];

export interface ComparedCounts {
  base: readonly number[];
  head: readonly number[];
  effect: PairedEffect | null;
  verdict: 'more' | 'fewer' | 'same';
}

/** What two sides' instructions per request say, counted by turns: as many of the one as of the other. */
export function compareCounts(base: readonly number[], head: readonly number[]): ComparedCounts {
  const ratios = head.map((value, index) => value / (base[index] ?? Number.NaN));
  const verdict =
    pAbove(ratios, 1 + MINIMUM_EFFECT) <= ERROR_RATE
      ? 'more'
      : pBelow(ratios, 1 / (1 + MINIMUM_EFFECT)) <= ERROR_RATE
        ? 'fewer'
        : 'same';
  return { base, head, effect: pairedEffect(ratios), verdict };
}
