import { type ComparedCell, cellStates, loadShapeId, metricOf } from '../model/index.ts';
import { type Judgement, sizeOfRatio } from '../stats/index.ts';
import { inSentence } from './english.ts';
import { percentChange } from './format.ts';
import { effectInterval, explain, type UnmeasuredWords } from './verdict.ts';

/** A verdict as a table: the same columns in the terminal and in Markdown. */

interface JudgedCell {
  cell: ComparedCell;
  judgement: Judgement;
  minimumEffect: number;
  unmeasured: UnmeasuredWords | null;
}

/** How a medium formats a state, and a text that others may have chosen. */
export interface VerdictStyle {
  state(state: Judgement['state']): string;
  text(text: string): string;
}

interface VerdictColumn {
  title: string;
  align?: 'right';
  cell(judged: JudgedCell, style: VerdictStyle): string;
}

export const verdictColumns: readonly VerdictColumn[] = [
  { title: 'scenario', cell: ({ cell }) => cell.scenario },
  {
    title: 'cost',
    cell: ({ cell }) => `${inSentence(metricOf(cell.metric).title)}, ${loadShapeId(cell.loadShape)}`,
  },
  {
    title: 'change',
    align: 'right',
    cell: ({ judgement: { effect } }) => (effect ? percentChange(effect.ratio) : '–'),
  },
  { title: '95 % interval', cell: ({ judgement }) => effectInterval(judgement) },
  {
    title: 'pairs',
    align: 'right',
    cell: ({ cell, judgement }) => String(judgement.effect?.pairs ?? cell.rounds.round.length),
  },
  {
    title: 'detectable',
    align: 'right',
    cell: ({ judgement: { leastDetectable } }) => (leastDetectable ? percentChange(leastDetectable) : ''),
  },
  { title: 'verdict', cell: ({ judgement }, style) => style.state(judgement.state) },
  {
    title: '',
    cell: ({ cell, judgement, ...rest }, style) =>
      style.text(explain({ ...judgement, ...rest, failure: cell.failures.at(-1)?.what ?? null })),
  },
];

/** Sorts cells by state, the most important first, then by size, the largest first. */
export function inOrder(cells: readonly JudgedCell[]): JudgedCell[] {
  const size = ({ judgement }: JudgedCell): number => sizeOfRatio(judgement.effect?.ratio ?? 1);
  return [...cells].sort(
    (a, b) =>
      cellStates.indexOf(a.judgement.state) - cellStates.indexOf(b.judgement.state) || size(b) - size(a),
  );
}
