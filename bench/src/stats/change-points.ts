import { type Random, seededRandom } from '../util/random.ts';
import { falseDiscoveryAdjusted } from './false-discovery.ts';
import { median } from './quantile.ts';

/** A segment shorter than this could be a disturbance of a few runs. */
export const SEGMENT_POINTS = 5;

export interface ChangePoint {
  /** The first point of the new level: the step lies between `index - 1` and `index`. */
  index: number;
  /** Medians of the segments on either side, up to the next change points. */
  before: number;
  after: number;
  /** How likely a step as clear as this is in a series without one. */
  p: number;
}

export interface ChangePointOptions {
  /** Share of false calls among all, over all series together. */
  falseDiscoveryRate?: number;
  permutations?: number;
  seed?: number;
}

export const CHANGE_POINT_DEFAULTS = { falseDiscoveryRate: 0.001, permutations: 1_999, seed: 1 } as const;
/** A p that is far above every threshold needs no more precision: this many larger permutations end the count. */
const ENOUGH_EXCEEDANCES = 10;

/** The change points of a series that is looked at by itself; see `changePointsOfAll`. */
export function changePoints(values: readonly number[], options: ChangePointOptions = {}): ChangePoint[] {
  return changePointsOfAll([values], options)[0] ?? [];
}

/**
 * Where series shift level. The statistic is the largest standardised CUSUM of ranks over all splits (Pettitt,
 * "A non-parametric approach to the change-point problem", 1979): ranks, so that an outlier weighs no more than
 * any point at the edge. Its significance is the share of permutations of blocks that reach it, and beyond what
 * permutations can tell, the tail that they have (`tailProbability`). Blocks are as long as the series is
 * correlated (Carlstein's rule for an AR(1) process, 1986), so that a series that wanders is not taken for one
 * that steps. Each series' clearest step is judged together with those of all the others at the false discovery
 * rate; a series that has one is split there and each part is looked at again (binary segmentation), as E-divisive
 * does (Matteson & James, 2014), whose statistic needs the distances of all pairs.
 *
 * @param series one figure a point in order of time, all finite
 * @returns change points in order of index, for each series; none with fewer than two segments' points
 * @throws RangeError where a value is not finite
 */
export function changePointsOfAll(
  series: readonly (readonly number[])[],
  options: ChangePointOptions = {},
): ChangePoint[][] {
  if (!series.every((values) => values.every(Number.isFinite))) {
    throw new RangeError('a series has finite values only');
  }
  const settings = { ...CHANGE_POINT_DEFAULTS, ...options };
  const first = series.map((values) => strongestStep(values, settings));
  const pValues = first.map((step) => step?.p ?? 1);
  const adjusted = falseDiscoveryAdjusted(pValues);
  const called = pValues.filter((_, at) => (adjusted[at] ?? 1) <= settings.falseDiscoveryRate);
  // A further step of a series must be as clear as the least clear of those called.
  const threshold = Math.max(0, ...called);
  return series.map((values, at) =>
    (adjusted[at] ?? 1) <= settings.falseDiscoveryRate
      ? splitAtSteps(values, first[at] ?? null, threshold, settings)
      : [],
  );
}

function splitAtSteps(
  values: readonly number[],
  first: Step | null,
  threshold: number,
  settings: Required<ChangePointOptions>,
): ChangePoint[] {
  const found: { index: number; p: number }[] = [];
  const split = (from: number, to: number, step: Step | null): void => {
    if (step === null || step.p > threshold) return;
    const index = from + step.index;
    found.push({ index, p: step.p });
    split(from, index, strongestStep(values.slice(from, index), settings));
    split(index, to, strongestStep(values.slice(index, to), settings));
  };
  split(0, values.length, first);
  found.sort((a, b) => a.index - b.index);
  const edges = [0, ...found.map(({ index }) => index), values.length];
  return found.map(({ index, p }, place) => ({
    index,
    p,
    before: median(values.slice(edges[place], index)),
    after: median(values.slice(index, edges[place + 2])),
  }));
}

