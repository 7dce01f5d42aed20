import { CEILING_TARGETS, type Ceiling, type RankingRow, variantName } from '../model/index.ts';

/**
 * The limit of the machine itself: the best throughput of the ceiling targets in the same table; `null` if
 * none of them has a comparable figure in it.
 */
export function ceilingOf(rows: readonly RankingRow[]): Ceiling | null {
  const reached = rows.flatMap(({ target, variant, outcome }): Ceiling[] =>
    CEILING_TARGETS.includes(target) && 'factor' in outcome
      ? [{ target: variantName(target, variant), throughputPerSecond: outcome.estimate.median }]
      : [],
  );
  return reached.sort((a, b) => b.throughputPerSecond - a.throughputPerSecond)[0] ?? null;
}
