/** Significant digits of results: more are noise, and noise does not compress. */
export const SIGNIFICANT_DIGITS = 5;

export function significant(value: number, digits: number = SIGNIFICANT_DIGITS): number {
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : value;
}