interface Step {
  index: number;
  p: number;
  statistic: number;
}

/** The split with the largest statistic and its p; `null` where there is nothing to split. */
export function strongestStep(
  values: readonly number[],
  { falseDiscoveryRate, permutations, seed }: Required<ChangePointOptions>,
): Step | null {
  const length = values.length;
  if (length < 2 * SEGMENT_POINTS) return null;
  const ranks = midRanks(values);
  const seen = largestCusum(ranks);
  // Constant values have no level to shift from.
  if (seen.statistic === 0) return null;
  const blocks = blockStarts(length, blockLength(values, seen.index));
  const random = seededRandom(seed);
  const shuffled = new Float64Array(length);
  const statistics: number[] = [];
  let larger = 0;
  // Once the p is above the threshold whatever comes, only enough of it to tell how far.
  const most = Math.max(ENOUGH_EXCEEDANCES, Math.ceil(falseDiscoveryRate * (permutations + 1)));
  while (statistics.length < permutations && larger < most) {
    shuffleBlocks(ranks, blocks, shuffled, random);
    const { statistic } = largestCusum(shuffled);
    statistics.push(statistic);
    if (statistic >= seen.statistic - 1e-12) larger += 1;
  }
  const p = larger > 0 ? (larger + 1) / (statistics.length + 1) : tailProbability(statistics, seen.statistic);
  return { index: located(values, seen.index), p, statistic: seen.statistic };
}

/** Share of the permutations whose tail is taken. */
const TAIL_SHARE = 0.1;

/**
 * How likely a permutation reaches `statistic`, where none of those made does. The statistic is the largest of many
 * that are each normal in the limit, so its square has an exponential tail (Siegmund, "Boundary crossing
 * probabilities", 1986); the tail's scale is estimated from the upper tenth of the permutations, and never taken to
 * be steeper than the normal's own. At most 1 / (permutations + 1), which is what the permutations themselves say.
 */
function tailProbability(statistics: readonly number[], statistic: number): number {
  const squares = statistics.map((value) => value ** 2).sort((a, b) => b - a);
  const tail = Math.max(2, Math.floor(squares.length * TAIL_SHARE));
  const edge = squares[tail - 1] ?? 0;
  const excess = squares.slice(0, tail - 1).reduce((sum, square) => sum + square - edge, 0) / (tail - 1);
  const scale = Math.max(NORMAL_SCALE, excess);
  const reached = (tail / squares.length) * Math.exp(-(statistic ** 2 - edge) / scale);
  return Math.min(1 / (squares.length + 1), reached);
}

/** P(|z| > c) falls as exp(−c² / 2). */
const NORMAL_SCALE = 2;

/** Ranks from 1; equal values share the mean of theirs. */
export function midRanks(values: readonly number[]): Float64Array {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length; ) {
    let last = first;
    while (last + 1 < order.length && order[last + 1]?.value === order[first]?.value) last += 1;
    for (let place = first; place <= last; place++)
      ranks[order[place]?.index as number] = (first + last) / 2 + 1;
    first = last + 1;
  }
  return ranks;
}

/**
 * The largest over all splits k of |Σ_{i<k} (r_i − r̄)| / √(k (n − k) / n) / s: the two-sample statistic of the best
 * split. 0 where all values are equal.
 */
function largestCusum(ranks: Float64Array): { index: number; statistic: number } {
  const length = ranks.length;
  const centre = (length + 1) / 2;
  let squares = 0;
  for (let k = 0; k < length; k++) squares += ((ranks[k] as number) - centre) ** 2;
  if (squares === 0) return { index: 0, statistic: 0 };
  const variance = squares / (length - 1);
  let sum = 0;
  let index = SEGMENT_POINTS;
  // Squares are compared: a root for each split of each permutation would be most of the time.
  let largest = -1;
  for (let k = 1; k <= length - SEGMENT_POINTS; k++) {
    sum += (ranks[k - 1] as number) - centre;
    if (k < SEGMENT_POINTS) continue;
    const square = (sum * sum) / (k * (length - k));
    if (square > largest) {
      largest = square;
      index = k;
    }
  }
  return { index, statistic: Math.sqrt((largest * length) / variance) };
}

