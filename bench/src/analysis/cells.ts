import type { Cell, Estimate, ScenarioId, TargetRun } from '../model/index.ts';
import { estimate } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';

export function cellOf(result: TargetRun, scenario: ScenarioId, shapeId: string): Cell | undefined {
  return result.cells.find((cell) => cell.scenario === scenario && cell.loadShapeId === shapeId);
}

/** Median with its interval, from one figure per block; `null` if there is none. */
export function valuesEstimate(values: readonly number[]): Estimate | null {
  return values.length === 0 ? null : rounded(estimate(values));
}

/** Published figures keep as many digits as the results they are made from. */
export function rounded({ median, low, high, count }: Estimate): Estimate {
  return {
    median: significant(median),
    low: low === null ? null : significant(low),
    high: high === null ? null : significant(high),
    count,
  };
}
