import {
  type Cell,
  type Estimate,
  type Metric,
  metricByRound,
  type ScenarioId,
  type TargetRun,
} from '../model/index.ts';
import { estimate } from '../stats/index.ts';
import { significant } from '../util/round.ts';

export function cellOf(result: TargetRun, scenario: ScenarioId, shapeId: string): Cell | undefined {
  return result.cells.find((cell) => cell.scenario === scenario && cell.loadShapeId === shapeId);
}

/** Median with its interval over the rounds that have the metric; `null` where none has. */
export function cellEstimate(cell: Cell, metric: Metric): Estimate | null {
  const values = [...metricByRound(cell, metric.id).values()];
  return values.length === 0 ? null : rounded(estimate(values));
}

/** Published figures keep as many digits as the results they are made from. */
export function rounded({ median, low, high, rounds }: Estimate): Estimate {
  return {
    median: significant(median),
    low: low === null ? null : significant(low),
    high: high === null ? null : significant(high),
    rounds,
  };
}
