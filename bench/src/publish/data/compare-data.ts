import { cellOf, valuesEstimate } from '../../analysis/cells.ts';
import { tableFigures } from '../../analysis/levels.ts';
import {
  type CompareData,
  comparedMetrics,
  isRanked,
  loadShapeId,
  metricOf,
  type ScenarioId,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  type TimesBetter,
  variantName,
} from '../../model/index.ts';
import type { RunResult } from '../../results/read-results.ts';
import { pairedEffect } from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';

/** Significant digits: enough for a page, and a third of the bytes of all. */
const DIGITS = 4;

interface Row {
  key: Omit<CompareData['rows'][number], 'estimate'>;
  /** Figures by target variant and round; a cell that is not ranked has none. */
  byVariant: Map<
    string,
    { byRound: ReadonlyMap<number, number>; ranked: boolean; row: CompareData['rows'][number] }
  >;
}

/** A run, with the tables of it that the site shows. */
interface ShownPart {
  result: RunResult;
  isShown(scenario: ScenarioId, loadShapeId: string): boolean;
}

/**
 * Compares every measured target variant of a machine with every other, in one document each. Each row comes
 * from one table, and so from one run.
 */
export function compareData(parts: readonly ShownPart[]): CompareData[] {
  const [first] = parts;
  if (first === undefined) return [];
  const measured = new Map(
    parts.flatMap(({ result: { targets } }) =>
      targets
        .filter(({ result }) => result.cells.length > 0)
        .map(({ result }) => [variantName(result.target, result.variant), result] as const),
    ),
  );
  const place = ({ key }: Row): number => scenarioIds.indexOf(key.scenario);
  const rows = parts.flatMap(rowsOf).sort((a, b) => place(a) - place(b));
  return [...measured].map(([ownName, own]): CompareData => {
    return {
      schemaVersion: SITE_DATA_SCHEMA_VERSION,
      machine: first.result.run.machine,
      target: own.target,
      variant: own.variant,
      name: own.name,
      rows: rows.map(({ key, byVariant }) => byVariant.get(ownName)?.row ?? { ...key, estimate: null }),
      others: [...measured]
        .filter(([name]) => name !== ownName)
        .map(([name, other]) => ({
          target: other.target,
          variant: other.variant,
          name: other.name,
          times: rows.map((row) => timesBetter(row, ownName, name)),
        })),
    };
  });
}

function rowsOf({ result: { run, name, targets }, isShown }: ShownPart): Row[] {
  const { profile } = run;
  return profile.scenarios.flatMap((scenario) =>
    profile.loadShapes
      .filter((loadShape) => isShown(scenario, loadShapeId(loadShape)))
      .flatMap((loadShape) =>
        comparedMetrics(loadShape).flatMap((metric): Row[] => {
          const found = targets.flatMap(({ result }) => {
            const cell = cellOf(result, scenario, loadShapeId(loadShape));
            return cell ? [{ id: variantName(result.target, result.variant), cell }] : [];
          });
          const [first] = found;
          if (first === undefined) return [];
          // Never compare two versions of a scenario.
          const cells = found.filter(({ cell }) => cell.scenarioVersion === first.cell.scenarioVersion);
          const key = {
            run: name,
            startedAt: run.startedAt,
            scenario,
            scenarioVersion: first.cell.scenarioVersion,
            loadShape,
            loadShapeId: first.cell.loadShapeId,
            metric: metric.id,
            minimumEffect: metric.minimumEffect,
          };
          const figures = tableFigures(run, cells, metric.id);
          const byVariant: Row['byVariant'] = new Map(
            cells.map(({ id, cell }) => {
              const byRound = figures.get(id) ?? new Map<number, number>();
              const row = { ...key, estimate: valuesEstimate([...byRound.values()]) };
              return [id, { byRound, ranked: isRanked(cell), row }];
            }),
          );
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
