import { blockOrders } from './block-orders.ts';
import { falseDiscoveryAdjusted } from './false-discovery.ts';
import { median } from './quantile.ts';

/** A segment shorter than this could be a disturbance of a few runs. */
export const SEGMENT_POINTS = 5;

interface ChangePoint {
  /** The first point of the new level: the change lies between `index - 1` and `index`. */
  index: number;
  /** Medians of the segments on either side, up to the next change points. */
  before: number;
  after: number;
  /** Probability of a shift as clear as this in a series without one. */
  p: number;
}

export interface ChangePointOptions {
  /** Largest expected share of false change points among all that are reported, over all series. */
  falseDiscoveryRate?: number;
  permutations?: number;
  seed?: number;
}

/** Finds the strongest split of a series, by a search or from a cache. */
export type FindSplit = typeof strongestSplit;

export const CHANGE_POINT_DEFAULTS = { falseDiscoveryRate: 0.001, permutations: 1_999, seed: 1 } as const;
/** This many larger permutations end the count: a p far above every threshold needs no more precision. */
const ENOUGH_EXCEEDANCES = 10;

/** Finds the change points of a single series; see `changePointsOfAll`. */
export function changePoints(values: readonly number[], options: ChangePointOptions = {}): ChangePoint[] {
  return changePointsOfAll([values], options)[0] ?? [];
}

/**
 * Finds where series shift level. The statistic is the largest standardised CUSUM of ranks (Pettitt, "A
 * non-parametric approach to the change-point problem", 1979) over all splits of seeded intervals (Kovács et
 * al., "Seeded binary segmentation", 2023). Ranks keep an outlier from weighing more than any point at the
 * edge; intervals find a level that returns, which a test over the whole series would miss. The significance
 * is the share of permutations of blocks that reach the statistic and, beyond what permutations can resolve,
 * an estimate of their tail (`tailProbability`). Blocks are as long as the series is correlated (Carlstein's
 * rule for an AR(1) process, 1986), so that a wandering series is not taken for one with shifts. The clearest
 * splits of all series are judged together at the false discovery rate; a series with a significant split is
 * divided there and each part is searched again.
 *
 * @param series one figure per point in order of time, all finite
 * @returns change points in order of index, for each series; none with fewer than two segments' points
 * @throws RangeError if a value is not finite
 */
export function changePointsOfAll(
  series: readonly (readonly number[])[],
  options: ChangePointOptions = {},
  findSplit: FindSplit = strongestSplit,
): ChangePoint[][] {
  if (!series.every((values) => values.every(Number.isFinite))) {
    throw new RangeError('a series has finite values only');
  }
  const settings = { ...CHANGE_POINT_DEFAULTS, ...options };
  const first = series.map((values) => findSplit(values, settings));
  // What is too short to have a change point is no test: with it, each new series would hide those of the others.
  const tested = first.flatMap((split, at) =>
    isLongEnough(series[at] ?? []) ? [{ at, p: split?.p ?? 1 }] : [],
  );
  const adjusted = falseDiscoveryAdjusted(tested.map(({ p }) => p));
  const called = tested.filter((_, place) => (adjusted[place] ?? 1) <= settings.falseDiscoveryRate);
  // Further splits of a series must be as clear as the least clear first split that was accepted.
  const threshold = Math.max(0, ...called.map(({ p }) => p));
  const isCalled = new Set(called.map(({ at }) => at));
  return series.map((values, at) =>
    isCalled.has(at)
      ? splitSeries(values, first[at] ?? null, threshold, (part) => findSplit(part, settings))
      : [],
  );
}

function isLongEnough({ length }: readonly number[]): boolean {
  return length >= 2 * SEGMENT_POINTS;
}

/**
 * Finds all change points that a series could have, whatever other series it is judged with:
 * `changePointsOfAll` finds a subset of these, and searches no part of the series that is not searched here.
 */
export function possibleChangePoints(
  values: readonly number[],
  options: ChangePointOptions = {},
  findSplit: FindSplit = strongestSplit,
): ChangePoint[] {
  const settings = { ...CHANGE_POINT_DEFAULTS, ...options };
  const find = (part: readonly number[]): Split | null => findSplit(part, settings);
  return splitSeries(values, find(values), settings.falseDiscoveryRate, find);
}

function splitSeries(
  values: readonly number[],
  first: Split | null,
  threshold: number,
  findSplit: (part: readonly number[]) => Split | null,
): ChangePoint[] {
  const found: { index: number; p: number }[] = [];
  const divide = (from: number, to: number, split: Split | null): void => {
    if (split === null || split.p > threshold) return;
    const index = from + split.index;
    found.push({ index, p: split.p });
    divide(from, index, findSplit(values.slice(from, index)));
    divide(index, to, findSplit(values.slice(index, to)));
  };
  divide(0, values.length, first);
  found.sort((a, b) => a.index - b.index);
  const edges = [0, ...found.map(({ index }) => index), values.length];
  return found.map(({ index, p }, place) => ({
    index,
    p,
    before: median(values.slice(edges[place], index)),
    after: median(values.slice(index, edges[place + 2])),
  }));
}

