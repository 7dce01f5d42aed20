import {
  databaseTitles,
  type Estimate,
  type Flag,
  metricOf,
  type RankingRow,
  type RankingTable,
  type SiteIndex,
  variantName,
} from '@pitwall/bench/model';
import {
  estimateOf,
  type PageColumn,
  pageColumns,
  type RankingWords,
  type ShownRanking,
  shownRanking,
} from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { type Axis, axisOf } from '../charts/axis.ts';
import { type Names, namesOf } from '../page/names.ts';
import { answerOf, rankedRows } from './answer.ts';
import { isLeftOut } from './left-out.ts';
import { type Facet, facets } from './ranking-state.ts';

/** A ranking table as its page shows it: rows with and without a figure, in one format. */
interface RankingView {
  withFigure: FigureRow[];
  /** Rows that failed, each with its reason. */
  without: RankingRow[];
  /** Rows of which nothing was tried. */
  leftOut: RankingRow[];
  /** Names that tell the rows of this table apart. */
  names: Names;
  ranked: number;
  columns: PageColumn[];
  /** What the cells are made from. */
  shown: ShownRanking;
  /** The scale of the bars, unless the reader chooses another. */
  axis: Axis;
  blocks: number;
  /** Rows whose server was not full, if they are most of a table of throughput; `null` otherwise. */
  bound: number | null;
  verdict: string;
}

export type FigureRow = RankingRow & {
  outcome: Extract<RankingRow['outcome'], { kind: 'ranked' | 'reference' | 'unranked' }>;
};

export function rankingView(table: RankingTable, messages: Messages): RankingView {
  const withFigure = table.rows.filter(hasFigure);
  const estimates = withFigure.map(({ outcome }) => outcome.estimate);
  const rest = table.rows.filter((row) => !hasFigure(row));
  return {
    withFigure,
    without: rest.filter((row) => !isLeftOut(row)),
    leftOut: rest.filter(isLeftOut),
    names: namesOf(table.rows),
    ranked: rankedRows(table).length,
    columns: pageColumns(table),
    shown: shownRanking(table, rankingWordsOf(messages), messages.format),
    axis: axisOf(comparedFigures(withFigure), metricOf(table.metric).unit === 'seconds'),
    blocks: Math.max(0, ...estimates.map(({ count }) => count)),
    bound: table.metric === 'throughputPerSecond' ? mostlyBound(withFigure) : null,
    verdict: answerOf(table, messages),
  };
}

function mostlyBound(rows: readonly FigureRow[]): number | null {
  const bound = rows.filter(({ marks }) => marks.some(({ code }) => code === 'loader-bound')).length;
  return bound * 2 > rows.length ? bound : null;
}

/** What a scale must hold: a figure that cannot be compared may lie beyond it. */
function comparedFigures(rows: readonly FigureRow[]): Estimate[] {
  const compared = rows.filter(({ outcome }) => 'factor' in outcome);
  return (compared.length > 0 ? compared : rows).map(({ outcome }) => outcome.estimate);
}

function rankingWordsOf({ none, comma, accessKinds, kinds, ranking }: Messages): RankingWords {
  return { none, comma, accessKinds, unranked: ranking.unranked, reference: kinds.platform };
}

function hasFigure(row: RankingRow): row is FigureRow {
  return estimateOf(row) !== null;
}

/** Returns the anchor of a row within its page. */
export function rowId({ target, variant }: Pick<RankingRow, 'target' | 'variant'>): string {
  return variantName(target, variant).replaceAll(/[/:]/g, '-');
}

/** Returns the text that a search looks through. */
export function searchText({ name, variant, target, language, access }: RankingRow): string {
  return [name, variant, target, language, access?.library ?? ''].join(' ');
}

/** A row is comparable if it has a rank and no flag that sets it apart from its neighbours. */
export function isComparableRow({ outcome }: RankingRow, flags: readonly Flag[]): boolean {
  return outcome.kind === 'ranked' && flags.length === 0;
}

/** A property by which rows can be filtered, with its values in alphabetical order. */
export interface FacetChoice {
  facet: Facet;
  title: string;
  values: { value: string; label: string }[];
}

/** What a row of one scenario is filtered by; that of a warm-up does not say how it accesses a database. */
export type FacetRow = Pick<RankingRow, 'target' | 'variant' | 'language' | 'kind'> &
  Partial<Pick<RankingRow, 'access'>>;

/** Returns what the rows of one scenario can be filtered by. They share their database, so it sets none apart. */
export function facetsOf(
  { rows }: { rows: readonly FacetRow[] },
  index: Pick<SiteIndex, 'targets'>,
  messages: Messages,
): FacetChoice[] {
  return facetChoices(
    {
      language: rows.map(({ language }) => language),
      kind: rows.map(({ kind }) => kind),
      database: [],
      access: rows.flatMap(({ access }) => access?.kind ?? []),
      runtime: tellingRuntimes(rows, index),
    },
    messages,
  );
}

/** The name of a variant's runtime; `null` if the index does not have the variant. */
export function runtimeOfRow(
  { targets }: Pick<SiteIndex, 'targets'>,
  { target, variant }: Pick<RankingRow, 'target' | 'variant'>,
): string | null {
  return targets.find((one) => one.target === target)?.runtimes[variant] ?? null;
}

/**
 * Runtimes that say more than the language does: one of several of a language, or one that languages share. Those of
 * platforms say nothing: a server in C has its compiler or itself.
 */
export function tellingRuntimes(
  rows: readonly Pick<RankingRow, 'target' | 'variant' | 'language' | 'kind'>[],
  index: Pick<SiteIndex, 'targets'>,
): string[] {
  const frameworks = rows.filter(({ kind }) => kind !== 'platform');
  const known = frameworks.flatMap((row) => {
    const runtime = runtimeOfRow(index, row);
    return runtime === null ? [] : [{ runtime, language: row.language }];
  });
  const count = (having: typeof known, of: (one: (typeof known)[number]) => string): number =>
    new Set(having.map(of)).size;
  return known
    .filter(
      ({ runtime, language }) =>
        count(
          known.filter((one) => one.language === language),
          (one) => one.runtime,
        ) > 1 ||
        count(
          known.filter((one) => one.runtime === runtime),
          (one) => one.language,
        ) > 1,
    )
    .map(({ runtime }) => runtime);
}

/** Leaves out what has a single value. */
export function facetChoices(
  values: Record<Facet, readonly string[]>,
  { ranking: { controls }, kinds, accessKinds, runtimeName }: Messages,
): FacetChoice[] {
  const labels: Record<Facet, Readonly<Record<string, string>>> = {
    language: {},
    kind: kinds,
    database: databaseTitles,
    access: accessKinds,
    runtime: Object.fromEntries(values.runtime.map((name) => [name, runtimeName(name)])),
  };
  return facets
    .map((facet) => ({
      facet,
      title: controls[facet],
      values: [...new Set(values[facet])]
        .map((value) => ({ value, label: labels[facet][value] ?? value }))
        .sort((a, b) => (a.label < b.label ? -1 : 1)),
    }))
    .filter((choice) => choice.values.length > 1);
}
