import { pAbove, pBelow } from './paired-effect.ts';

/** Pairs after which a step of a bisection may be decided, each with a share of the step's error rate. */
export const BISECT_LOOKS: readonly number[] = [5, 12, 30, 60];

/**
 * Says on which side of a bound the true ratio lies, once the error rate allows it; `null` until then. The error rate
 * of one decision is shared among the looks, so looking early costs nothing but pairs.
 *
 * @param ratios head ÷ base, one per pair, as many as the look has
 */
export function sideOf(
  ratios: readonly number[],
  bound: number,
  errorRate: number,
): 'above' | 'below' | null {
  const share = errorRate / BISECT_LOOKS.length;
  if (pAbove(ratios, bound) <= share) return 'above';
  return pBelow(ratios, bound) <= share ? 'below' : null;
}
