/**
 * Adjusts p values so that accepting everything at or below α keeps the expected share of false discoveries
 * at α (Benjamini & Hochberg, 1995; like R's p.adjust(method = "BH")). Keeps the order given.
 */
export function falseDiscoveryAdjusted(pValues: readonly number[]): number[] {
  if (pValues.some((p) => !(p >= 0 && p <= 1))) throw new RangeError('a p value is between 0 and 1');
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p);
  const adjusted = new Array<number>(pValues.length);
  let least = 1;
  order.forEach(({ p, index }, place) => {
    least = Math.min(least, (p * pValues.length) / (pValues.length - place));
    adjusted[index] = least;
  });
  return adjusted;
}
