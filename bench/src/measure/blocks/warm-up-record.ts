import type { Warmup } from '../../model/index.ts';
import type { PlannedCell } from '../planned-cells.ts';
import type { WarmedUp } from '../warm-up/warm-up.ts';
import { tableKey } from './block-groups.ts';

/** Returns a warm-up as a run records it. */
export function warmupOf(block: number, cell: PlannedCell, place: number, warmed: WarmedUp): Warmup {
  const digits = (value: number): number => Number(value.toPrecision(5));
  const column = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : digits(value)));
  const { slices } = warmed;
  return {
    block,
    scenario: cell.scenario.id,
    loadShapeId: loadShapeIdOf(cell),
    place,
    steady: warmed.steady,
    lightSeconds: warmed.lightSlices,
    throughputPerSecond: slices.map(({ throughputPerSecond }) => digits(throughputPerSecond)),
    durationSeconds: slices.map(({ durationSeconds }) => digits(durationSeconds)),
    cpuPerRequestNanoseconds: column(slices.map((slice) => slice.cpuPerRequestNanoseconds)),
    compilingRatio: column(slices.map((slice) => slice.compilingRatio)),
    latencyMaxSeconds: column(slices.map((slice) => slice.latencyMaxSeconds)),
  };
}

function loadShapeIdOf(cell: PlannedCell): string {
  return tableKey(cell).slice(cell.scenario.id.length + 1);
}
