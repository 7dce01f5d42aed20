import {
  databaseName,
  type Estimate,
  type RankingRow,
  type RankingTable,
  variantName,
} from '../model/index.ts';
import { english } from './english.ts';
import { type FigureFormat, type Formats, factorText, rankText } from './format.ts';

/**
 * A column of a ranking, for the terminal, the pages, their details on small screens and the CSV file. A new
 * column of text needs only an entry here; a column on pages also needs its title in the other languages.
 */
export interface RankingColumn {
  id: string;
  /** English title, in the terminal and on the site. */
  title: string;
  align?: 'right';
  /** Shows figures in the table's unit, which the terminal adds to the title. */
  inUnit?: true;
  /** Whether a table has the column; all tables by default. */
  when?(table: RankingTable): boolean;
  /** Text of a row. A column without it is in the CSV file only. */
  text?(row: RankingRow, shown: ShownRanking): string;
  terminal?: true;
  page?: {
    /**
     * `place`: sorts by the order of the table, which is that of rank, figure and factor. `text`: sorts by
     * its text.
     */
    sort?: 'place' | 'text';
    /** Only on wide screens, or on small ones in a second line of the row. */
    on?: 'wide' | 'second-line';
  };
  /** Its columns in the CSV file, by name. */
  csv?: Readonly<Record<string, (row: RankingRow, table: RankingTable) => string | number | null>>;
}

/** What the texts of all rows of a table need. */
export interface ShownRanking {
  table: RankingTable;
  /** Format of the figures. */
  format: FigureFormat;
  /** The largest figure. */
  longest: number;
  words: RankingWords;
}

/** Words used in cells. */
export interface RankingWords {
  none: string;
  unranked: string;
  /** In place of the rank of a platform. */
  reference: string;
  accessKinds: Record<NonNullable<RankingRow['access']>['kind'], string>;
  comma: string;
}

export const rankingWords = {
  none: '–',
  unranked: 'no rank',
  reference: 'platform',
  accessKinds: { raw: 'raw driver', 'query-builder': 'query builder', orm: 'ORM' },
  comma: ', ',
} satisfies RankingWords;

/** Characters of the widest bar in the terminal. */
const BAR_WIDTH = 16;

export function estimateOf({ outcome }: RankingRow): Estimate | null {
  return 'estimate' in outcome ? outcome.estimate : null;
}

const ranked = ({ outcome }: RankingRow) => (outcome.kind === 'ranked' ? outcome : null);
const factorOf = ({ outcome }: RankingRow) => ('factor' in outcome ? outcome.factor : null);

