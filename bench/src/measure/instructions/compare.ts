import { welchDifference, welchInterval } from '../../stats/index.ts';

/** A change of this share is none: counts of one build differ by less, but for Go, whose scheduler is in them. */
const MINIMUM_EFFECT = 0.0005;
const ERROR_RATE = 0.001;
/**
 * Counts of each side, base and head by turns so that neither has the quieter minute. In Rust, where threads of the
 * runtime take turns as they like, the counts deviate by 0.01 to 0.06 %; in Go by 0.3 % over a list that is longer
 * (`longListOf`), in node:http by 0.03 %, in C by less than 0.01 %.
 */
export function countsFor(languages: readonly string[]): number {
  return Math.max(...languages.map((language) => COUNTS[language] ?? DEFAULT_COUNTS));
}

const DEFAULT_COUNTS = 5;
const COUNTS: Readonly<Record<string, number>> = { Rust: 8, Go: 4 };

/** Head ÷ base, with its 95 % interval. */
export interface CountEffect {
  ratio: number;
  low: number;
  high: number;
}

export interface ComparedCounts {
  base: readonly number[];
  head: readonly number[];
  /** `null` with fewer than two counts of a side. */
  effect: CountEffect | null;
  verdict: 'more' | 'fewer' | 'same';
}

/**
 * What two sides' instructions per request say. The counts of a turn share nothing that would pair them: Welch's test
 * has twice the degrees of freedom.
 */
export function compareCounts(base: readonly number[], head: readonly number[]): ComparedCounts {
  const [ofBase, ofHead] = [base.map(Math.log), head.map(Math.log)];
  const found = welchInterval(ofHead, ofBase);
  return {
    base,
    head,
    effect: found && {
      ratio: Math.exp(found.difference),
      low: Math.exp(found.low),
      high: Math.exp(found.high),
    },
    verdict: exceeds(ofHead, ofBase) ? 'more' : exceeds(ofBase, ofHead) ? 'fewer' : 'same',
  };
}

/** Whether the first is larger by more than the minimum effect, at the error rate of one side. */
function exceeds(more: readonly number[], less: readonly number[]): boolean {
  const found = welchDifference(
    more.map((log) => log - Math.log1p(MINIMUM_EFFECT)),
    less,
  );
  return found !== null && found.difference > 0 && found.p / 2 <= ERROR_RATE;
}
