import { type RankingRow, type RankingTable, variantName } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';
import { axisEnd, type ColumnFormat, columnFormat, factorText } from './format.ts';

/** A ranking table as its page shows it: rows with a figure, rows without, one format for the column. */
export interface RankingView {
  withFigure: FigureRow[];
  without: RankingRow[];
  ranked: number;
  format: ColumnFormat;
  /** What the right edge of the bars stands for. */
  end: number;
  rounds: number;
  /** True where any row has a way to reach a database, so that the column is worth its place. */
  hasAccess: boolean;
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
    format: columnFormat(
      table.unit,
      estimates.map(({ median }) => median),
    ),
    end: axisEnd(Math.max(0, ...estimates.map(({ median, high }) => Math.max(median, high ?? 0)))),
    rounds: Math.max(0, ...estimates.map(({ rounds }) => rounds)),
    hasAccess: table.rows.some(({ access }) => access !== null),
    verdict: verdict(withFigure, messages),
  };
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
