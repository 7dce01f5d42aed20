import {
  type ComparedCell,
  type Comparison,
  type ComparisonWarmup,
  isUntilSteady,
  metricOf,
  type VerdictData,
} from '../model/index.ts';
import { english, inSentence, plural } from './english.ts';
import type { Formats } from './format.ts';

/** The words of a comparison of base and head, cell by cell and as a whole. */

/** A judged cell, from a verdict or from the data of its page. */
export type JudgedWords = Pick<
  VerdictData['cells'][number],
  | 'state'
  | 'differs'
  | 'flagged'
  | 'recurred'
  | 'pairsNeeded'
  | 'effect'
  | 'minimumEffect'
  | 'failure'
  | 'unmeasured'
>;

/** What is missing of a cell that was not measured to its end. */
export type UnmeasuredWords = NonNullable<JudgedWords['unmeasured']>;

export const explanations = {
  unmeasured: (lack: UnmeasuredWords) => `not measured to the end: ${whyUnmeasured(lack)}`,
  worseTwice: (limit: string) => `costs over ${limit} more, in two measurements`,
  betterTwice: (limit: string) => `costs over ${limit} less, in two measurements`,
  within: (limit: string) => `within ${limit}`,
  withinWorse: (limit: string) => `within ${limit}, though it costs more`,
  withinBetter: (limit: string) => `within ${limit}, though it costs less`,
  few: 'too few pairs',
  notAgain: 'flagged, but did not recur',
  notConfirmed: 'flagged, but not measured again yet',
  noDifference: 'no difference seen',
  costsMore: (limit: string) => `costs more; whether by over ${limit} is undecided`,
  costsLess: (limit: string) => `costs less; whether by over ${limit} is undecided`,
  onLimit: 'it lies on the limit',
  needed: (pairs: string) => `about ${pairs} pairs would decide`,
  both: (seen: string, more: string) => `${seen}; ${more}`,
};
type Explanations = typeof explanations;

/** Explains the state of a cell, and what would decide it. */
export function explain(
  cell: JudgedWords,
  words: Explanations = explanations,
  format: Pick<Formats, 'plain' | 'percent'> = english,
): string {
  const { state, differs, flagged, recurred, effect, pairsNeeded, failure, unmeasured } = cell;
  // Whatever else is known of it, this is why nothing follows from it.
  if (unmeasured !== null) return words.unmeasured(unmeasured);
  const limit = format.percent(cell.minimumEffect);
  // What costs 10 % more can be undone by 9.1 % less: that is how much less a cell must cost to be an improvement.
  const limitOfLess = format.percent(1 - 1 / (1 + cell.minimumEffect), cell.minimumEffect < 0.02 ? 0 : 1);
  const by = (worse: (limit: string) => string, better: (limit: string) => string, less = limit): string =>
    differs === 'worse' ? worse(limit) : better(less);
  switch (state) {
    case 'regressed':
      return words.worseTwice(limit);
    case 'improved':
      return words.betterTwice(limitOfLess);
    case 'same':
      return differs === null ? words.within(limit) : by(words.withinWorse, words.withinBetter);
    case 'undecided':
      if (effect === null) return failure ?? words.few;
      if (flagged !== null) return recurred === false ? words.notAgain : words.notConfirmed;
      return words.both(
        differs === null ? words.noDifference : by(words.costsMore, words.costsLess, limitOfLess),
        pairsNeeded === null ? words.onLimit : words.needed(format.plain(pairsNeeded)),
      );
  }
}

/**
 * Sums up all cells in one sentence.
 *
 * @param counts of the cells that were measured to their end
 * @param cells number of all cells
 * @param unmeasured number of the other cells
 */
export function verdictSentence(counts: VerdictData['counts'], cells: number, unmeasured = 0): string {
  if (cells === 0) return 'Nothing was compared.';
  const rest = [
    ...(counts.improved > 0 ? [`${counts.improved} improved`] : []),
    ...(counts.same > 0 ? [`${counts.same} the same`] : []),
    ...(counts.undecided > 0 ? [`${counts.undecided} undecided`] : []),
  ].join(', ');
  const of = `of ${plural(cells, 'cell')}`;
  const missing = unmeasured > 0 ? `${unmeasured} ${of} not measured to the end` : '';
  if (counts.regressed > 0)
    return `${[`${counts.regressed} ${of} regressed`, rest, missing].filter(Boolean).join('; ')}.`;
  if (unmeasured > 0) return `${missing}${rest ? `; no regression proven in the others: ${rest}` : ''}.`;
  return `No regression proven in ${plural(cells, 'cell')}: ${rest}.`;
}

