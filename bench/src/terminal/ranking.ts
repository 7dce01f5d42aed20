import { databaseName, metricOf, type RankingTable, scenarioOf, variantName } from '../model/index.ts';
import {
  describeLoadShape,
  directionWords,
  estimateOf,
  inSentence,
  rankingTitle,
  rankingWords,
  shownRanking,
  terminalColumns,
  withoutFigure,
} from '../words/index.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Lays out a ranking as a table, followed by the targets without a figure and the reason. */
export function renderRanking(ranking: RankingTable, terminal: Terminal): string {
  const metric = metricOf(ranking.metric);
  const shown = shownRanking(ranking, { ...rankingWords, unranked: '–' });
  const { number, unit } = shown.format;
  const columns = terminalColumns(ranking);
  const { plateau } = ranking;
  return [
    terminal.strong(
      `${rankingTitle(scenarioOf(ranking.scenario).title, metric.title)}, ${directionWords[metric.direction]}`,
    ),
    terminal.faint(
      [
        describeLoadShape(ranking.loadShape),
        ...(ranking.database ? [databaseName(ranking.database)] : []),
        'median of fresh starts with its 95 % interval',
      ].join(' · '),
    ),
    table(
      columns.map(({ title, align, inUnit }) => ({
        title: [title.toLowerCase(), ...(inUnit && unit ? [unit] : [])].join(', '),
        ...(align && { align }),
      })),
      ranking.rows
        .filter((row) => estimateOf(row) !== null)
        .map((row) => columns.map(({ text }) => text?.(row, shown) ?? '')),
    ),
    ...(plateau
      ? [
          terminal.warn(
            `${plateau.targets.length} targets stop between ${number(plateau.lowPerSecond)} and ${number(plateau.highPerSecond)} ${unit}: most likely at the loader's limit, not at theirs.`,
          ),
        ]
      : []),
    ...ranking.rows
      .filter(({ outcome }) => outcome.kind === 'missing' || outcome.kind === 'left-out')
      .map((row) => {
        const { what, why, inEnglish: quoted } = withoutFigure(row);
        const said = quoted
          ? `${inSentence(what)}: ${why}`
          : `${inSentence(what)}, because ${inSentence(why)}`;
        return terminal.faint(`– ${variantName(row.target, row.variant)}: ${said}`);
      }),
  ].join('\n');
}
