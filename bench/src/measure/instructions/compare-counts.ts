import { welchDifference, welchInterval } from '../../stats/index.ts';

/**
 * Smaller changes are ignored: counts of one build differ by less, except in Go, where they include the
 * scheduler.
 */
const MINIMUM_EFFECT = 0.0005;
/** The same as a difference of logarithms. */
const LIMIT = Math.log1p(MINIMUM_EFFECT);
const ERROR_RATE = 0.001;

/** Head ÷ base, with its 95 % interval. */
interface CountEffect {
  ratio: number;
  low: number;
  high: number;
}

export interface ComparedCounts {
  base: readonly number[];
  head: readonly number[];
  /** `null` with fewer than two counts of a side. */
  effect: CountEffect | null;
  /** `same`: the whole interval lies within the minimum effect. `undecided`: the counts prove none of the others. */
  verdict: 'more' | 'fewer' | 'same' | 'undecided';
}

/**
 * Compares the instructions per request of two sides. Nothing pairs the counts of one pass, so this is
 * Welch's test, which has twice the degrees of freedom.
 */
export function compareCounts(base: readonly number[], head: readonly number[]): ComparedCounts {
  const [ofBase, ofHead] = [base.map(Math.log), head.map(Math.log)];
  // A count resolves one instruction of a request.
  const step = 1 / Math.min(...base, ...head);
  const found = welchInterval(ofHead, ofBase, step);
  return {
    base,
    head,
    effect: found && {
      ratio: Math.exp(found.difference),
      low: Math.exp(found.low),
      high: Math.exp(found.high),
    },
    verdict: exceeds(ofHead, ofBase, step)
      ? 'more'
      : exceeds(ofBase, ofHead, step)
        ? 'fewer'
        : found !== null && Math.max(-found.low, found.high) < LIMIT
          ? 'same'
          : 'undecided',
  };
}

/** Whether the first is larger by more than the minimum effect, at the error rate of one side. */
function exceeds(more: readonly number[], less: readonly number[], step: number): boolean {
  const found = welchDifference(
    more.map((log) => log - LIMIT),
    less,
    step,
  );
  return found !== null && found.difference > 0 && found.p / 2 <= ERROR_RATE;
}