export const rankingColumns = [
  {
    id: 'rank',
    title: 'Rank',
    align: 'right',
    text: (row, { words }) => {
      const rank = ranked(row)?.rank;
      if (rank) return rankText(rank);
      return row.outcome.kind === 'reference' ? words.reference : words.unranked;
    },
    terminal: true,
    page: { sort: 'place' },
    csv: {
      rank_best: (row) => ranked(row)?.rank.best ?? null,
      rank_worst: (row) => ranked(row)?.rank.worst ?? null,
    },
  },
  {
    id: 'name',
    title: 'Framework',
    text: ({ target, variant }) => variantName(target, variant),
    terminal: true,
    page: { sort: 'text' },
    csv: { target: ({ target }) => target, variant: ({ variant }) => variant, name: ({ name }) => name },
  },
  {
    id: 'language',
    title: 'Language',
    text: ({ language }) => language,
    page: { sort: 'text', on: 'wide' },
    csv: { language: ({ language }) => language, kind: ({ kind }) => kind },
  },
  {
    id: 'access',
    title: 'Database access',
    when: ({ rows }) => rows.some(({ access }) => access !== null),
    text: ({ access }, { words }) =>
      access ? words.accessKinds[access.kind] + words.comma + access.library : words.none,
    terminal: true,
    page: { sort: 'text', on: 'wide' },
    csv: {
      database_access: ({ access }) => access?.kind ?? null,
      database_library: ({ access }) => access?.library ?? null,
      database_server: (_, { database }) => database && databaseName(database),
    },
  },
  {
    id: 'figure',
    title: 'Median',
    align: 'right',
    inUnit: true,
    text: (row, { format, words }) => {
      const figure = estimateOf(row);
      return figure ? format.figure(figure) : words.none;
    },
    terminal: true,
    page: { sort: 'place' },
    csv: {
      median: (row) => estimateOf(row)?.median ?? null,
      low: (row) => estimateOf(row)?.low ?? null,
      high: (row) => estimateOf(row)?.high ?? null,
      unit: (_, { unit }) => unit,
      starts: (row) => estimateOf(row)?.count ?? null,
    },
  },
  {
    id: 'interval',
    title: '95 % interval',
    align: 'right',
    text: (row, { format, words }) => {
      const figure = estimateOf(row);
      return (figure && format.uncertainty(figure)) ?? words.none;
    },
    terminal: true,
    page: { on: 'second-line' },
  },
  {
    id: 'factor',
    title: 'Off the best',
    align: 'right',
    text: (row, { words }) => {
      const factor = factorOf(row);
      return factor === null ? words.none : factorText(factor);
    },
    terminal: true,
    page: { sort: 'place', on: 'second-line' },
    csv: { times_off_best: factorOf },
  },
  {
    id: 'ceiling',
    title: 'Of the ceiling',
    align: 'right',
    when: ({ ceiling }) => ceiling !== null,
    text: (row, { table: { ceiling }, words }) => {
      const figure = estimateOf(row);
      return figure && ceiling
        ? `${Math.round((figure.median / ceiling.throughputPerSecond) * 100)} %`
        : words.none;
    },
    terminal: true,
  },
  {
    id: 'bar',
    title: '',
    text: (row, { longest }) =>
      '█'.repeat(Math.max(1, Math.round(((estimateOf(row)?.median ?? 0) / longest) * BAR_WIDTH))),
    terminal: true,
  },
  {
    id: 'marks',
    title: '',
    text: ({ marks }) => marks.map(({ code }) => code).join(', '),
    terminal: true,
    csv: { marks: ({ marks }) => marks.map(({ code }) => code).join(' ') },
  },
  {
    id: 'outcome',
    title: 'Outcome',
    csv: {
      outcome: ({ outcome }) => (outcome.kind === 'left-out' ? outcome.step : outcome.kind),
      reason: ({ outcome }) => ('reason' in outcome ? outcome.reason : null),
    },
  },
] as const satisfies readonly RankingColumn[];

export type RankingColumnId = (typeof rankingColumns)[number]['id'];
type NamedColumn = RankingColumn & { id: RankingColumnId };

/** Columns that pages show: each has its title in every language. */
export type PageColumnId = Extract<(typeof rankingColumns)[number], { page: object }>['id'];
export type PageColumn = RankingColumn & { id: PageColumnId; page: NonNullable<RankingColumn['page']> };

const columnsOf = (table: RankingTable): NamedColumn[] =>
  (rankingColumns as readonly NamedColumn[]).filter(({ when }) => when?.(table) ?? true);

export function terminalColumns(table: RankingTable): NamedColumn[] {
  return columnsOf(table).filter(({ terminal }) => terminal);
}

export function pageColumns(table: RankingTable): PageColumn[] {
  return columnsOf(table).filter((column): column is PageColumn => column.page !== undefined);
}

/** Collects what the texts of a table need. */
export function shownRanking(
  table: RankingTable,
  words: RankingWords = rankingWords,
  format: Pick<Formats, 'column'> = english,
): ShownRanking {
  const medians = table.rows.flatMap((row) => estimateOf(row)?.median ?? []);
  return { table, format: format.column(table.unit, medians), longest: Math.max(0, ...medians), words };
}
