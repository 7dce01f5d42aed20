import { databaseName, metricOf, type RankingTable, scenarioOf, variantName } from '../model/index.ts';
import {
  describeLoadShape,
  directionWords,
  estimateOf,
  inSentence,
  type RankingColumnId,
  rankingTitle,
  rankingWords,
  shownRanking,
  terminalColumns,
  withoutFigure,
} from '../words/index.ts';
import type { Narrowing } from './fitted-table.ts';
import type { Terminal } from './terminal.ts';

/** The bar repeats the median, and so do the shares of the best and of the ceiling. */
const NARROW: Partial<Record<RankingColumnId, Narrowing>> = {
  bar: { leaveOut: 1 },
  ceiling: { leaveOut: 2 },
  marks: { below: 3, wrap: 24 },
  factor: { leaveOut: 4 },
  access: { leaveOut: 5, wrap: 32 },
};

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
      terminal.wrap(
        [
          describeLoadShape(ranking.loadShape),
          ...(ranking.database ? [databaseName(ranking.database)] : []),
          'median of fresh starts with its 95 % interval',
        ].join(' · '),
      ),
    ),
    terminal.table(
      columns.map(({ id, title, align, inUnit }) => ({
        title: [title.toLowerCase(), ...(inUnit && unit ? [unit] : [])].join(', '),
        name: title.toLowerCase() || id,
        ...(align && { align }),
        narrow: NARROW[id],
      })),
      ranking.rows
        .filter((row) => estimateOf(row) !== null)
        .map((row) => columns.map(({ text }) => text?.(row, shown) ?? '')),
    ),
    ...(plateau
      ? [
          terminal.warn(
            terminal.wrap(
              `${plateau.targets.length} targets stop between ${number(plateau.lowPerSecond)} and ${number(plateau.highPerSecond)} ${unit}: most likely at the loader's limit, not at theirs.`,
            ),
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
        const sentence = `– ${variantName(row.target, row.variant)}: ${said}`;
        return terminal.faint(terminal.wrap(sentence, '  '));
      }),
  ].join('\n');
}
