import {
  type DatabaseKind,
  type RankingRow,
  type RankingTable,
  type ScenarioId,
  type ShownRunData,
  scenarioIds,
  scenarioOf,
  variantKey,
} from '@pitwall/bench/model';
import { estimateOf, type FigureFormat, rankText, tierLetter } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';

/** A target variant on the home page, with what it can be filtered by. */
export interface MatrixRow {
  key: string;
  target: string;
  variant: string;
  name: string;
  language: string;
  kind: RankingRow['kind'];
  /** Databases that it was measured with. */
  databases: DatabaseKind[];
  access: string[];
  /** Words that a search looks through. */
  text: string;
  /** True if it was measured in at least half of the scenarios. */
  broad: boolean;
  byScenario: ReadonlyMap<ScenarioId, RankingRow>;
}

/** A scenario of the matrix: its throughput table. */
interface MatrixScenario {
  id: ScenarioId;
  table: RankingTable;
  format: FigureFormat;
}

/** Target variants by scenarios: throughput of the whole field at a glance. */
export interface Matrix {
  /** The first one, then those that most of the field was measured in. */
  scenarios: MatrixScenario[];
  /** Frameworks in the order of the first scenario, then platforms. */
  rows: MatrixRow[];
}

/** @param first the scenario of the first column, which orders the rows, unless it has only few of them */
export function matrixOf(
  { tables }: Pick<ShownRunData, 'tables'>,
  first: ScenarioId,
  { format }: Messages,
): Matrix {
  const measured = [first, ...scenarioIds.filter((id) => id !== first)].flatMap((id): MatrixScenario[] => {
    const table = tables.find(({ scenario, metric }) => scenario === id && metric === 'throughputPerSecond');
    if (table === undefined) return [];
    const medians = table.rows.flatMap((row) => estimateOf(row)?.median ?? []);
    return [{ id, table, format: format.column(table.unit, medians) }];
  });
  const scenarios = wideFirst(measured);
  const byKey = Map.groupBy(
    scenarios.flatMap(({ id, table }) => table.rows.filter(estimateOf).map((row) => ({ id, row }))),
    ({ row }) => variantKey(row),
  );
  const rows = [...byKey].map(([key, entries]): MatrixRow => {
    const { target, variant, name, language, kind } = (entries[0] as (typeof entries)[number]).row;
    const libraries = entries.flatMap(({ row }) => row.access?.library ?? []);
    return {
      key,
      target,
      variant,
      name,
      language,
      kind,
      databases: [...new Set(entries.flatMap(({ id }) => scenarioOf(id).database ?? []))],
      access: [...new Set(entries.flatMap(({ row }) => row.access?.kind ?? []))],
      text: [name, variant, target, language, ...libraries].join(' '),
      broad: new Set(entries.map(({ id }) => id)).size * 2 >= scenarios.length,
      byScenario: new Map(entries.map(({ id, row }) => [id, row])),
    };
  });
  const isReference = (row: MatrixRow): boolean =>
    [...row.byScenario.values()].every(({ outcome }) => outcome.kind !== 'ranked');
  return { scenarios, rows: rows.sort((a, b) => Number(isReference(a)) - Number(isReference(b))) };
}

/**
 * Moves scenarios that at least half of the field was measured in before the others, so that most rows begin with
 * figures instead of blanks. Otherwise keeps the order.
 */
function wideFirst(scenarios: readonly MatrixScenario[]): MatrixScenario[] {
  const sizeOf = ({ table }: MatrixScenario): number => table.rows.filter(estimateOf).length;
  const largest = Math.max(0, ...scenarios.map(sizeOf));
  const isNarrow = (scenario: MatrixScenario): boolean => sizeOf(scenario) * 2 < largest;
  return scenarios.toSorted((a, b) => Number(isNarrow(a)) - Number(isNarrow(b)));
}

/** Factors up to which each shade of the matrix reaches; a larger one has the last shade. */
const SHADES = [1.1, 1.5, 2, 3, 5, 10];

/** `shade-0` for the best to `shade-6` for what is far behind. */
export function shadeOf(factor: number): string {
  const shade = SHADES.findIndex((end) => factor <= end);
  return `shade-${shade === -1 ? SHADES.length : shade}`;
}

/** `1.72`, `12.4`, `116`: a factor without its sign, where there is no room for it. */
export function bareFactor(factor: number): string {
  return factor.toFixed(factor < 10 ? 2 : factor < 100 ? 1 : 0);
}

/** Everything that a cell of the matrix stands for, in words. */
export function matrixCellTitle(
  row: RankingRow,
  format: FigureFormat,
  { comma, ranking, marks }: Messages,
): string {
  const estimate = estimateOf(row);
  const { outcome } = row;
  const uncertainty = estimate && format.uncertainty(estimate);
  const codes = [...new Set(row.marks.map(({ code }) => code))];
  return [
    ...(estimate ? [`${format.figure(estimate)} ${format.unit}`] : []),
    ...(uncertainty ? [uncertainty] : []),
    ...(outcome.kind === 'ranked'
      ? [`${ranking.columns.rank} ${rankText(outcome.rank)}`, ranking.tier(tierLetter(outcome.tier))]
      : []),
    ...codes.map((code) => marks[code].label),
  ].join(comma);
}
