import {
  CEILING_TARGETS,
  type Ceiling,
  isRanked,
  type LoadShape,
  loadShapeId,
  metricOf,
  type ScenarioId,
  shapeGives,
  variantName,
} from '../model/index.ts';
import { cellEstimate, cellOf } from './cells.ts';
import type { RunResult } from './read-results.ts';

/**
 * How far the machine itself goes: the best throughput that the ceiling targets reached in the same run, scenario and
 * load. `null` where none of them serves the scenario, or the load has no throughput.
 */
export function ceilingOf({ targets }: RunResult, scenario: ScenarioId, shape: LoadShape): Ceiling | null {
  const throughput = metricOf('throughputPerSecond');
  if (!shapeGives(shape, throughput)) return null;
  const reached = targets.flatMap(({ result }): Ceiling[] => {
    if (!CEILING_TARGETS.includes(result.target)) return [];
    const cell = cellOf(result, scenario, loadShapeId(shape));
    const figure = cell && isRanked(cell) ? cellEstimate(cell, throughput) : null;
    return figure === null
      ? []
      : [{ target: variantName(result.target, result.variant), throughputPerSecond: figure.median }];
  });
  return reached.sort((a, b) => b.throughputPerSecond - a.throughputPerSecond)[0] ?? null;
}
