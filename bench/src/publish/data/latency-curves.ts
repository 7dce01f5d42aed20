import {
  type Cell,
  type CurvesData,
  curveShares,
  type LatencyCurve,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  variantNameOf,
} from '../../model/index.ts';
import type { RunResult } from '../../results/read-results.ts';
import { histogramCount, histogramQuantiles, isHistogram } from '../../stats/latency-histogram.ts';
import { significant } from '../../util/rounding.ts';

/** With fewer requests beyond a share, its latency is chance. */
const FEWEST_BEYOND = 10;
/** HDR histograms here resolve two significant digits; we print one more. */
const DIGITS = 3;

/** Latency curves of every target variant of a run that kept histograms, in the order of the contract. */
export function latencyCurves({ run, name, targets }: RunResult): CurvesData[] {
  const ofRun = { run: name, startedAt: run.startedAt };
  return targets.flatMap(({ result }): CurvesData[] => {
    const curves = result.cells.flatMap((cell) => {
      const { scenario, scenarioVersion, loadShape, loadShapeId, ratePerSecond } = cell;
      const curve = latencyCurve(cell);
      return curve === null || ratePerSecond === null
        ? []
        : [{ ...ofRun, scenario, scenarioVersion, loadShape, loadShapeId, ratePerSecond, ...curve }];
    });
    if (curves.length === 0) return [];
    curves.sort(inContractOrder);
    return [
      {
        schemaVersion: SITE_DATA_SCHEMA_VERSION,
        machine: run.machine,
        target: result.target,
        variant: result.variant,
        name: result.name,
        shares: [...curveShares],
        curves,
      },
    ];
  });
}

type Curve = CurvesData['curves'][number];

function inContractOrder(a: Curve, b: Curve): number {
  return (
    scenarioIds.indexOf(a.scenario) - scenarioIds.indexOf(b.scenario) || a.ratePerSecond - b.ratePerSecond
  );
}

/** Joins the curves of several runs in one document per target variant. */
export function joinedCurves(all: readonly CurvesData[]): CurvesData[] {
  const byVariant = Map.groupBy(all, variantNameOf);
  return [...byVariant.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, curves: [first, ...others].flatMap(({ curves }) => curves).sort(inContractOrder) }],
  );
}

/** Returns `null` if the cell has no histogram that can be read, or too few requests for any share. */
export function latencyCurve({ latencyHistogram }: Cell): LatencyCurve | null {
  if (latencyHistogram === undefined) return null;
  const { encoded, rounds } = latencyHistogram;
  if (!isHistogram(encoded)) return null;
  const requests = histogramCount(encoded);
  const shares = curveShares.filter((share) => Math.round(requests * (1 - share)) >= FEWEST_BEYOND);
  if (shares.length === 0) return null;
  const seconds = histogramQuantiles(encoded, shares).map((value) => significant(value, DIGITS));
  return { requests, blocks: rounds.length, seconds };
}