export interface Split {
  index: number;
  p: number;
  statistic: number;
}

/** Finds the split with the largest statistic and its p; returns `null` if there is nothing to split. */
export function strongestSplit(
  values: readonly number[],
  { falseDiscoveryRate, permutations, seed }: Required<ChangePointOptions>,
): Split | null {
  const length = values.length;
  if (!isLongEnough(values)) return null;
  const ranks = midRanks(values);
  const variance = varianceOf(ranks);
  // Constant values have no level to shift from.
  if (variance === 0) return null;
  const intervals = seededIntervals(length);
  const sums = new Float64Array(length + 1);
  const seen = largestCusum(runningSums(ranks, sums), intervals);
  const blocks = blockStarts(length, blockLength(values, seen.index));
  const orders = blockOrders(seed, blocks.length - 1);
  const squares: number[] = [];
  let larger = 0;
  // Once p is sure to exceed the threshold, count only enough to know roughly by how much.
  const most = Math.max(ENOUGH_EXCEEDANCES, Math.ceil(falseDiscoveryRate * (permutations + 1)));
  while (squares.length < permutations && larger < most) {
    const order = orders.at(squares.length);
    const { square } = largestCusum(shuffledSums(ranks, blocks, order, sums), intervals);
    squares.push(square / variance);
    if (square >= seen.square - 1e-9) larger += 1;
  }
  const seenSquare = seen.square / variance;
  const p = larger > 0 ? (larger + 1) / (squares.length + 1) : tailProbability(squares, seenSquare);
  const { from, to } = seen.interval;
  const index = from + located(values.slice(from, to), seen.index - from);
  return { index, p, statistic: Math.sqrt(seenSquare) };
}

function varianceOf(ranks: Float64Array): number {
  const centre = (ranks.length + 1) / 2;
  let squares = 0;
  for (const rank of ranks) squares += (rank - centre) ** 2;
  return squares / (ranks.length - 1);
}

interface SeededInterval {
  from: number;
  to: number;
  /** n / (k (n − k)) at each k at which its n points may be split. */
  weights: Float64Array;
}

/**
 * The whole series, then layers of intervals that halve in length and overlap by half, down to two segments.
 */
function seededIntervals(length: number): SeededInterval[] {
  const intervals: SeededInterval[] = [];
  for (
    let size = length, count = 1;
    size >= 2 * SEGMENT_POINTS;
    size = Math.ceil(size / 2), count = 2 * count + 1
  ) {
    const shift = count === 1 ? 0 : (length - size) / (count - 1);
    const weights = splitWeights(size);
    for (let place = 0; place < count; place++) {
      const from = Math.round(place * shift);
      intervals.push({ from, to: from + size, weights });
    }
    if (size === 2 * SEGMENT_POINTS) break;
  }
  return intervals;
}

function splitWeights(length: number): Float64Array {
  const weights = new Float64Array(length + 1);
  for (let k = SEGMENT_POINTS; k <= length - SEGMENT_POINTS; k++) weights[k] = length / (k * (length - k));
  return weights;
}

/** Share of the permutations that form the tail. */
const TAIL_SHARE = 0.1;

/**
 * Estimates the probability that a permutation's square reaches `square` when none of those drawn does. The
 * statistic is the largest of many that are each normal in the limit, so its square has an exponential tail
 * (Siegmund, "Boundary crossing probabilities", 1986). The tail's scale is estimated from the upper tenth of
 * the permutations, and is never steeper than the normal's own. The result is at most 1 / (permutations + 1),
 * the bound that the permutations themselves give.
 */
