import { median } from '../quantile.ts';
import { tQuantile } from '../student-t.ts';
import { type ProvenPair, type RankedSeries, type TestedPair, testedPairs } from './rank-intervals.ts';

/** Two targets of a table: the ratio of the figures that it shows, and whether they are proven to differ. */
export interface TablePair {
  a: string;
  b: string;
  /** The median of a ÷ the median of b. */
  ratio: number;
  proven: boolean;
  test: TestedPair;
}

/**
 * Compares every pair of a table by the figures that the table shows, so that a ratio never contradicts the
 * two figures beside it. A pair is proven if its test says so and the figures point the same way.
 *
 * @param series the figures that the table shows, by block
 * @returns the pairs with a block in common
 */
export function tablePairs(series: readonly RankedSeries[], errorRate?: number): TablePair[] {
  const shown = new Map(series.map(({ id, byBlock }) => [id, median([...byBlock.values()])]));
  return testedPairs(series, errorRate).flatMap((test): TablePair[] => {
    const { a, b, logRatio, blocks } = test;
    const ratio = (shown.get(a) ?? 0) / (shown.get(b) ?? 0);
    if (blocks === 0 || !(ratio > 0 && Number.isFinite(ratio))) return [];
    const agrees = Math.sign(Math.log(ratio)) === Math.sign(logRatio);
    return [{ a, b, ratio, proven: test.proven && agrees, test }];
  });
}

/** An interval that reaches this far either way says nothing, however much farther it goes. */
const FARTHEST = 1e6;

/**
 * The interval that decides: it excludes 1 exactly if the pair is proven, because it has the error, the degrees
 * of freedom and the level of the test. It always contains the ratio. `null` if the error is unknown.
 */
export function pairInterval({ ratio, test }: TablePair): { low: number; high: number } | null {
  const { logRatio, error, degrees, level } = test;
  if (error === null) return null;
  const half = error === 0 ? 0 : tQuantile(1 - level / 2, degrees) * error;
  return {
    low: Math.max(Math.min(Math.exp(logRatio - half), ratio), 1 / FARTHEST),
    high: Math.min(Math.max(Math.exp(logRatio + half), ratio), FARTHEST),
  };
}

/** Says of each proven pair which one is better. */
export function provenOf(pairs: readonly TablePair[], direction: 'higher' | 'lower'): ProvenPair[] {
  return pairs
    .filter(({ proven }) => proven)
    .map(({ a, b, ratio }) =>
      ratio > 1 === (direction === 'higher') ? { better: a, worse: b } : { better: b, worse: a },
    );
}

/**
 * Tier of each target: 1 if nothing is proven better than it, otherwise one below the lowest tier of what is.
 * Everything in a tier is thus proven behind something in the tier above.
 */
export function tiersOf(ids: readonly string[], proven: readonly ProvenPair[]): Map<string, number> {
  const tiers = new Map(ids.map((id) => [id, 1]));
  // A chain is no longer than the table; the bound also ends a circle, which missing blocks could make.
  for (let pass = 0; pass < ids.length; pass++) {
    let moved = false;
    for (const { better, worse } of proven) {
      const below = (tiers.get(better) ?? 1) + 1;
      if (below <= (tiers.get(worse) ?? 1) || below > ids.length) continue;
      tiers.set(worse, below);
      moved = true;
    }
    if (!moved) break;
  }
  return tiers;
}
