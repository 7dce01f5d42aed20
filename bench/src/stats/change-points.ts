import { seededRandom } from '../util/random.ts';
import { median } from './quantile.ts';

/** A segment shorter than this could be a disturbance of a few runs. */
export const SEGMENT_POINTS = 5;

export interface ChangePoint {
  /** The first point of the new level: the step lies between `index - 1` and `index`. */
  index: number;
  /** Medians of the segments on either side, up to the next change points. */
  before: number;
  after: number;
  /** Share of the permutations whose largest statistic reaches the one seen. */
  p: number;
}

export interface ChangePointOptions {
  /** A step is called where its p is at most this. */
  significance?: number;
  /** The smallest p that can be told is 1 / (permutations + 1). */
  permutations?: number;
  seed?: number;
}

const DEFAULTS = { significance: 0.001, permutations: 1_999, seed: 1 };
/** A p that is far above every threshold needs no more precision: this many larger permutations end the count. */
const ENOUGH_EXCEEDANCES = 10;

/**
 * Where a series shifts level. The statistic is the largest standardised CUSUM of ranks over all splits (Pettitt,
 * "A non-parametric approach to the change-point problem", 1979): ranks, so that an outlier weighs no more than
 * any point at the edge. Its significance is the share of permutations of blocks that reach it; blocks are as
 * long as the series is correlated (Carlstein's rule for an AR(1) process, 1986), so that a series that
 * wanders is not taken for one that steps. A series is split at its most significant step and each part is
 * looked at again (binary segmentation), as E-divisive does (Matteson & James, 2014), whose statistic needs the
 * distances of all pairs.
 *
 * @param values one figure a point in order of time, all finite
 * @returns change points in order of index; none with fewer than two segments' points
 */
export function changePoints(values: readonly number[], options: ChangePointOptions = {}): ChangePoint[] {
  if (!values.every(Number.isFinite)) throw new RangeError('a series has finite values only');
  const settings = { ...DEFAULTS, ...options };
  const found: { index: number; p: number }[] = [];
  const search = (from: number, to: number): void => {
    const step = strongestStep(values.slice(from, to), settings);
    if (step === null || step.p > settings.significance) return;
    found.push({ index: from + step.index, p: step.p });
    search(from, from + step.index);
    search(from + step.index, to);
  };
  search(0, values.length);
  found.sort((a, b) => a.index - b.index);
  const edges = [0, ...found.map(({ index }) => index), values.length];
  return found.map(({ index, p }, place) => ({
    index,
    p,
    before: median(values.slice(edges[place], index)),
    after: median(values.slice(index, edges[place + 2])),
  }));
}

/** The split with the largest statistic and its p; `null` where there is nothing to split. */
export function strongestStep(
  values: readonly number[],
  { significance, permutations, seed }: Required<ChangePointOptions>,
): { index: number; p: number; statistic: number } | null {
  const length = values.length;
  if (length < 2 * SEGMENT_POINTS) return null;
  const ranks = midRanks(values);
  const seen = largestCusum(ranks);
  // Constant values have no level to shift from.
  if (seen.statistic === 0) return null;
  const blocks = blocksOf(ranks, blockLength(values, seen.index));
  const random = seededRandom(seed);
  let larger = 0;
  let done = 0;
  // Once the p is above the threshold whatever comes, only enough of it to tell how far.
  const most = Math.max(ENOUGH_EXCEEDANCES, Math.ceil(significance * (permutations + 1)));
  while (done < permutations && larger < most) {
    done += 1;
    if (largestCusum(random.shuffled(blocks).flat()).statistic >= seen.statistic - 1e-12) larger += 1;
  }
  return { index: located(values, seen.index), p: (larger + 1) / (done + 1), statistic: seen.statistic };
}

/** Ranks from 1; equal values share the mean of theirs. */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length);
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
function largestCusum(ranks: readonly number[]): { index: number; statistic: number } {
  const length = ranks.length;
  const centre = (length + 1) / 2;
  let squares = 0;
  for (const rank of ranks) squares += (rank - centre) ** 2;
  if (squares === 0) return { index: 0, statistic: 0 };
  const deviation = Math.sqrt(squares / (length - 1));
  let sum = 0;
  let best = { index: SEGMENT_POINTS, statistic: -1 };
  for (let k = 1; k <= length - SEGMENT_POINTS; k++) {
    sum += (ranks[k - 1] as number) - centre;
    if (k < SEGMENT_POINTS) continue;
    const statistic = Math.abs(sum) / Math.sqrt((k * (length - k)) / length) / deviation;
    if (statistic > best.statistic) best = { index: k, statistic };
  }
  return best;
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

function neighbourCorrelation(values: readonly number[]): number {
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  let products = 0;
  let squares = 0;
  values.forEach((value, index) => {
    squares += (value - centre) ** 2;
    if (index > 0) products += (value - centre) * ((values[index - 1] as number) - centre);
  });
  return squares === 0 ? 0 : products / squares;
}

function blocksOf(values: readonly number[], length: number): number[][] {
  const blocks: number[][] = [];
  for (let start = 0; start < values.length; start += length)
    blocks.push(values.slice(start, start + length));
  return blocks;
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
