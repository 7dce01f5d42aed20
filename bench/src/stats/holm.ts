/**
 * Adjusts p values so that accepting everything at or below α keeps the chance of even one false discovery at α (Holm,
 * "A simple sequentially rejective multiple test procedure", 1979; like R's p.adjust(method = "holm")). Keeps the order
 * given.
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  if (pValues.some((p) => !(p >= 0 && p <= 1))) throw new RangeError('a p value is between 0 and 1');
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length);
  let most = 0;
  order.forEach(({ p, index }, place) => {
    most = Math.max(most, Math.min(1, p * (pValues.length - place)));
    adjusted[index] = most;
  });
  return adjusted;
}
