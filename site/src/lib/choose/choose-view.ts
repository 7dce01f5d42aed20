import {
  type MetricId,
  type RankingTable,
  type ShownPart,
  type ShownRunData,
  type SiteIndex,
  scenarioIds,
  scenarioOf,
  type TargetData,
} from '@pitwall/bench/model';
import { type ComparedVariant, comparedVariants } from '../compare/pairs.ts';
import { commonTable } from '../tables/common-load.ts';
import type { Criterion, Fitness } from './choose.ts';

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
  const others = variants.filter((variant) => !isPlatform(run, variant));
  const frameworks = others.length > 0 ? others : variants;
  const tables = criterionTables(run);
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
      ...frameworks.flatMap((variant) => {
        const found = own(variant);
        const value = found ? of(found) : null;
        return value ? [value] : [];
      }),
    );
  const bests = { coldStart: best(single.coldStart), image: best(single.image) };
  return variants.map((variant): ChooseRow => {
    const fitness: Fitness = {
      byScenario: { throughput: {}, p99: {}, cpu: {}, memory: {} },
      single: {},
      marks: {},
      language: variant.language,
      databases: databasesOf(run, variant),
      platform: isPlatform(run, variant),
    };
    for (const { criterion, table } of tables) {
      const row = table.rows.find(
        ({ target, variant: id }) => target === variant.target && id === variant.variant,
      );
      // A figure that is marked as not comparable has no factor, and takes no part in a score.
      const factor = row && 'factor' in row.outcome ? row.outcome.factor : null;
      const scenarios = fitness.byScenario[criterion];
      if (!row || factor === null || !scenarios) continue;
      scenarios[table.scenario] = Number(factor.toPrecision(3));
      const marks = row.marks.map(({ code }) => code);
      if (marks.length > 0)
        fitness.marks[criterion] = { ...fitness.marks[criterion], [table.scenario]: [...new Set(marks)] };
    }
    const found = own(variant);
    for (const criterion of ['coldStart', 'image'] as const) {
      const value = found ? single[criterion](found) : null;
      // Without a framework that has one, there is no best to be off.
      if (value && Number.isFinite(bests[criterion]))
        fitness.single[criterion] = Number((value / bests[criterion]).toPrecision(3));
    }
    return { ...variant, fitness };
  });
}

/** The tables that criteria take their figures from. */
function criterionTables({ tables }: ShownRunData): { criterion: Criterion; table: RankingTable }[] {
  return Object.entries(metricsOf).flatMap(([criterion, metric]) =>
    scenarioIds.flatMap((scenario) => {
      const table = commonTable(tables, scenario, metric);
      return table ? { criterion: criterion as Criterion, table } : [];
    }),
  );
}

/** Returns the runs that the figures come from: those of the tables, of cold starts and of images. */
export function chooseSources(
  run: ShownRunData,
  targets: readonly TargetData[],
  { runs }: Pick<SiteIndex, 'runs'>,
): Pick<ShownPart, 'run' | 'startedAt'>[] {
  const here = targets.flatMap(({ appearances }) =>
    appearances.filter(({ machine }) => machine === run.machine.id).flatMap(({ variants }) => variants),
  );
  const single = new Set(
    here.flatMap(({ coldStartedAt, containerImage }) => [coldStartedAt, containerImage?.startedAt]),
  );
  return [
    ...criterionTables(run).map(({ table }) => table),
    ...runs
      .filter(({ machine, startedAt }) => machine === run.machine.id && single.has(startedAt))
      .map(({ name, startedAt }) => ({ run: name, startedAt })),
  ];
}

/** Lists the scenarios for which any criterion has a figure. */
export function chooseScenarios(run: ShownRunData): string[] {
  return scenarioIds.filter((id) => run.tables.some(({ scenario }) => scenario === id));
}

/** Databases of the scenarios in which a target variant has a figure. */
function databasesOf({ tables }: ShownRunData, { target, variant }: ComparedVariant): string[] {
  const having = tables.filter(({ rows }) =>
    rows.some((row) => row.target === target && row.variant === variant && 'estimate' in row.outcome),
  );
  return [...new Set(having.flatMap(({ scenario }) => scenarioOf(scenario).database ?? []))];
}

function isPlatform({ tables }: ShownRunData, { target }: ComparedVariant): boolean {
  return tables.some(({ rows }) => rows.some((row) => row.target === target && row.kind === 'platform'));
}