/** Says why a cell was not measured to its end. */
export function whyUnmeasured({ judged, wanted, again, moreFailures, failure }: UnmeasuredWords): string {
  const pairs =
    moreFailures === null
      ? `${judged} of ${plural(wanted, 'pair')}${again ? ' of its second measurement' : ''} can be judged`
      : `head failed in ${plural(moreFailures, 'pair')} more than base, beside ${judged} that can be judged`;
  if (failure === null) return pairs;
  return `${pairs}; last failure${failure.side === null ? '' : ` of ${failure.side}`}: ${failure.what}`;
}

/** How many pairs were left out and measured again, and why. */
export function disturbedSentence(pairs: number, limit: string): string {
  return `${pairs === 1 ? '1 pair was' : `${english.plain(pairs)} pairs were`} left out and measured again: the hypervisor took more than ${limit} of the processors' time.`;
}

/** Shows by the canary whether the machine was stable meanwhile. */
export function canarySentence(target: string, low: string, high: string, loads: number): string {
  return `${target}, which never changes, took ${low} to ${high} per request meanwhile (${plural(loads, 'load')}).`;
}

/**
 * Says the same in English of the canary of a comparison; `null` if it was never loaded.
 *
 * @param shown how the medium shows a text that others may have chosen
 */
export function canaryWords(
  { canary }: Pick<Comparison, 'canary'>,
  shown: (text: string) => string = (text) => text,
): string | null {
  const costs = canary?.cpuPerRequestNanoseconds ?? [];
  if (canary === undefined || costs.length === 0) return null;
  const said = (cost: number): string => english.figure('nanoseconds', cost);
  const [low, high] = [said(Math.min(...costs)), said(Math.max(...costs))];
  return canarySentence(shown(canary.target), low, high, costs.length);
}

/** `−0.30 % … +2.1 %`; empty without an effect. */
export function effectInterval(
  { effect }: Pick<JudgedWords, 'effect'>,
  { change }: Pick<Formats, 'change'> = english,
): string {
  return effect ? `${change(effect.low)} … ${change(effect.high)}` : '';
}

/** What the changes of a comparison are changes of: more is worse in every metric, so throughput is turned round. */
export function changesSentence(cells: readonly Pick<ComparedCell, 'metric'>[]): string {
  if (cells.every(({ metric }) => metric === 'cpuPerRequestNanoseconds'))
    return 'Cost per request of head against base; more is worse.';
  const costs = 'Cost of head against base, each in its own metric; more is worse.';
  const turned = cells.some(({ metric }) => metricOf(metric).direction === 'higher');
  return turned ? `${costs} Of throughput, the cost is its inverse: +100 % is half the throughput.` : costs;
}

/** How the sides ran: two servers at once would affect each other in some metrics. */
export function modeSentence(cells: readonly Pick<ComparedCell, 'mode' | 'metric'>[]): string {
  const inTurn = cells.filter(({ mode }) => mode === 'in-turn');
  if (inTurn.length === 0) return 'Both ran at once on the same processors.';
  if (inTurn.length === cells.length) return 'They ran in turn, each alone.';
  const metrics = [...new Set(inTurn.map(({ metric }) => inSentence(metricOf(metric).title)))];
  return `Both ran at once on the same processors, but in turn, each alone, for ${metrics.join(' and ')}.`;
}

const warmupSentences = {
  steady: 'Both sides were warmed up to their steady state.',
  brief: (seconds: number) =>
    `Both sides were warmed up for at most ${plural(seconds, 'second')}: what still compiled then did so on both.`,
};

/**
 * Says how runtimes that compile as they run were warmed up; `null` where none was, and one slice of load fills pools and
 * caches.
 */
export function warmupSentence(
  warmup: ComparisonWarmup,
  sentences: typeof warmupSentences = warmupSentences,
): string | null {
  if (isUntilSteady(warmup)) return sentences.steady;
  const { minSlices, maxSlices, sliceSeconds } = warmup;
  return minSlices === 1 ? null : sentences.brief(maxSlices * sliceSeconds);
}

/** The way that every request of a comparison took. */
export const networkSentences: Readonly<Record<VerdictData['network'], string>> = {
  host: 'Both sides shared the network of their machine.',
  sides: 'Each side had a network and databases of its own.',
};
