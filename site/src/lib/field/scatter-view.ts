import {
  type Estimate,
  type Mark,
  type MetricId,
  metricOf,
  type RankingRow,
  type RankingTable,
  type ScenarioId,
  type ShownRunData,
  scenarioIds,
  type TargetData,
} from '@pitwall/bench/model';
import { type ComparedVariant, comparedVariants } from '../compare/pairs.ts';
import type { Names } from '../page/names.ts';
import { searchText } from '../ranking/ranking-view.ts';
import { commonTable } from '../tables/common-load.ts';
import type { ScatterAxis } from './scatter.ts';

/** The field of one scenario as a picture: what each target variant reaches, costs and needs. */
export interface ScatterRow extends ComparedVariant, Pick<RankingRow, 'kind' | 'access'> {
  title: string;
  /** What a search finds it by. */
  text: string;
  figures: Record<ScatterAxis, ScatterFigure | null>;
  /** Marks of its cells. */
  marks: Mark[];
}

interface ScatterFigure {
  estimate: Estimate;
  /** False if a mark says that it cannot be compared: the figure is in the table and not in the picture. */
  comparable: boolean;
}

const metricsOf: Record<Exclude<ScatterAxis, 'lines'>, MetricId> = {
  throughput: 'throughputPerSecond',
  cpu: 'cpuPerRequestNanoseconds',
  memory: 'peakMemoryBytes',
  p99: 'latencyP99Seconds',
};

/** The unit of each axis; lines of code have none. */
export const scatterUnits = {
  throughput: metricOf('throughputPerSecond').unit,
  cpu: metricOf('cpuPerRequestNanoseconds').unit,
  memory: metricOf('peakMemoryBytes').unit,
  p99: metricOf('latencyP99Seconds').unit,
  lines: null,
} as const;

/** Scenarios of a run that have a picture, in the order of the contract. */
export function scatterScenarios({ tables }: ShownRunData): ScenarioId[] {
  return scenarioIds.filter((id) =>
    tables.some(({ scenario, metric }) => scenario === id && metric === 'throughputPerSecond'),
  );
}

/** The load shapes that the figures of a scenario come from, one in a closed loop and one at a fixed rate. */
export function scatterTables(
  run: ShownRunData,
  scenario: ScenarioId,
): Partial<Record<ScatterAxis, RankingTable>> {
  return Object.fromEntries(
    Object.entries(metricsOf).flatMap(([axis, metric]) => {
      const table = commonTable(run.tables, scenario, metric);
      return table ? [[axis, table]] : [];
    }),
  );
}

/**
 * One row per target variant with a figure in the scenario: the highest throughput first, then those whose throughput
 * cannot be compared, and platforms last.
 */
export function scatterRows(
  run: ShownRunData,
  scenario: ScenarioId,
  targets: readonly TargetData[],
  names: Names,
): ScatterRow[] {
  const tables = scatterTables(run, scenario);
  const rows = comparedVariants(run).flatMap((variant): ScatterRow[] => {
    const target = targets.find(({ target: id }) => id === variant.target);
    const lines = target?.appearances
      .find(({ machine }) => machine === run.machine.id)
      ?.variants.find((one) => one.variant === variant.variant)?.linesOfCode;
    const rowIn = (axis: ScatterAxis) =>
      tables[axis]?.rows.find((row) => row.target === variant.target && row.variant === variant.variant);
    const [closed, atRate] = [rowIn('throughput'), rowIn('p99')];
    const row = closed ?? atRate;
    if (row === undefined) return [];
    const figureIn = (axis: ScatterAxis): ScatterFigure | null => {
      const outcome = rowIn(axis)?.outcome;
      // A platform has no rank, and is compared all the same.
      return outcome && 'estimate' in outcome
        ? { estimate: outcome.estimate, comparable: 'factor' in outcome }
        : null;
    };
    const marks = [...(closed?.marks ?? []), ...(atRate?.marks ?? [])];
    const one: ScatterRow = {
      ...variant,
      title: names(variant),
      text: searchText(row),
      kind: row.kind,
      access: row.access,
      figures: {
        throughput: figureIn('throughput'),
        cpu: figureIn('cpu'),
        memory: figureIn('memory'),
        p99: figureIn('p99'),
        lines: lines
          ? { estimate: { median: lines, low: null, high: null, count: 1 }, comparable: true }
          : null,
      },
      marks: marks.filter(({ code }, index) => marks.findIndex((other) => other.code === code) === index),
    };
    return [one];
  });
  const value = ({ figures: { throughput } }: ScatterRow): number => {
    if (throughput === null) return -1;
    return throughput.comparable ? throughput.estimate.median : 0;
  };
  return rows
    .filter(({ figures }) => figures.throughput !== null || figures.p99 !== null)
    .sort((a, b) => Number(isPlatform(a)) - Number(isPlatform(b)) || value(b) - value(a));
}

const isPlatform = ({ kind }: Pick<ScatterRow, 'kind'>): boolean => kind === 'platform';
