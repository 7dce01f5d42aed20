import {
  type ComparedCell,
  type Comparison,
  MOST_DISTURBED_RATIO,
  metricOf,
  STOLEN_LIMIT_RATIO,
} from '../model/index.ts';
import { type Judgement, judge } from '../stats/index.ts';

/** The verdict of a comparison, cell by cell in the order of its file. */
export interface Verdict {
  comparison: Comparison;
  cells: { cell: ComparedCell; judgement: Judgement; minimumEffect: number }[];
  counts: Record<Judgement['state'], number>;
  /** Pairs with both figures that were left out of the judgement. */
  disturbed: number;
}

/** Judges a comparison from its file alone: the same file always gives the same verdict. */
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
    disturbed: disturbedPairs(comparison),
  };
}

/**
 * The pairs of a cell that are judged, as indices into its columns: those with a figure of both sides, except
 * those during which the hypervisor took CPU time. It takes from either side unevenly, and one such
 * pair in fifty doubles the deviation of all (`npm run figure -- duet-errors`). If more than a third of the
 * pairs are affected, the machine is like that, and all are judged.
 */
export function judgedPairs(cell: ComparedCell, again: boolean): number[] {
  const whole = wholePairs(cell, again);
  const quiet = whole.filter((index) => (cell.rounds.stolenRatio[index] ?? 0) <= STOLEN_LIMIT_RATIO);
  return whole.length - quiet.length <= whole.length * MOST_DISTURBED_RATIO ? quiet : whole;
}

/** Pairs with a figure of both sides. */
function wholePairs({ rounds }: ComparedCell, again: boolean): number[] {
  return rounds.base.flatMap((base, index) =>
    rounds.again[index] === again && base !== null && rounds.head[index] != null ? [index] : [],
  );
}

function disturbedPairs({ cells }: Comparison): number {
  const left = (cell: ComparedCell, again: boolean): number =>
    wholePairs(cell, again).length - judgedPairs(cell, again).length;
  return cells.reduce((sum, cell) => sum + left(cell, false) + left(cell, true), 0);
}

/** Most pairs that are measured to get this many that are judged. */
export function mostPairs(judged: number): number {
  return Math.ceil(judged / (1 - MOST_DISTURBED_RATIO));
}

/**
 * Head ÷ base of the cost per request, for the pairs that are judged; above 1 is worse, whatever the metric.
 */
export function costRatios(cell: ComparedCell, again: boolean): number[] {
  const { base, head } = cell.rounds;
  const higherIsBetter = metricOf(cell.metric).direction === 'higher';
  return judgedPairs(cell, again).map((index) => {
    const ratio = (head[index] as number) / (base[index] as number);
    return higherIsBetter ? 1 / ratio : ratio;
  });
}
