import type { VerdictData } from '../model/index.ts';
import { english, plural } from './english.ts';
import type { Formats } from './format.ts';

/** The words of a comparison of base and head, cell by cell and as a whole. */

/** A judged cell, from a verdict or from the data of its page. */
export type JudgedWords = Pick<
  VerdictData['cells'][number],
  'state' | 'differs' | 'flagged' | 'recurred' | 'roundsNeeded' | 'effect' | 'minimumEffect' | 'failure'
>;

export const explanations = {
  worseTwice: (limit: string) => `costs over ${limit} more, in two measurements`,
  betterTwice: (limit: string) => `costs over ${limit} less, in two measurements`,
  within: (limit: string) => `within ${limit}`,
  withinWorse: (limit: string) => `within ${limit}, though it costs more`,
  withinBetter: (limit: string) => `within ${limit}, though it costs less`,
  few: 'too few pairs',
  notAgain: 'flagged, but did not recur',
  notConfirmed: 'flagged, but not measured again yet',
  noDifference: 'no difference seen',
  costsMore: (limit: string) => `costs more, perhaps by ${limit}`,
  costsLess: (limit: string) => `costs less, perhaps by ${limit}`,
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
  const { state, differs, flagged, recurred, effect, roundsNeeded, failure } = cell;
  const limit = format.percent(cell.minimumEffect);
  const by = (worse: (limit: string) => string, better: (limit: string) => string): string =>
    (differs === 'worse' ? worse : better)(limit);
  switch (state) {
    case 'regressed':
      return words.worseTwice(limit);
    case 'improved':
      return words.betterTwice(limit);
    case 'same':
      return differs === null ? words.within(limit) : by(words.withinWorse, words.withinBetter);
    case 'undecided':
      if (effect === null) return failure ?? words.few;
      if (flagged !== null) return recurred === false ? words.notAgain : words.notConfirmed;
      return words.both(
        differs === null ? words.noDifference : by(words.costsMore, words.costsLess),
        roundsNeeded === null ? words.onLimit : words.needed(format.plain(roundsNeeded)),
      );
  }
}

/** Sums up all cells in one sentence. */
export function verdictSentence(counts: VerdictData['counts'], cells: number): string {
  const rest = [
    ...(counts.improved > 0 ? [`${counts.improved} improved`] : []),
    ...(counts.same > 0 ? [`${counts.same} the same`] : []),
    ...(counts.undecided > 0 ? [`${counts.undecided} undecided`] : []),
  ].join(', ');
  const of = `of ${plural(cells, 'cell')}`;
  return counts.regressed > 0
    ? `${counts.regressed} ${of} regressed${rest ? `; ${rest}` : ''}.`
    : `No regression ${of}: ${rest}.`;
}

/** How many pairs were left out and measured again, and why. */
export function disturbedSentence(pairs: number, limit: string): string {
  return `${pairs === 1 ? '1 pair was' : `${english.plain(pairs)} pairs were`} left out and measured again: the hypervisor took more than ${limit} of the processors' time.`;
}

/** Shows by the canary whether the machine was stable meanwhile. */
export function referenceSentence(target: string, low: string, high: string, loads: number): string {
  return `${target}, which never changes, took ${low} to ${high} per request meanwhile (${plural(loads, 'load')}).`;
}

/** `−0.30 % … +2.1 %`; empty without an effect. */
export function effectInterval(
  { effect }: Pick<JudgedWords, 'effect'>,
  { change }: Pick<Formats, 'change'> = english,
): string {
  return effect ? `${change(effect.low)} … ${change(effect.high)}` : '';
}
