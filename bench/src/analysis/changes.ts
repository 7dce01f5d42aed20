import { type Comparison, type MetricId, metricOf, variantName } from '../model/index.ts';
import {
  type CellState,
  type ChangePointOptions,
  changePointsOfAll,
  type FindSplit,
  possibleChangePoints,
  SEGMENT_POINTS,
  sizeOfRatio,
  strongestSplit,
} from '../stats/index.ts';
import type { HistoryPoint, Series } from './history.ts';
import { shownCells } from './unmeasured.ts';
import { verdictOf } from './verdict.ts';

/** A change point of a series, with its likely cause. */
export interface Change {
  series: Series;
  /** The last point of the old level and the first of the new one: the change lies between them. */
  last: HistoryPoint;
  first: HistoryPoint;
  before: number;
  after: number;
  /** After ÷ before, inverted if higher is better, so that above 1 is always worse. */
  cost: number;
  p: number;
  /** `machine`: the canary changed with it, so the change is not the target's. */
  cause: 'machine' | 'code' | 'unknown';
  /** A comparison of the two commits alone, measured at the same time and to its end; `null` if there is none yet. */
  confirmation: { comparison: string; state: CellState; ratio: number | null } | null;
}

/**
 * Finds the change points of all series, judged together, largest first. A change that the canary shares is
 * the machine's; without a canary in the runs on both sides the cause is unknown. A comparison of the commits
 * on its two sides confirms a change, or refutes it.
 *
 * @param findSplit finds the strongest split of a series; a cache may answer
 */
export function findChanges(
  series: readonly Series[],
  comparisons: readonly Comparison[],
  options: ChangePointOptions = {},
  findSplit: FindSplit = strongestSplit,
): Change[] {
  const found = changePointsOfAll(
    series.map(({ points }) => points.map(({ median: value }) => value)),
    options,
    findSplit,
  );
  const changes = series.flatMap((one, at) =>
    (found[at] ?? []).map(({ index, before, after, p }, place, all): Change => {
      const from = all[place - 1]?.index ?? 0;
      const to = all[place + 1]?.index ?? one.points.length;
      const { direction } = metricOf(one.metric);
      const last = one.points[index - 1] as HistoryPoint;
      const first = one.points[index] as HistoryPoint;
      return {
        series: one,
        last,
        first,
        before,
        after,
        cost: direction === 'higher' ? before / after : after / before,
        p,
        cause: causeOf(
          one.points.slice(from, to),
          index - from,
          towardsCanary(one.metric, after / before),
          findSplit,
        ),
        confirmation: confirmationOf(one, last, first, comparisons),
      };
    }),
  );
  return changes.sort((a, b) => sizeOfRatio(b.cost) - sizeOfRatio(a.cost));
}

/** A change of the canary counts if it would be significant by itself at this error rate, … */
const CANARY_ERROR_RATE = 0.01;
/** … is at most this many points away, and is at least this share of the change of the series. */
const CANARY_POINTS = 2;
const CANARY_SHARE = 0.5;
const CANARY_PERMUTATIONS = 999;

/**
 * Returns a change as that of a figure which a slower machine moves in the same direction as the canary's. Its CPU time
 * per request rises with the target's; its throughput falls when the target's latency rises.
 */
function towardsCanary(metric: MetricId, ratio: number): number {
  const isOpposite = metric !== 'cpuPerRequestNanoseconds' && metricOf(metric).direction === 'lower';
  return isOpposite ? 1 / ratio : ratio;
}

/** @param ratio of the change, turned towards the canary's */
function causeOf(
  points: readonly HistoryPoint[],
  index: number,
  ratio: number,
  findSplit: FindSplit,
): Change['cause'] {
  const known = points.flatMap(({ canary }, at) => (canary === null ? [] : [{ canary, at }]));
  const left = known.filter(({ at }) => at < index).length;
  if (left < SEGMENT_POINTS || known.length - left < SEGMENT_POINTS) return 'unknown';
  const values = known.map(({ canary }) => canary);
  const own = Math.log(ratio);
  // The canary may have moved more elsewhere, where the series did not.
  const isShared = possibleChangePoints(
    values,
    { falseDiscoveryRate: CANARY_ERROR_RATE, permutations: CANARY_PERMUTATIONS, seed: 1 },
    findSplit,
  ).some((change) => {
    const moved = Math.log(change.after / change.before);
    return (
      Math.abs(change.index - left) <= CANARY_POINTS &&
      Math.sign(moved) === Math.sign(own) &&
      Math.abs(moved) >= CANARY_SHARE * Math.abs(own)
    );
  });
  return isShared ? 'machine' : 'code';
}

function confirmationOf(
  { machine, target, variant, scenario, scenarioVersion, metric }: Series,
  last: HistoryPoint,
  first: HistoryPoint,
  comparisons: readonly Comparison[],
): Change['confirmation'] {
  const asked = comparisons.filter((comparison) => comparison.machine === machine).toReversed();
  for (const comparison of asked) {
    const pair = comparison.pairs.findIndex(
      ({ base, head }) =>
        [base, head].every(
          (side) => variantName(side.target, side.variant) === variantName(target, variant),
        ) &&
        // With other packages or another runtime, it compares more than the commits.
        base.pinned === null &&
        head.pinned === null &&
        base.revision !== null &&
        head.revision !== null &&
        last.commit !== null &&
        first.commit !== null &&
        base.revision.startsWith(last.commit) &&
        head.revision.startsWith(first.commit),
    );
    if (pair < 0) continue;
    const cell = shownCells(verdictOf(comparison)).find(
      (one) =>
        one.unmeasured === null &&
        one.cell.pair === pair &&
        one.cell.scenario === scenario &&
        one.cell.scenarioVersion === scenarioVersion &&
        one.cell.metric === metric,
    );
    if (cell) {
      const { state, effect } = cell.judgement;
      return { comparison: comparison.id, state, ratio: effect?.ratio ?? null };
    }
  }
  return null;
}
