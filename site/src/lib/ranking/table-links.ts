import { type MetricId, metricIds, type RankingTable, type ShownRunData } from '@pitwall/bench/model';
import { addresses } from '../page/links.ts';

/**
 * Decides which ranking table leads to which. A change of scenario keeps load shape and metric if there is
 * such a table; a change between a closed loop and a rate falls back to the first of these metrics that the
 * load has.
 */
const preferredMetrics: readonly MetricId[] = [
  'throughputPerSecond',
  'latencyP99Seconds',
  'latencyP50Seconds',
  ...metricIds,
];

type Wanted = Partial<Pick<RankingTable, 'scenario' | 'loadShapeId' | 'metric'>>;

/** Returns the table that matches most of `wanted`; a part without a match falls back to the first value. */
export function nearestTable(tables: readonly RankingTable[], wanted: Wanted): RankingTable | undefined {
  const narrowed = (['scenario', 'loadShapeId', 'metric'] as const).reduce((left, part) => {
    const kept = left.filter((table) => table[part] === wanted[part]);
    return kept.length > 0 ? kept : left;
  }, tables);
  const first = narrowed[0];
  if (first === undefined || first.metric === wanted.metric) return first;
  const alike = narrowed.filter(
    ({ scenario, loadShapeId }) => scenario === first.scenario && loadShapeId === first.loadShapeId,
  );
  return preferredMetrics.flatMap((metric) => alike.find((table) => table.metric === metric) ?? [])[0];
}

/** The table of the home page: small JSON, which everyone knows, in a closed loop. */
export function homeTable({ tables }: Pick<ShownRunData, 'tables'>): RankingTable | undefined {
  const json = tables.filter(({ scenario }) => scenario === 'json');
  return nearestTable(json.length > 0 ? json : tables, { metric: 'throughputPerSecond' });
}

/** Returns the address of a table's ranking: a short one on the machine of the home page, the first of those shown. */
export function rankingAddress(
  table: Pick<RankingTable, 'machine' | 'scenario' | 'loadShapeId' | 'metric'>,
  shown: readonly ShownRunData[],
): string {
  return addresses.ranking({
    ...table,
    machine: table.machine === shown[0]?.machine.id ? null : table.machine,
  });
}

/** Returns the address of a ranking that shows a run; `null` if none does. */
export function rankingOf(shown: readonly ShownRunData[], machine: string, run: string): string | null {
  const own = shown.find((one) => one.machine.id === machine)?.tables ?? [];
  const first = homeTable({ tables: own.filter((table) => table.run === run) });
  return first ? rankingAddress(first, shown) : null;
}

/**
 * Returns each value of one part of the choice, with the table that it leads to. Load shapes are those of the
 * scenario, and metrics those of the scenario and load shape: there are no empty pages.
 */
export function alternatives(
  tables: readonly RankingTable[],
  current: RankingTable,
  part: 'scenario' | 'loadShapeId' | 'metric',
): { table: RankingTable; current: boolean }[] {
  const within = {
    scenario: () => true,
    loadShapeId: (table: RankingTable) => table.scenario === current.scenario,
    metric: (table: RankingTable) => sameCell(table, current),
  }[part];
  const candidates = tables.filter(within);
  const values = [...new Set(candidates.map((table) => table[part]))];
  return values.flatMap((value) => {
    const having = candidates.filter((table) => table[part] === value);
    const { scenario, loadShapeId, metric } = current;
    const table = nearestTable(having, { scenario, loadShapeId, metric });
    return table === undefined ? [] : [{ table, current: value === current[part] }];
  });
}

function sameCell(a: RankingTable, b: RankingTable): boolean {
  return a.scenario === b.scenario && a.loadShapeId === b.loadShapeId;
}
