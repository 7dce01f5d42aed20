import { measuredOf } from '../analysis/unmeasured.ts';
import type { Verdict } from '../analysis/verdict.ts';
import { STOLEN_LIMIT_RATIO } from '../model/index.ts';
import {
  canaryWords,
  changesSentence,
  disturbedSentence,
  inOrder,
  modeSentence,
  networkSentences,
  type VerdictStyle,
  verdictColumns,
  verdictSentence,
  warmupSentence,
} from '../words/index.ts';

const style: VerdictStyle = {
  state: (state) => (state === 'regressed' ? '**regressed**' : state),
  text: escaped,
};

/**
 * Formats a verdict as Markdown for a pull request. Escapes every text that a pull request could have chosen
 * (labels, versions, reasons), so that it shows as data, never as markup, a link or a mention.
 */
export function verdictMarkdown(verdict: Verdict, file: string): string {
  const { comparison, disturbed } = verdict;
  const { cells, counts, unmeasured } = measuredOf(verdict);
  const canary = canaryWords(comparison, escaped);
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  const tables = comparison.pairs.flatMap(({ base, head }, pair) => [
    `### ${escaped(head.label)} against ${escaped(base.label)}`,
    '',
    line(verdictColumns.map(({ title }) => title)),
    `|${verdictColumns.map(({ align }) => (align === 'right' ? '--:' : '---')).join('|')}|`,
    ...inOrder(cells.filter(({ cell }) => cell.pair === pair)).map((row) =>
      line(verdictColumns.map(({ cell }) => cell(row, style))),
    ),
    '',
  ]);
  return [
    `**${verdictSentence(counts, cells.length, unmeasured.length)}**`,
    '',
    [
      changesSentence(comparison.cells),
      modeSentence(comparison.cells),
      networkSentences[comparison.network ?? 'host'],
      warmupSentence(comparison.method.warmup),
    ]
      .filter((sentence) => sentence !== null)
      .join(' '),
    '',
    ...tables,
    ...(disturbed === 0 ? [] : [disturbedSentence(disturbed, `${STOLEN_LIMIT_RATIO * 100} %`), '']),
    ...(canary === null ? [] : [canary, '']),
    `Recompute it with \`npm run bench -- verdict ${file.replaceAll('`', '')}\`.`,
    '',
  ].join('\n');
}

/**
 * Escapes text, so that no character has a meaning in Markdown or HTML, and nothing is mentioned or linked.
 */
export function escaped(text: string): string {
  return (
    text
      .replaceAll(/[\r\n\t]+/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
      // GitHub renders what stands between two of these as a formula, of any size and colour and at any place, and no
      // backslash stops it. Its documentation says to put an element around each.
      .replaceAll('$', '<span>$$</span>')
      // A forge links these in the rendered text, where escapes are gone.
      .replaceAll('@', '@\u200b')
      .replaceAll('\\#', '\\#\u200b')
      .replaceAll(/\b(gh)(?=\\-)/gi, '$1\u200b')
      .replaceAll(/\b(www)(?=\.)/gi, '$1\u200b')
      .replaceAll('://', ':\u200b//')
  );
}
