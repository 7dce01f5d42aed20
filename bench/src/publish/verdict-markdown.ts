import type { Verdict } from '../analysis/verdict.ts';
import { loadShapeId, metricOf } from '../model/index.ts';
import {
  disturbedSentence,
  explain,
  formatChange,
  inOrder,
  intervalText,
  verdictSentence,
} from '../terminal/verdict.ts';

/**
 * A verdict as Markdown for a pull request. Every text that a pull request could have chosen (labels, versions,
 * reasons) is escaped: what it shows is data, never markup, a link or a mention.
 */
export function verdictMarkdown(verdict: Verdict, file: string): string {
  const { comparison } = verdict;
  const blocks = comparison.pairs.flatMap(({ base, head }, pair) => {
    const cells = inOrder(verdict.cells.filter(({ cell }) => cell.pair === pair));
    return [
      `### ${escaped(head.label)} against ${escaped(base.label)}`,
      '',
      '| scenario | cost | change | 95 % interval | rounds | detectable | verdict | |',
      '|---|---|--:|---|--:|--:|---|---|',
      ...cells.map((one) => {
        const { cell, judgement } = one;
        const words = [
          cell.scenario,
          `${metricOf(cell.metric).title.toLowerCase()}, ${loadShapeId(cell.loadShape)}`,
          judgement.effect ? formatChange(judgement.effect.ratio) : '–',
          intervalText(judgement),
          String(judgement.effect?.rounds ?? cell.rounds.round.length),
          judgement.leastDetectable ? formatChange(judgement.leastDetectable) : '',
          judgement.state === 'regressed' ? '**regressed**' : judgement.state,
          escaped(explain(one)),
        ];
        return `| ${words.join(' | ')} |`;
      }),
      '',
    ];
  });
  return [
    `**${verdictSentence(verdict)}**`,
    '',
    'What a request costs in head, against base; more is worse. Both ran at once on the same processors.',
    '',
    ...blocks,
    ...disturbedSentence(verdict).flatMap((sentence) => [sentence, '']),
    `Recompute it with \`npm run bench -- verdict ${file.replaceAll('`', '')}\`.`,
    '',
  ].join('\n');
}

/** No character of it has a meaning in Markdown or HTML, nobody is mentioned and nothing is linked. */
export function escaped(text: string): string {
  return (
    text
      .replaceAll(/[\r\n\t]+/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
      // A forge links these in the text that is shown, where an escape before them is gone.
      .replaceAll('@', '@\u200b')
      .replaceAll('\\#', '\\#\u200b')
      .replaceAll(/\b(gh)(?=\\-)/gi, '$1\u200b')
      .replaceAll(/\b(www)(?=\.)/gi, '$1\u200b')
      .replaceAll('://', ':\u200b//')
  );
}
