import {
  type Mark,
  type MetricId,
  metricOf,
  type RankingTable,
  type ScenarioId,
  type TargetCell,
  type TargetVariantData,
} from '@pitwall/bench/model';
import { estimateOf, factorText, rankText } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { isCommonLoad } from '../tables/common-load.ts';
import { figureOf } from './target-view.ts';

/** One of the figures with which a variant's page starts. */
interface LeadFigure {
  metric: MetricId;
  title: string;
  number: string;
  unit: string;
  interval: string | null;
  /** `rank 8–11 of 17`, or that it has none. */
  place: string;
  /** `2.25× off the best`; `null` for the best, or without a rank. */
  factor: string | null;
  /** The table that ranks it; `null` if the site shows none. */
  table: RankingTable | null;
  marks: readonly Mark[];
}

/** What a reader asks first: how much, at what cost, how fast, in how much memory; in the scenario that is asked for most. */
export function leadFigures(
  { target, variant }: { target: string; variant: TargetVariantData },
  tables: readonly RankingTable[],
  messages: Messages,
): { scenario: ScenarioId; figures: LeadFigure[] } | null {
  const having = variant.cells.filter((cell) => figureOf(cell, 'throughputPerSecond')?.estimate);
  const closed = having.find(({ scenario }) => scenario === 'json') ?? having[0];
  if (closed === undefined) return null;
  const rate = variant.cells.find(
    ({ scenario, loadShape }) => scenario === closed.scenario && isCommonLoad('latencyP99Seconds', loadShape),
  );
  const wanted: [TargetCell | undefined, MetricId][] = [
    [closed, 'throughputPerSecond'],
    [closed, 'cpuPerRequestNanoseconds'],
    [rate, 'latencyP99Seconds'],
    [closed, 'peakMemoryBytes'],
  ];
  const figures = wanted.flatMap(([cell, metric]): LeadFigure[] => {
    const found = cell && figureOf(cell, metric);
    if (!cell || !found?.estimate) return [];
    const { estimate, rank } = found;
    const table =
      tables.find(
        (one) =>
          one.scenario === cell.scenario && one.loadShapeId === cell.loadShapeId && one.metric === metric,
      ) ?? null;
    const outcome = table?.rows.find(
      (row) => row.target === target && row.variant === variant.variant,
    )?.outcome;
    const factor = outcome?.kind === 'ranked' ? outcome.factor : null;
    // In the unit of the ranking that the figure links to.
    const medians = table?.rows.flatMap((row) => estimateOf(row)?.median ?? []) ?? [];
    const format = messages.format.column(metricOf(metric).unit, [estimate.median, ...medians]);
    const arrival =
      metric === 'latencyP99Seconds' ? messages.inBrackets(messages.arrival(cell.loadShape)) : '';
    return [
      {
        metric,
        title: `${messages.metricTitles[metric]}${arrival}`,
        number: format.figure(estimate),
        unit: format.unit,
        interval: format.ends(estimate),
        place: rank
          ? messages.framework.lead.rank(rankText(rank), cell.rankedAmong[metric] ?? 0)
          : outcome?.kind === 'reference'
            ? messages.kinds.platform
            : messages.ranking.unranked,
        factor: factor === null || factor === 1 ? null : messages.framework.lead.factor(factorText(factor)),
        table,
        marks: cell.marks,
      },
    ];
  });
  return { scenario: closed.scenario, figures };
}
