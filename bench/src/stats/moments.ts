/** Small enough for a browser: these need no distribution, and so no library. */

/** Confidence of every interval that Pitwall shows. */
export const CONFIDENCE = 0.95;

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (n − 1). */
export function standardDeviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

/** How far a ratio is from 1, up or down: the absolute value of its natural logarithm. */
export const sizeOfRatio = (ratio: number): number => Math.abs(Math.log(ratio));
