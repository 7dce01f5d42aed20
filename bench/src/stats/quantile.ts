/**
 * Sample quantile by linear interpolation between order statistics (type 7 of Hyndman & Fan, 1996; what R and
 * NumPy do by default).
 *
 * @param sorted ascending, at least one value
 * @param probability in [0, 1]
 */
export function quantileOfSorted(sorted: readonly number[], probability: number): number {
  if (sorted.length === 0) throw new RangeError('a quantile needs at least one value');
  if (!(probability >= 0 && probability <= 1))
    throw new RangeError(`probability ${probability} is not in [0, 1]`);
  const position = (sorted.length - 1) * probability;
  const below = Math.floor(position);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (position - below) * (high - low);
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

export function median(values: readonly number[]): number {
  return quantileOfSorted(ascending(values), 0.5);
}
