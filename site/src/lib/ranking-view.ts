import {
  type Flag,
  type RankingRow,
  type RankingTable,
  type ScenarioId,
  type SiteIndex,
  variantName,
} from '@pitwall/bench/model';
import {
  factorText,
  type PageColumn,
  pageColumns,
  type RankingWords,
  type ShownRanking,
  shownRanking,
} from '@pitwall/bench/words';
import type { Messages } from '../messages/index.ts';
import { axisEnd } from './format.ts';
import type { Facet } from './ranking-state.ts';

/** A ranking table as its page shows it: rows with and without a figure, in one format. */
interface RankingView {
  withFigure: FigureRow[];
  without: RankingRow[];
  ranked: number;
  columns: PageColumn[];
  /** What the cells are made from. */
  shown: ShownRanking;
  /** The value at the right edge of the bars. */
  end: number;
  rounds: number;
  verdict: string;
}

export type FigureRow = RankingRow & {
  outcome: Extract<RankingRow['outcome'], { kind: 'ranked' | 'unranked' }>;
};

export function rankingView(table: RankingTable, messages: Messages): RankingView {
  const withFigure = table.rows.filter(hasFigure);
  const estimates = withFigure.map(({ outcome }) => outcome.estimate);
  return {
    withFigure,
    without: table.rows.filter((row) => !hasFigure(row)),
    ranked: withFigure.filter(({ outcome }) => outcome.kind === 'ranked').length,
    columns: pageColumns(table),
    shown: shownRanking(table, rankingWordsOf(messages), messages.format),
    end: axisEnd(Math.max(0, ...estimates.map(({ median, high }) => Math.max(median, high ?? 0)))),
    rounds: Math.max(0, ...estimates.map(({ rounds }) => rounds)),
    verdict: verdict(withFigure, messages),
  };
}

function rankingWordsOf({ none, comma, accessKinds, ranking }: Messages): RankingWords {
  return { none, comma, accessKinds, unranked: ranking.unranked };
}

function hasFigure(row: RankingRow): row is FigureRow {
  return row.outcome.kind === 'ranked' || row.outcome.kind === 'unranked';
}

/** `Koa cluster`: the name of a row in sentences. */
export function rowName({ name, variant }: { name: string; variant: string }): string {
  return variant === 'default' ? name : `${name} ${variant}`;
}

/** Returns the anchor of a row within its page. */
export function rowId({ target, variant }: RankingRow): string {
  return variantName(target, variant).replaceAll(/[/:]/g, '-');
}

/** Returns the text that a search looks through. */
export function searchText({ name, variant, target, language, access }: RankingRow): string {
  return [name, variant, target, language, access?.library ?? ''].join(' ');
}

/** Returns the flags of a target that apply to this variant in this scenario. */
export function flagsOf(
  { targets }: SiteIndex,
  { target, variant }: Pick<RankingRow, 'target' | 'variant'>,
  scenario?: ScenarioId,
): Flag[] {
  const flags = targets.find((entry) => entry.target === target)?.manifest?.flags ?? [];
  return flags.filter(
    (flag) =>
      (flag.variants?.includes(variant) ?? true) &&
      (scenario === undefined || (flag.scenarios?.includes(scenario) ?? true)),
  );
}

/** A row is comparable if it has a rank and no flag that sets it apart from its neighbours. */
export function isComparable({ outcome }: RankingRow, flags: readonly Flag[]): boolean {
  return outcome.kind === 'ranked' && flags.length === 0;
}

/** Returns the values by which a table's rows can be filtered, in alphabetical order. */
export function facetsOf(
  { rows }: RankingTable,
  { ranking: { controls }, kinds, accessKinds }: Messages,
): { facet: Facet; title: string; values: { value: string; label: string }[] }[] {
  const values = (of: (row: RankingRow) => { value: string; label: string } | null) =>
    [...new Map(rows.flatMap((row) => of(row) ?? []).map((one) => [one.value, one])).values()].sort((a, b) =>
      a.label < b.label ? -1 : 1,
    );
  const same = (value: string) => ({ value, label: value });
  return [
    { facet: 'language', title: controls.language, values: values(({ language }) => same(language)) },
    {
      facet: 'kind',
      title: controls.kind,
      values: values(({ kind }) => ({ value: kind, label: kinds[kind] })),
    },
    {
      facet: 'access',
      title: controls.access,
      values: values(({ access }) => access && { value: access.kind, label: accessKinds[access.kind] }),
    },
    { facet: 'variant', title: controls.variant, values: values(({ variant }) => same(variant)) },
  ];
}

/** Names the leader, or says that none can be named: what a reader wants to know first. */
function verdict(rows: readonly FigureRow[], { ranking }: Messages): string {
  const ranked = rows.flatMap(({ outcome, ...row }) =>
    outcome.kind === 'ranked' ? [{ ...row, outcome }] : [],
  );
  const first = ranked[0];
  if (first === undefined) return ranking.nobody;
  if (ranked.length === 1) return ranking.leadsAlone(rowName(first));
  if (ranked.every(({ outcome }) => outcome.estimate.rounds < 2)) return ranking.fewRounds;
  const leaders = ranked.filter(({ outcome }) => outcome.rank.best === 1);
  const second = ranked[1];
  if (leaders.length === 1 && second?.outcome.factor) {
    return ranking.leads(rowName(first), factorText(second.outcome.factor), rowName(second));
  }
  return ranking.shares(leaders.map(rowName), ranked.length);
}
