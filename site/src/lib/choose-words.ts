import type { MarkCode } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';
import { type Choices, type Criterion, type Fitness, marksIn, scoreOf } from './choose.ts';
import { timesText } from './compare-view.ts';

/** The phrases with which a script explains a score, with gaps in braces. */
export interface ChooseWords {
  strength: string;
  best: string;
  missing: string;
  semicolon: string;
  comma: string;
  short: Record<Criterion, string>;
  /** Has the gap `{marks}`. */
  marked: string;
  marks: Record<MarkCode, string>;
}

export function chooseWords({ choose, comma, semicolon, marks }: Messages): ChooseWords {
  return {
    strength: choose.strength('{criterion}', '{factor}'),
    best: choose.best('{criterion}'),
    missing: choose.missing('{criteria}'),
    short: choose.short,
    marked: choose.marked('{marks}'),
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
    return {
      score: null,
      why: words.missing.replace('{criteria}', () => result.missing.map(name).join(words.comma)),
    };
  }
  const parts = [...result.parts].sort((a, b) => b.weight * Math.log(b.times) - a.weight * Math.log(a.times));
  const why = parts.map(({ criterion, times }) =>
    times <= NEAR_BEST
      ? words.best.replace('{criterion}', () => name(criterion))
      : words.strength
          .replace('{criterion}', () => name(criterion))
          .replace('{factor}', () => timesText(times)),
  );
  const doubts = marksIn(fitness, choices.scenarios).map((code) => words.marks[code]);
  if (doubts.length > 0) why.push(words.marked.replace('{marks}', () => doubts.join(words.comma)));
  return { score: result.score, why: why.join(words.semicolon) };
}
