import { type RankingTable, scenarioIds } from '@pitwall/bench/model';
import { median } from '@pitwall/bench/stats';
import { factorText, rankText } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { commonTable } from '../tables/common-load.ts';

export interface FieldRow {
  table: RankingTable;
  rank: string;
  /** True if the rank may be 1. */
  mayLead: boolean;
  among: number;
  factor: number;
  /** Places on a logarithmic line of 1,000 units, with the best at 0. */
  at: number;
  band: { from: number; to: number };
  ticks: number[];
}

/** Per scenario: throughput and p99, each under the first load that all targets share. */
export function fieldRows(tables: readonly RankingTable[], target: string, variant: string): FieldRow[] {
  const wanted = scenarioIds.flatMap((id) => [
    commonTable(tables, id, 'throughputPerSecond'),
    commonTable(tables, id, 'latencyP99Seconds'),
  ]);
  return wanted.flatMap((table) => (table === undefined ? [] : (fieldRow(table, target, variant) ?? [])));
}

function fieldRow(table: RankingTable, target: string, variant: string): FieldRow | null {
  const ranked = table.rows.flatMap((row) =>
    row.outcome.kind === 'ranked' && row.outcome.factor !== null
      ? [{ row, outcome: row.outcome, factor: row.outcome.factor }]
      : [],
  );
  const own = ranked.find(({ row }) => row.target === target && row.variant === variant);
  if (own === undefined) return null;
  const worst = Math.max(1.1, ...ranked.map(({ factor }) => factor));
  const at = (factor: number): number =>
    Math.round(Math.min(1_000, Math.max(0, (1_000 * Math.log(factor)) / Math.log(worst))) * 10) / 10;
  const { median, low, high } = own.outcome.estimate;
  const turned = (value: number): number =>
    own.factor * (table.direction === 'higher' ? median / value : value / median);
  const ends = [turned(low ?? median), turned(high ?? median)].map(at).sort((a, b) => a - b);
  return {
    table,
    rank: rankText(own.outcome.rank),
    mayLead: own.outcome.rank.best === 1,
    among: ranked.length,
    factor: own.factor,
    at: at(own.factor),
    band: { from: ends[0] as number, to: ends[1] as number },
    ticks: ranked.map(({ factor }) => at(factor)),
  };
}

export function fieldSentence(rows: readonly FieldRow[], { framework }: Messages): string {
  return framework.fieldSentence({
    first: rows.filter(({ mayLead }) => mayLead).length,
    among: rows.length,
    median: factorText(rows.length === 0 ? 1 : median(rows.map(({ factor }) => factor))),
  });
}
