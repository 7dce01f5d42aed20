import {
  type CompareData,
  isRanked,
  type MetricId,
  MINIMUM_EFFECTS,
  metricByRound,
  metricOf,
  metrics,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  shapeGives,
  type TimesBetter,
  variantName,
} from '../model/index.ts';
import { pairedEffect } from '../stats/index.ts';
import { significant } from '../util/round.ts';
import { cellEstimate } from './cells.ts';
import type { RunResult } from './read-results.ts';

/** What two targets are held against each other by: one figure of capacity, two of what it costs, one of waiting. */
export const COMPARED_METRICS: readonly MetricId[] = [
  'throughputPerSecond',
  'cpuPerRequestNanoseconds',
  'peakMemoryBytes',
  'latencyP99Seconds',
];
/** Enough for a page, and a third of the bytes. */
const DIGITS = 4;

interface Row {
  key: Omit<CompareData['rows'][number], 'estimate'>;
  /** By target variant, the figure of each round; none where the cell is not ranked. */
  byVariant: Map<
    string,
    { byRound: ReadonlyMap<number, number>; ranked: boolean; row: CompareData['rows'][number] }
  >;
}

/** Every measured target variant of a run against every other, one document each. */
export function compareData({ run, name, targets }: RunResult): CompareData[] {
  const measured = targets.map(({ result }) => result).filter(({ cells }) => cells.length > 0);
  const rows = rowsOf({ run, targets } as RunResult);
  return measured.map((own): CompareData => {
    const ownName = variantName(own.target, own.variant);
    return {
      schemaVersion: SITE_DATA_SCHEMA_VERSION,
      machine: run.machine,
      run: name,
      startedAt: run.startedAt,
      target: own.target,
      variant: own.variant,
      name: own.name,
      rows: rows.map(({ key, byVariant }) => byVariant.get(ownName)?.row ?? { ...key, estimate: null }),
      others: measured
        .filter((other) => other !== own)
        .map((other) => ({
          target: other.target,
          variant: other.variant,
          name: other.name,
          times: rows.map((row) => timesBetter(row, ownName, variantName(other.target, other.variant))),
        })),
    };
  });
}

function rowsOf({ run, targets }: RunResult): Row[] {
  const { profile } = run;
  const inOrder = scenarioIds.filter((id) => profile.scenarios.includes(id));
  return inOrder.flatMap((scenario) =>
    profile.loadShapes.flatMap((loadShape) =>
      metrics
        .filter((metric) => COMPARED_METRICS.includes(metric.id) && shapeGives(loadShape, metric))
        // What a request costs is told of full load; at a fixed rate it is the same work with more waiting.
        .filter((metric) => metric.loop !== null || !('rate' in loadShape))
        .flatMap((metric): Row[] => {
          const cells = targets.flatMap(({ result }) => {
            const cell = result.cells.find(
              (one) =>
                one.scenario === scenario && JSON.stringify(one.loadShape) === JSON.stringify(loadShape),
            );
            return cell ? [{ result, cell }] : [];
          });
          const [first] = cells;
          if (first === undefined) return [];
          const key = {
            scenario,
            scenarioVersion: first.cell.scenarioVersion,
            loadShape,
            loadShapeId: first.cell.loadShapeId,
            metric: metric.id,
            minimumEffect: MINIMUM_EFFECTS[metric.id],
          };
          const byVariant: Row['byVariant'] = new Map();
          for (const { result, cell } of cells) {
            // Two versions of a scenario are never compared.
            if (cell.scenarioVersion !== key.scenarioVersion) continue;
            byVariant.set(variantName(result.target, result.variant), {
              byRound: metricByRound(cell, metric.id),
              ranked: isRanked(cell),
              row: { ...key, estimate: cellEstimate(cell, metric) },
            });
          }
          return [{ key, byVariant }];
        }),
    ),
  );
}

function timesBetter({ key, byVariant }: Row, own: string, other: string): TimesBetter | null {
  const a = byVariant.get(own);
  const b = byVariant.get(other);
  if (!a?.ranked || !b?.ranked) return null;
  const higher = metricOf(key.metric).direction === 'higher';
  const ratios: number[] = [];
  for (const [round, value] of a.byRound) {
    const against = b.byRound.get(round);
    if (against !== undefined && value > 0 && against > 0)
      ratios.push(higher ? against / value : value / against);
  }
  const [only] = ratios;
  if (only === undefined) return null;
  const effect = pairedEffect(ratios);
  return effect === null
    ? [significant(only, DIGITS), null, null]
    : [significant(effect.ratio, DIGITS), significant(effect.low, DIGITS), significant(effect.high, DIGITS)];
}
