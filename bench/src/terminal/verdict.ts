import { measuredOf } from '../analysis/unmeasured.ts';
import type { Verdict } from '../analysis/verdict.ts';
import { STOLEN_LIMIT_RATIO } from '../model/index.ts';
import type { Judgement } from '../stats/index.ts';
import {
  canaryWords,
  changesSentence,
  describeLoadShape,
  disturbedSentence,
  inOrder,
  modeSentence,
  networkSentences,
  verdictColumns,
  verdictSentence,
  warmupSentence,
} from '../words/index.ts';
import type { Narrowing } from './fitted-table.ts';
import type { Terminal } from './terminal.ts';

/** The reason for a verdict has room below its row. Pairs and what they could detect are the first to be left out. */
const NARROW: Readonly<Record<string, Narrowing>> = {
  cost: { once: true, wrap: 20, below: 4 },
  pairs: { leaveOut: 2 },
  detectable: { leaveOut: 3 },
  '': { below: 1 },
};

/** Lays out a verdict as a table, its summary first. */
export function renderVerdict(verdict: Verdict, terminal: Terminal): string {
  const { comparison, disturbed } = verdict;
  const { cells, counts, unmeasured } = measuredOf(verdict);
  const signs: Record<Judgement['state'], string> = {
    regressed: terminal.bad('✗ regressed'),
    improved: terminal.good('✓ improved'),
    same: '= same',
    undecided: terminal.warn('? undecided'),
  };
  const style = { state: (state: Judgement['state']) => signs[state], text: (text: string) => text };
  const sentence = verdictSentence(counts, cells.length, unmeasured.length);
  const tables = comparison.pairs.map(({ base, head }, pair) => {
    const rows = inOrder(cells.filter(({ cell }) => cell.pair === pair));
    return [
      terminal.strong(`${head.label} against ${base.label}`),
      terminal.table(
        verdictColumns.map((column) => ({ ...column, narrow: NARROW[column.title] })),
        rows.map((row) => verdictColumns.map(({ cell }) => cell(row, style))),
      ),
    ].join('\n');
  });
  const shapes = [...new Set(comparison.cells.map(({ loadShape }) => describeLoadShape(loadShape)))];
  const canary = canaryWords(comparison);
  const warmup = warmupSentence(comparison.method.warmup);
  const notes = [
    ...(warmup === null ? [] : [warmup]),
    networkSentences[comparison.network ?? 'host'],
    ...(disturbed === 0 ? [] : [disturbedSentence(disturbed, `${STOLEN_LIMIT_RATIO * 100} %`)]),
    ...(canary === null ? [] : [canary]),
  ];
  return [
    counts.regressed > 0 ? terminal.bad(terminal.wrap(sentence)) : terminal.strong(terminal.wrap(sentence)),
    terminal.faint(
      terminal.wrap(
        `${changesSentence(comparison.cells)} ${modeSentence(comparison.cells)} ${shapes.join('; ')}; each pair from fresh starts.`,
      ),
    ),
    '',
    tables.join('\n\n'),
    ...notes.map((note) => `\n${terminal.faint(terminal.wrap(note))}`),
  ].join('\n');
}
