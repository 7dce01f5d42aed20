import { type ComparedCell, type Comparison, metricOf } from '../model/index.ts';
import { type Judgement, judge } from '../stats/index.ts';

/** What a comparison says, cell by cell in the order of its file. */
export interface Verdict {
  comparison: Comparison;
  cells: { cell: ComparedCell; judgement: Judgement; minimumEffect: number }[];
  counts: Record<Judgement['state'], number>;
}

/** Follows from the comparison alone: the same file gives the same verdict, wherever and whenever it is asked. */
export function verdictOf(comparison: Comparison): Verdict {
  const { cells, method } = comparison;
  const minimumEffects = cells.map(({ metric }) => method.minimumEffects[metric] ?? 0);
  const judgements = judge(
    cells.map((cell, index) => ({
      ratios: costRatios(cell, false),
      confirmation: cell.rounds.again.includes(true) ? costRatios(cell, true) : null,
      minimumEffect: minimumEffects[index] ?? 0,
    })),
    method.looks,
  );
  const counts = { regressed: 0, improved: 0, same: 0, undecided: 0 };
  for (const { state } of judgements) counts[state]++;
  return {
    comparison,
    cells: cells.map((cell, index) => ({
      cell,
      judgement: judgements[index] as Judgement,
      minimumEffect: minimumEffects[index] ?? 0,
    })),
    counts,
  };
}

/** Head ÷ base of what a request costs, so that above 1 is worse whatever the metric; pairs with both sides only. */
export function costRatios({ metric, rounds }: ComparedCell, again: boolean): number[] {
  const higherIsBetter = metricOf(metric).direction === 'higher';
  return rounds.base.flatMap((base, index) => {
    const head = rounds.head[index];
    if (rounds.again[index] !== again || base === null || head == null) return [];
    return [higherIsBetter ? base / head : head / base];
  });
}
