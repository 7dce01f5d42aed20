import type { MarkCode } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { timesText } from '../compare/compare-view.ts';
import { type Choices, type Criterion, type Fitness, marksIn, scoreOf } from './choose.ts';

/** The sentences of the page that sorts by weights, shared by the page and its script. */
export interface ChooseWords
  extends Pick<
    Messages['choose'],
    'strength' | 'best' | 'missing' | 'short' | 'marked' | 'weights' | 'nothing'
  > {
  semicolon: string;
  comma: string;
  /** Labels by code. */
  marks: Record<MarkCode, string>;
}

export function chooseWords({ choose, comma, semicolon, marks }: Messages): ChooseWords {
  const { strength, best, missing, short, marked, weights, nothing } = choose;
  return {
    ...{ strength, best, missing, short, marked, weights, nothing },
    marks: Object.fromEntries(
      Object.entries(marks).map(([code, { label }]) => [code, label]),
    ) as ChooseWords['marks'],
    comma,
    semicolon,
  };
}

/** A factor from 1 up to this counts as the best: the difference is within the noise of most tables. */
const NEAR_BEST = 1.01;

/** Explains the place of a row: its strengths and weaknesses, the weightiest first. */
export function reasonFor(
  words: ChooseWords,
  fitness: Fitness,
  choices: Choices,
): { score: number | null; why: string } {
  const result = scoreOf(fitness, choices);
  const name = (criterion: Criterion): string => words.short[criterion];
  if (result.score === null) {
    return { score: null, why: words.missing(result.missing.map(name).join(words.comma)) };
  }
  const parts = [...result.parts].sort((a, b) => b.weight * Math.log(b.times) - a.weight * Math.log(a.times));
  const why = parts.map(({ criterion, times }) =>
    times <= NEAR_BEST ? words.best(name(criterion)) : words.strength(name(criterion), timesText(times)),
  );
  const doubts = marksIn(fitness, choices).map((code) => words.marks[code]);
  if (doubts.length > 0) why.push(words.marked(doubts.join(words.comma)));
  return { score: result.score, why: why.join(words.semicolon) };
}
