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
      atLooks: method.looks.map(({ rounds }) => ratiosOf(cell, pairsAtLook(cell, rounds))),
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
  const quiet = whole.filter((index) => isQuiet(cell, index));
  return isMostlyQuiet(quiet.length, whole.length) ? quiet : whole;
}

/**
 * The pairs that a look judges: the first with which it had as many as it needs. Whether disturbed ones are among them
 * follows from these alone. Pairs that came later would put others in their place, and the look would judge twice.
 */
export function pairsAtLook(cell: ComparedCell, wanted: number): number[] {
  const whole: number[] = [];
  const quiet: number[] = [];
  for (const index of wholePairs(cell, false)) {
    whole.push(index);
    if (isQuiet(cell, index)) quiet.push(index);
    const judged = isMostlyQuiet(quiet.length, whole.length) ? quiet : whole;
    if (judged.length >= wanted) return judged.slice(0, wanted);
  }
  return [];
}

function isQuiet({ rounds }: ComparedCell, index: number): boolean {
  return (rounds.stolenRatio[index] ?? 0) <= STOLEN_LIMIT_RATIO;
}

function isMostlyQuiet(quiet: number, whole: number): boolean {
  return whole - quiet <= whole * MOST_DISTURBED_RATIO;
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
  return ratiosOf(cell, judgedPairs(cell, again));
}

function ratiosOf({ metric, rounds: { base, head } }: ComparedCell, pairs: readonly number[]): number[] {
  const higherIsBetter = metricOf(metric).direction === 'higher';
  return pairs.map((index) => {
    const ratio = (head[index] as number) / (base[index] as number);
    return higherIsBetter ? 1 / ratio : ratio;
  });
}
