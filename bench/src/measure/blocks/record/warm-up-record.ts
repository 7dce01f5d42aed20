import { type LoadShape, loadShapeId, type ScenarioId, type Warmup } from '../../../model/index.ts';
import type { WarmedUp } from '../../warm-up/warm-up.ts';

/** What a start was warmed up with. */
interface WarmedWith {
  block: number;
  scenarios: readonly [ScenarioId, ...ScenarioId[]];
  shape: LoadShape;
  place: number;
  isSettling: boolean;
}

/** Returns a warm-up as a run records it. */
export function warmupOf(
  { block, scenarios, shape, place, isSettling }: WarmedWith,
  warmed: WarmedUp,
): Warmup {
  const digits = (value: number): number => Number(value.toPrecision(5));
  const column = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : digits(value)));
  const { slices } = warmed;
  return {
    block,
    scenario: scenarios[0],
    ...(scenarios.length > 1 && { together: [...scenarios] }),
    loadShapeId: loadShapeId(shape),
    place,
    ...(isSettling && { settling: true as const }),
    steady: warmed.steady,
    lightSeconds: warmed.lightSlices,
    throughputPerSecond: slices.map(({ throughputPerSecond }) => digits(throughputPerSecond)),
    durationSeconds: slices.map(({ durationSeconds }) => digits(durationSeconds)),
    cpuPerRequestNanoseconds: column(slices.map((slice) => slice.cpuPerRequestNanoseconds)),
    compilingRatio: column(slices.map((slice) => slice.compilingRatio)),
    latencyMaxSeconds: column(slices.map((slice) => slice.latencyMaxSeconds)),
  };
}
