import {
  type MetricId,
  metricOf,
  type RankingRow,
  type RankingTable,
  variantKey,
} from '@pitwall/bench/model';
import { estimateOf, type FigureFormat } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { isCommonLoad } from './common-load.ts';

/** What a reader weighs against each other in one row: speed, cost, memory and waiting time. */
const weighed: readonly MetricId[] = [
  'throughputPerSecond',
  'cpuPerRequestNanoseconds',
  'peakMemoryBytes',
  'latencyP99Seconds',
];

/** A metric of the same scenario, from another table, as a column of a ranking. */
export interface BesideColumn {
  /** Its name in the address and in the attributes of rows. */
  id: 'throughput' | 'cpu' | 'memory' | 'p99';
  table: RankingTable;
  /** Its load in words; `null` if that is the load of the table beside it. */
  load: string | null;
  format: FigureFormat;
  /** Rows of that table by the key of their target variant. */
  rows: ReadonlyMap<string, RankingRow>;
}

const ids: Partial<Record<MetricId, BesideColumn['id']>> = {
  throughputPerSecond: 'throughput',
  cpuPerRequestNanoseconds: 'cpu',
  peakMemoryBytes: 'memory',
  latencyP99Seconds: 'p99',
};

/**
 * Returns the columns that a table of a scenario has beside its own metric. A metric comes from the same load if
 * that has it, otherwise from the first that all targets share.
 *
 * @param own the table that they stand beside; its metric is left out
 */
export function besideColumns(
  tables: readonly RankingTable[],
  own: Pick<RankingTable, 'scenario' | 'loadShape' | 'loadShapeId'> & { metric: MetricId | null },
  messages: Messages,
): BesideColumn[] {
  return weighed.flatMap((metric): BesideColumn[] => {
    const id = ids[metric];
    const having = tables.filter((table) => table.scenario === own.scenario && table.metric === metric);
    const table =
      having.find(({ loadShapeId }) => loadShapeId === own.loadShapeId) ??
      having.find(({ loadShape }) => isCommonLoad(metric, loadShape)) ??
      having[0];
    if (id === undefined || metric === own.metric || table === undefined) return [];
    const medians = table.rows.flatMap((row) => estimateOf(row)?.median ?? []);
    return [
      {
        id,
        table,
        load: otherLoad(table, own, messages),
        format: messages.format.column(metricOf(metric).unit, medians),
        rows: new Map(table.rows.map((row) => [variantKey(row), row])),
      },
    ];
  });
}

/** Says how requests arrive; the whole load if they arrive in the same way. */
function otherLoad(
  { loadShape, loadShapeId }: RankingTable,
  own: Pick<RankingTable, 'loadShape' | 'loadShapeId'>,
  messages: Messages,
): string | null {
  if (loadShapeId === own.loadShapeId) return null;
  const arrival = messages.arrival(loadShape);
  return arrival === messages.arrival(own.loadShape) ? messages.loadShape(loadShape) : arrival;
}

/** The figure of a target variant, with its unit, its value for sorting and whether it may be compared. */
export function besideFigure(
  { rows, format, table }: BesideColumn,
  row: Pick<RankingRow, 'target' | 'variant'>,
) {
  const found = rows.get(variantKey(row));
  const estimate = found && estimateOf(found);
  if (!found || !estimate) return null;
  const compared = 'factor' in found.outcome;
  return {
    text: `${format.figure(estimate)} ${format.unit}`.trim(),
    uncertainty: format.uncertainty(estimate),
    factor: 'factor' in found.outcome ? found.outcome.factor : null,
    marks: found.marks,
    compared,
    /** The best is the lowest; `null` if it cannot be compared. */
    value: !compared ? null : table.direction === 'higher' ? -estimate.median : estimate.median,
  };
}
