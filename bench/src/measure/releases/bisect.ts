import { BISECT_LOOKS, type PairedEffect, pAbove, pairedEffect, pBelow, sideOf } from '../../stats/index.ts';
import { type FailedRelease, isFailed } from './measure-release.ts';

/** How a bisection measures; tests provide their own way. */
export interface BisectEffects {
  /**
   * Returns the ratios of the first `pairs` pairs of two releases; those that were measured before are not measured
   * again, except for the confirmation, which has pairs of its own.
   */
  ratios(
    base: string,
    head: string,
    pairs: number,
    part: 'question' | 'confirmation',
  ): Promise<readonly number[] | FailedRelease>;
  report(what: string): void;
}

/** One question of a bisection, and how it was answered. */
export interface BisectStep {
  base: string;
  head: string;
  effect: PairedEffect | null;
  /** `before` and `after`: the side of the change that head is on. `unclear`: too little data. */
  answer: 'differs' | 'same' | 'before' | 'after' | 'unclear' | 'failed';
  reason?: string;
}

export interface Bisection {
  /**
   * `found`: the change came with `to`. `range`: between `from` and `to`, of which none gave an answer. `none`: the ends
   * do not differ. `spread`: it did not come with one release, as the last two do not differ. `failed`: `from` and `to`
   * could not be measured side by side, the two ends or those to confirm; the last step says why.
   */
  state: 'found' | 'range' | 'none' | 'spread' | 'failed';
  from: string;
  to: string;
  /** The whole change, from one end to the other. */
  whole: PairedEffect | null;
  /** The change that came with the release found, measured beside the one before. */
  change: PairedEffect | null;
  steps: BisectStep[];
}

/** Chance that a bisection names the wrong release, over all its questions. */
const BISECT_ERROR_RATE = 0.05;

/**
 * Finds the release that a change came with, in as few duets as possible: each question halves the rest. A release
 * belongs to the side of the change that its cost is nearer to. All questions that a bisection asks share the error rate,
 * including whether the ends differ and the confirmation.
 *
 * @param versions from one end to the other, at least two
 */
export async function bisectReleases(
  versions: readonly string[],
  effects: BisectEffects,
): Promise<Bisection> {
  const [first = '', last = ''] = [versions[0], versions.at(-1)];
  const steps: BisectStep[] = [];
  let left = BISECT_ERROR_RATE;
  /**
   * Asks with an even share of the error rate that is left, if each question halves the gap and `others` follow. A
   * release that is passed over adds a question: all shares together are never more than the whole.
   */
  const askNext = async (head: string, bound: number, gap: number, others: number): Promise<Answer> => {
    const share = left / (Math.ceil(Math.log2(gap)) + others);
    const answer = await ask(effects, first, head, bound, share);
    // Without a figure, no wrong answer could follow.
    if (answer.step.effect !== null) left -= share;
    return answer;
  };
  const whole = await askNext(last, 1, versions.length - 1, 2);
  steps.push({ ...whole.step, answer: whole.side === null ? whole.step.answer : 'differs' });
  const effect = whole.step.effect;
  const found = (
    state: Bisection['state'],
    from: string,
    to: string,
    change: PairedEffect | null,
  ): Bisection => {
    return { state, from, to, whole: effect, change, steps };
  };
  if (whole.step.answer === 'failed') return found('failed', first, last, null);
  if (whole.side === null || effect === null) return found('none', first, last, null);
  const half = Math.sqrt(effect.ratio);
  let [low, high] = [0, versions.length - 1];
  const skipped = new Set<number>();
  while (high - low > 1) {
    const middle = middleOf(low, high, skipped);
    if (middle === null) break;
    const version = versions[middle] as string;
    effects.report(`${version}: ${high - low} releases are left`);
    const { side, step } = await askNext(version, half, high - low, 1);
    if (side === null) {
      skipped.add(middle);
      steps.push(step);
      continue;
    }
    const isAfter = (side === 'above') === half > 1;
    steps.push({ ...step, answer: isAfter ? 'after' : 'before' });
    if (isAfter) high = middle;
    else low = middle;
  }
  const [from = '', to = ''] = [versions[low], versions[high]];
  if (high - low > 1) return found('range', from, to, null);
  effects.report(`${to} beside ${from}, to confirm it`);
  const { ratios, step } = await all(effects, from, to);
  if (step.answer === 'failed') {
    steps.push(step);
    return found('failed', from, to, null);
  }
  const p = effect.ratio > 1 ? pAbove(ratios, 1) : pBelow(ratios, 1);
  steps.push({ ...step, answer: p <= left ? 'differs' : step.answer });
  return found(p <= left ? 'found' : 'spread', from, to, step.effect);
}

interface Answer {
  side: 'above' | 'below' | null;
  step: BisectStep;
}

/** Asks on which side of a bound head is, in as many pairs as the answer takes. */
async function ask(
  effects: BisectEffects,
  base: string,
  head: string,
  bound: number,
  errorRate: number,
): Promise<Answer> {
  let step: BisectStep = { base, head, effect: null, answer: 'unclear' };
  for (const pairs of BISECT_LOOKS) {
    const ratios = await effects.ratios(base, head, pairs, 'question');
    if (isFailed(ratios)) return { side: null, step: { ...step, answer: 'failed', reason: ratios.reason } };
    step = { ...step, effect: pairedEffect(ratios), answer: bound === 1 ? 'same' : 'unclear' };
    const side = sideOf(ratios, bound, errorRate);
    if (side !== null) return { side, step };
  }
  return { side: null, step };
}

/**
 * The confirmation has a fixed number of pairs that answered no question, so its interval is that of a plain
 * measurement.
 */
const CONFIRMING_PAIRS = BISECT_LOOKS[1] ?? 12;

async function all(effects: BisectEffects, base: string, head: string) {
  const ratios = await effects.ratios(base, head, CONFIRMING_PAIRS, 'confirmation');
  if (isFailed(ratios)) {
    const step: BisectStep = { base, head, effect: null, answer: 'failed', reason: ratios.reason };
    return { ratios: [], step };
  }
  const step: BisectStep = { base, head, effect: pairedEffect(ratios), answer: 'same' };
  return { ratios, step };
}

/** The release in the middle, or the nearest to it that has not been tried; `null` if all have. */
function middleOf(low: number, high: number, skipped: ReadonlySet<number>): number | null {
  const middle = Math.floor((low + high) / 2);
  const left = Array.from({ length: high - low - 1 }, (_, index) => low + 1 + index)
    .filter((index) => !skipped.has(index))
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return left[0] ?? null;
}
