import { cellOf } from '../../analysis/cells.ts';
import { comparedTable } from '../../analysis/table-comparison.ts';
import {
  type CompareData,
  comparedMetrics,
  loadShapeId,
  metricOf,
  type ScenarioId,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  type TimesBetter,
  variantNameOf,
} from '../../model/index.ts';
import type { RunResult } from '../../results/read-results.ts';
import { pairInterval, type TablePair } from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';

/** Significant digits: more than a page shows, so that an interval that excludes 1 still does. */
const DIGITS = 5;

interface Row {
  key: Omit<CompareData['rows'][number], 'estimate' | 'marks'>;
  byVariant: Map<string, CompareData['rows'][number]>;
  /** Pairs that can be compared, under both names of each: `a b` and `b a`. */
  pairs: ReadonlyMap<string, ShownPair>;
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
        .map(({ result }) => [variantNameOf(result), result] as const),
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
      rows: rows.map(({ key, byVariant }) => byVariant.get(ownName) ?? { ...key, estimate: null, marks: [] }),
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
            const id = variantNameOf(result);
            return cell ? [{ id, kind: result.kind, cell }] : [];
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
          const { estimates, pairs, referencePairs } = comparedTable(run, cells, metric);
          const byVariant: Row['byVariant'] = new Map(
            cells.map(({ id, cell }) => {
              const estimate = estimates.get(id) ?? null;
              return [id, { ...key, estimate, marks: [...new Set(cell.marks.map(({ code }) => code))] }];
            }),
          );
          return [{ key, byVariant, pairs: underBothNames([...pairs, ...referencePairs()]) }];
        }),
      ),
  );
}

/** A pair that can be compared, with the interval of its ratio. */
interface ShownPair {
  pair: TablePair;
  interval: ReturnType<typeof pairInterval>;
}

function underBothNames(pairs: readonly TablePair[]): Map<string, ShownPair> {
  return new Map(
    pairs.flatMap((pair) => {
      const shown = { pair, interval: pairInterval(pair) };
      return [
        [`${pair.a} ${pair.b}`, shown],
        [`${pair.b} ${pair.a}`, shown],
      ] as const;
    }),
  );
}

/**
 * How many times better the other is: the ratio of the two figures that tables show, with the interval that
 * decides in the ranking whether one is better. `null` if they cannot be compared.
 */
function timesBetter({ key, pairs }: Row, own: string, other: string): TimesBetter | null {
  const found = pairs.get(`${own} ${other}`);
  if (found === undefined) return null;
  const { pair, interval } = found;
  // The ratio is a ÷ b; a higher figure is better for some metrics, a lower one for others.
  const turned = (metricOf(key.metric).direction === 'higher') === (pair.a === own);
  const shown = (ratio: number): number => significant(turned ? 1 / ratio : ratio, DIGITS);
  if (interval === null) return [shown(pair.ratio), null, null];
  const { low, high } = interval;
  return turned ? [shown(pair.ratio), shown(high), shown(low)] : [shown(pair.ratio), shown(low), shown(high)];
}
