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
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

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
      table(
        verdictColumns,
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
    counts.regressed > 0 ? terminal.bad(sentence) : terminal.strong(sentence),
    terminal.faint(
      `${changesSentence(comparison.cells)} ${modeSentence(comparison.cells)} ${shapes.join('; ')}; each pair from fresh starts.`,
    ),
    '',
    tables.join('\n\n'),
    ...notes.map((note) => `\n${terminal.faint(note)}`),
  ].join('\n');
}
