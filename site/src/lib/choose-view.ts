import {
  hasRate,
  type MetricId,
  type RankingTable,
  type ShownRunData,
  scenarioIds,
  type TargetData,
} from '@pitwall/bench/model';
import type { Criterion, Fitness } from './choose.ts';
import { type ComparedVariant, comparedVariants } from './pairs.ts';

interface ChooseRow extends ComparedVariant {
  fitness: Fitness;
}

const metricsOf: Partial<Record<Criterion, MetricId>> = {
  throughput: 'throughputPerSecond',
  p99: 'latencyP99Seconds',
  cpu: 'cpuPerRequestNanoseconds',
  memory: 'peakMemoryBytes',
};

/** Collects what a reader can weigh in a run: factors of its tables, cold starts and image sizes. */
export function chooseRows(run: ShownRunData, targets: readonly TargetData[]): ChooseRow[] {
  const variants = comparedVariants(run);
  const tables = Object.entries(metricsOf).flatMap(([criterion, metric]) =>
    tablesOf(run.tables, metric).map((table) => ({ criterion: criterion as Criterion, table })),
  );
  const single = {
    coldStart: (of: TargetData['appearances'][number]['variants'][number]) => of.coldStart?.median ?? null,
    image: (of: TargetData['appearances'][number]['variants'][number]) =>
      of.containerImage?.sizeBytes ?? null,
  };
  const own = (variant: ComparedVariant) =>
    targets
      .find(({ target }) => target === variant.target)
      ?.appearances.find(({ machine }) => machine === run.machine.id)
      ?.variants.find((one) => one.variant === variant.variant);
  const best = (of: (typeof single)['image']) =>
    Math.min(
      ...variants.flatMap((variant) => {
        const found = own(variant);
        const value = found ? of(found) : null;
        return value ? [value] : [];
      }),
    );
  const bests = { coldStart: best(single.coldStart), image: best(single.image) };
  return variants.map((variant): ChooseRow => {
    const fitness: Fitness = { byScenario: { throughput: {}, p99: {}, cpu: {}, memory: {} }, single: {} };
    for (const { criterion, table } of tables) {
      const row = table.rows.find(
        ({ target, variant: id }) => target === variant.target && id === variant.variant,
      );
      const factor = row?.outcome.kind === 'ranked' ? row.outcome.factor : null;
      const scenarios = fitness.byScenario[criterion];
      if (factor !== null && scenarios) scenarios[table.scenario] = Number(factor.toPrecision(3));
    }
    const found = own(variant);
    for (const criterion of ['coldStart', 'image'] as const) {
      const value = found ? single[criterion](found) : null;
      if (value) fitness.single[criterion] = Number((value / bests[criterion]).toPrecision(3));
    }
    return { ...variant, fitness };
  });
}

/**
 * Picks one table per scenario: the first closed loop, or for latency the first rate common to all targets.
 */
function tablesOf(tables: readonly RankingTable[], metric: MetricId): RankingTable[] {
  const fits = ({ loadShape }: RankingTable): boolean =>
    metric === 'latencyP99Seconds'
      ? hasRate(loadShape) && 'perSecond' in loadShape.rate
      : !hasRate(loadShape);
  const having = tables.filter((table) => table.metric === metric && fits(table));
  return scenarioIds.flatMap((id) => having.find(({ scenario }) => scenario === id) ?? []);
}

/** Lists the scenarios for which any criterion has a figure. */
export function chooseScenarios(run: ShownRunData): string[] {
  return scenarioIds.filter((id) => run.tables.some(({ scenario }) => scenario === id));
}