/** Below this the correlation of a series of independent points is taken for chance. */
const NEGLIGIBLE_CORRELATION = 0.1;

/**
 * (√6 ρ / (1 − ρ²))^(2/3) n^(1/3) points, ρ the correlation of neighbours once the step itself is taken out: a
 * step correlates all neighbours, and must not widen the blocks until it hides.
 */
function blockLength(values: readonly number[], split: number): number {
  const left = values.slice(0, split);
  const right = values.slice(split);
  const [low, high] = [median(left), median(right)];
  const residuals = midRanks([...left.map((value) => value - low), ...right.map((value) => value - high)]);
  const correlation = neighbourCorrelation(residuals);
  if (correlation < NEGLIGIBLE_CORRELATION) return 1;
  const bounded = Math.min(correlation, 0.9);
  const length = ((Math.sqrt(6) * bounded) / (1 - bounded ** 2)) ** (2 / 3) * values.length ** (1 / 3);
  return Math.max(1, Math.min(Math.ceil(length), Math.floor(values.length / 4)));
}

function neighbourCorrelation(values: Float64Array): number {
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  let products = 0;
  let squares = 0;
  values.forEach((value, index) => {
    squares += (value - centre) ** 2;
    if (index > 0) products += (value - centre) * ((values[index - 1] as number) - centre);
  });
  return squares === 0 ? 0 : products / squares;
}

/** Where each block begins, and the end of the last. */
function blockStarts(length: number, size: number): Int32Array {
  const count = Math.ceil(length / size);
  return Int32Array.from({ length: count + 1 }, (_, block) => Math.min(length, block * size));
}

/** A fresh permutation of the blocks of `from`, written to `to`. */
function shuffleBlocks(from: Float64Array, starts: Int32Array, to: Float64Array, random: Random): void {
  const blocks = starts.length - 1;
  const order = new Int32Array(blocks);
  // Fisher and Yates, from the inside out.
  for (let block = 0; block < blocks; block++) {
    const other = random.below(block + 1);
    order[block] = order[other] as number;
    order[other] = block;
  }
  let at = 0;
  for (let place = 0; place < blocks; place++) {
    const block = order[place] as number;
    const end = starts[block + 1] as number;
    for (let point = starts[block] as number; point < end; point++) to[at++] = from[point] as number;
  }
}

/** How far the split of the ranks may be off the step itself. */
const NEIGHBOURHOOD = 5;

/** Residuals beyond so many standard deviations weigh no more than one there. */
const CLIPPED_DEVIATIONS = 3;
/** A normal distribution's standard deviation, as a multiple of its median absolute deviation. */
const DEVIATIONS_PER_MAD = 1.4826;

/** The split near `index` that leaves the least squares from the medians of both sides, outliers clipped. */
function located(values: readonly number[], index: number): number {
  const low = median(values.slice(0, index));
  const high = median(values.slice(index));
  const residual = (place: number, split: number): number =>
    Math.abs((values[place] as number) - (place < split ? low : high));
  const spread = DEVIATIONS_PER_MAD * median(values.map((_, place) => residual(place, index)));
  const most = spread > 0 ? (CLIPPED_DEVIATIONS * spread) ** 2 : Number.POSITIVE_INFINITY;
  const from = Math.max(SEGMENT_POINTS, index - NEIGHBOURHOOD);
  const to = Math.min(values.length - SEGMENT_POINTS, index + NEIGHBOURHOOD);
  let best = index;
  let least = Number.POSITIVE_INFINITY;
  for (let split = from; split <= to; split++) {
    let squares = 0;
    for (let place = from; place < to; place++) squares += Math.min(most, residual(place, split) ** 2);
    if (squares < least - 1e-12) [best, least] = [split, squares];
  }
  return best;
}
