import {
  type Mark,
  type RankingTable,
  type ScenarioId,
  type SiteIndex,
  variantKey,
} from '@pitwall/bench/model';
import { rankText, tierLetter } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { addresses, type Linker } from '../page/links.ts';
import { facetAttributes } from '../ranking/ranking-state.ts';
import { type FacetChoice, facetChoices, runtimeOfRow, tellingRuntimes } from '../ranking/ranking-view.ts';
import { type BesideColumn, besideFigure } from '../tables/beside-columns.ts';
import { scenarioDatabase } from '../tables/scenario-database.ts';
import type { Column, Part } from '../tables/table.ts';
import { bareFactor, type Matrix, type MatrixRow, matrixCellTitle, shadeOf } from './matrix.ts';

/** The tables of the home page as lists of columns. Its script sorts rows by the `value` of their cells. */
export interface MatrixPage {
  /** A sign for a figure with these marks. */
  doubt(marks: readonly Mark[]): Part;
  /** Fairness flags of a target variant: those for one scenario, or all. */
  flags(row: Pick<MatrixRow, 'target' | 'variant'>, scenario?: ScenarioId): Part | false;
  messages: Messages;
  to: Linker;
}

type Index = Pick<SiteIndex, 'targets'>;

/** What was not measured is left blank: a field of dashes would hide the figures. */
const BLANK = { parts: [], class: 'blank' };

/** One column per scenario, coloured by how far each target is from the best. */
export function matrixColumns({ scenarios }: Matrix, page: MatrixPage): Column<MatrixRow>[] {
  const { messages, to, doubt } = page;
  return [
    nameColumn(page),
    ...scenarios.map(
      ({ id, table, format }): Column<MatrixRow> => ({
        title: messages.scenarioTitle(id),
        kind: 'number',
        link: to(addresses.ranking({ ...table, machine: null })),
        under: scenarioDatabase(id, [table.database], messages),
        sort: id,
        cell: ({ byScenario, kind }) => {
          const row = byScenario.get(id);
          if (row === undefined) return BLANK;
          const factor = 'factor' in row.outcome ? row.outcome.factor : null;
          // A run may have known as a platform what is a framework now: there it had no rank.
          const aside = row.kind === 'platform' && kind !== 'platform';
          return {
            parts: [factor === null ? '✕' : bareFactor(factor), row.marks.length > 0 && doubt(row.marks)],
            class: [factor === null ? 'none' : shadeOf(factor), ...(aside ? ['aside'] : [])].join(' '),
            title: matrixCellTitle(row, format, messages),
            data: { value: factor },
          };
        },
      }),
    ),
  ];
}

/** What stands in place of a rank, as in the ranking. */
function withoutRank(row: RankingTable['rows'][number] | undefined, messages: Messages): string {
  if (row?.outcome.kind === 'reference') return messages.kinds.platform;
  return row?.outcome.kind === 'unranked' ? messages.ranking.unranked : messages.none;
}

/** Names the table of one scenario by what it has beside the throughput. */
export function costsTitle(beside: readonly Pick<BesideColumn, 'id'>[], { home }: Messages): string {
  return home.costsTab(beside.flatMap(({ id }) => (id === 'throughput' ? [] : id)));
}

/** One scenario: rank, and every metric that a reader weighs against the others. */
export function costColumns(
  table: RankingTable,
  beside: readonly BesideColumn[],
  page: MatrixPage,
): Column<MatrixRow>[] {
  const { messages, to, doubt } = page;
  const rows = new Map(table.rows.map((row) => [variantKey(row), row]));
  return [
    nameColumn(page, table.scenario),
    {
      title: messages.ranking.columns.rank,
      kind: 'rank',
      sort: 'place',
      cell: ({ key }) => {
        const row = rows.get(key);
        const place = row === undefined ? null : table.rows.indexOf(row);
        if (row?.outcome.kind !== 'ranked') {
          return {
            parts: [{ span: withoutRank(row, messages), class: 'soft small' }],
            data: { value: place },
          };
        }
        const { tier, rank } = row.outcome;
        const letter = tierLetter(tier);
        return {
          parts: [{ span: letter, class: 'tier', title: messages.ranking.tier(letter) }, rankText(rank)],
          data: { value: place },
        };
      },
    },
    ...beside.map(
      (column): Column<MatrixRow> => ({
        title: messages.ranking.beside[column.id],
        kind: 'number',
        link: to(addresses.ranking({ ...column.table, machine: null })),
        under: column.load,
        sort: column.id,
        falls: column.table.direction === 'higher',
        cell: (row) => {
          const figure = besideFigure(column, row);
          if (figure === null) return BLANK;
          return {
            parts: [figure.text, figure.marks.length > 0 && doubt(figure.marks)],
            under: [figure.uncertainty],
            class: figure.factor === null ? 'none' : shadeOf(figure.factor),
            data: { value: figure.value },
          };
        },
      }),
    ),
  ];
}

/** @param scenario the one of all figures beside it, unless they are from several */
function nameColumn({ messages, to, flags }: MatrixPage, scenario?: ScenarioId): Column<MatrixRow> {
  return {
    title: messages.ranking.columns.name,
    sort: 'name',
    heads: true,
    cell: ({ target, variant, name, language, kind }) => ({
      parts: [
        { text: name, link: to(addresses.framework(target, variant)), class: 'name' },
        variant !== 'default' && { span: ` ${variant}`, class: 'variant' },
        {
          span: ` ${kind === 'platform' ? messages.kinds.platform : language}`,
          class: 'soft small language',
        },
        flags({ target, variant }, scenario),
      ],
      data: { value: `${name} ${variant}` },
    }),
  };
}

/** What the page's script reads from each row. */
export const fieldAttributes =
  (index: Index) =>
  (row: MatrixRow): Record<string, string | undefined> => ({
    'data-search': row.text,
    'data-broad': row.broad ? '' : undefined,
    ...facetAttributes({
      language: [row.language],
      kind: [row.kind],
      database: row.databases,
      access: row.access,
      runtime: [runtimeOfRow(index, row) ?? []].flat(),
    }),
    class: row.kind === 'platform' ? 'reference' : undefined,
  });

export function fieldFacets(rows: readonly MatrixRow[], index: Index, messages: Messages): FacetChoice[] {
  return facetChoices(
    {
      language: rows.map(({ language }) => language),
      kind: rows.map(({ kind }) => kind),
      database: rows.flatMap(({ databases }) => databases),
      access: rows.flatMap(({ access }) => access),
      runtime: tellingRuntimes(rows, index),
    },
    messages,
  );
}
