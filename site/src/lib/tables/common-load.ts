import { hasRate, type LoadShape, type MetricId, metricOf, type RankingTable } from '@pitwall/bench/model';

/**
 * Whether a load is one under which a metric of all targets is shown together: a closed loop or, for a metric that needs
 * a rate, a rate that all targets share. A share of each target's own capacity is neither.
 */
export function isCommonLoad(metric: MetricId, shape: LoadShape): boolean {
  return metricOf(metric).loop === 'rate' ? hasRate(shape) && 'perSecond' in shape.rate : !hasRate(shape);
}

/** Returns the table that stands for a scenario in a metric, the first of a common load; `undefined` if there is none. */
export function commonTable(
  tables: readonly RankingTable[],
  scenario: RankingTable['scenario'],
  metric: MetricId,
): RankingTable | undefined {
  return tables.find(
    (table) =>
      table.scenario === scenario && table.metric === metric && isCommonLoad(metric, table.loadShape),
  );
}