function tailProbability(squares: readonly number[], square: number): number {
  const sorted = Float64Array.from(squares).sort().reverse();
  const tail = Math.max(2, Math.floor(sorted.length * TAIL_SHARE));
  const edge = sorted[tail - 1] ?? 0;
  const excess = sorted.subarray(0, tail - 1).reduce((sum, value) => sum + value - edge, 0) / (tail - 1);
  const scale = Math.max(NORMAL_SCALE, excess);
  const reached = (tail / sorted.length) * Math.exp(-(square - edge) / scale);
  return Math.min(1 / (sorted.length + 1), reached);
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
 * Sets `sums[i]` to the sum of the first i ranks and returns `sums`, which has one entry more than `ranks`.
 */
function runningSums(ranks: Float64Array, sums: Float64Array): Float64Array {
  for (let at = 0; at < ranks.length; at++) sums[at + 1] = (sums[at] as number) + (ranks[at] as number);
  return sums;
}

/** Running sums of the ranks, with their blocks in another order. */
function shuffledSums(
  ranks: Float64Array,
  starts: Int32Array,
  order: Uint32Array,
  sums: Float64Array,
): Float64Array {
  let sum = 0;
  // Blocks of one point are the common case, and take half the work.
  if (order.length === ranks.length) {
    for (let at = 0; at < order.length; at++) {
      sum += ranks[order[at] as number] as number;
      sums[at + 1] = sum;
    }
    return sums;
  }
  let at = 0;
  for (let place = 0; place < order.length; place++) {
    const block = order[place] as number;
    const end = starts[block + 1] as number;
    for (let point = starts[block] as number; point < end; point++) {
      sum += ranks[point] as number;
      at += 1;
      sums[at] = sum;
    }
  }
  return sums;
}

/** A product with a weight differs from the exact quotient by a few roundings, far less than this. */
const NEARLY = 1 - 1e-12;

/**
 * Maximises (Σ_{i<k} (r_i − r̄))² n / (k (n − k)) over all splits k of all intervals, with n the number of
 * points of the interval and r̄ its mean: the square of the two-sample statistic of the best split, not yet
 * divided by the variance. A search spends its time here, so weights rule out all splits but the few that
 * need the division.
 */
function largestCusum(
  sums: Float64Array,
  intervals: readonly SeededInterval[],
): { index: number; square: number; interval: SeededInterval } {
  let best = -1;
  let nearlyBest = -1;
  let index = 0;
  let interval = intervals[0] as SeededInterval;
  for (const candidate of intervals) {
    const { from, to, weights } = candidate;
    const length = to - from;
    const start = sums[from] as number;
    const centre = ((sums[to] as number) - start) / length;
    for (let k = SEGMENT_POINTS; k <= length - SEGMENT_POINTS; k++) {
      const sum = (sums[from + k] as number) - start - k * centre;
      if (sum * sum * (weights[k] as number) <= nearlyBest) continue;
      const square = (sum * sum * length) / (k * (length - k));
      if (square > best) {
        best = square;
        nearlyBest = best * NEARLY;
        index = from + k;
        interval = candidate;
      }
    }
  }
  return { index, square: best, interval };
}

/** Independent points may show a correlation up to this by chance, … */
const NEGLIGIBLE_CORRELATION = 0.1;
/** … or up to this many standard errors, whichever is larger. */
const NEGLIGIBLE_ERRORS = 1.64;
/**
 * A further shift on either side of the first is removed too if it is this clear, as no wandering series is.
 */
const CLEAR_SPLIT = 6;

/**
 * Block length in points: (√6 ρ / (1 − ρ²))^(2/3) n^(1/3), with ρ the correlation of neighbours once the
 * shifts are removed. A shift correlates all neighbours, and must not widen the blocks until it hides.
 */
function blockLength(values: readonly number[], split: number): number {
  const edges = [0, ...clearSplits(values, 0, split), split, ...clearSplits(values, split, values.length)];
  const residuals = edges.flatMap((from, place) => {
    const segment = values.slice(from, edges[place + 1] ?? values.length);
    const level = median(segment);
    return segment.map((value) => value - level);
  });
  const correlation = neighbourCorrelation(midRanks(residuals));
  const negligible = Math.max(NEGLIGIBLE_CORRELATION, NEGLIGIBLE_ERRORS / Math.sqrt(values.length));
  if (correlation < negligible) return 1;
  const bounded = Math.min(correlation, 0.9);
  const length = ((Math.sqrt(6) * bounded) / (1 - bounded ** 2)) ** (2 / 3) * values.length ** (1 / 3);
  return Math.max(1, Math.min(Math.ceil(length), Math.floor(values.length / 4)));
}

/** The strongest split of a part, if its medians are far apart for their spread. */
function clearSplits(values: readonly number[], from: number, to: number): number[] {
  const part = values.slice(from, to);
  if (!isLongEnough(part)) return [];
  const whole = [{ from: 0, to: part.length, weights: splitWeights(part.length) }];
  const sums = runningSums(midRanks(part), new Float64Array(part.length + 1));
  const { index } = largestCusum(sums, whole);
  const [left, right] = [part.slice(0, index), part.slice(index)];
  const [low, high] = [median(left), median(right)];
  const residuals = [...left.map((value) => value - low), ...right.map((value) => value - high)];
  const spread = DEVIATIONS_PER_MAD * median(residuals.map(Math.abs));
  const size = Math.abs(high - low) / (spread * Math.sqrt(1 / left.length + 1 / right.length));
  return size > CLEAR_SPLIT ? [from + index] : [];
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

/** Points by which the split of the ranks may miss the shift. */
const NEIGHBOURHOOD = 5;

/** Residuals beyond this many standard deviations are clipped. */
const CLIPPED_DEVIATIONS = 3;
/** A normal distribution's standard deviation, as a multiple of its median absolute deviation. */
const DEVIATIONS_PER_MAD = 1.4826;

/**
 * Finds the split near `index` with the least squared residuals from the medians of both sides, outliers
 * clipped.
 */
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
    if (squares < least * (1 - 1e-12)) [best, least] = [split, squares];
  }
  return best;
}
