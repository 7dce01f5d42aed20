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

/** A ranking table as its page shows it: rows with a figure, rows without, one format for the column. */
interface RankingView {
  withFigure: FigureRow[];
  without: RankingRow[];
  ranked: number;
  columns: PageColumn[];
  /** What cells are made with. */
  shown: ShownRanking;
  /** What the right edge of the bars stands for. */
  end: number;
  rounds: number;
  verdict: string;
}

type FigureRow = RankingRow & {
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

/** `Koa cluster`: the name by which sentences call a row. */
export function rowName({ name, variant }: { name: string; variant: string }): string {
  return variant === 'default' ? name : `${name} ${variant}`;
}

/** An address inside the page, from what is unique to a row. */
export function rowId({ target, variant }: RankingRow): string {
  return variantName(target, variant).replaceAll(/[/:]/g, '-');
}

/** What a search looks through. */
export function searchText({ name, variant, target, language, access }: RankingRow): string {
  return [name, variant, target, language, access?.library ?? ''].join(' ');
}

/** Flags of a target that hold for this variant in this scenario. */
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

/** With a rank, and nothing known that makes it another thing than its neighbours. */
export function isComparable({ outcome }: RankingRow, flags: readonly Flag[]): boolean {
  return outcome.kind === 'ranked' && flags.length === 0;
}

/** Values of a table that rows can be filtered by, in the order of the alphabet. */
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

/** Who is first, or that nobody can be told to be: the first thing that a reader wants to know. */
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
