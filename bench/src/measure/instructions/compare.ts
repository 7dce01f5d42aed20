import { welchDifference, welchInterval } from '../../stats/index.ts';

/** A change of this share is none: counts of one build differ by less, but for Go, whose scheduler is in them. */
const MINIMUM_EFFECT = 0.0005;
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
