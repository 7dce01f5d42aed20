import {
  type Cell,
  comparedMetrics,
  type Estimate,
  hasBlocks,
  isRanked,
  isRateLatency,
  type LauncherName,
  type LoadShape,
  loadSeconds,
  type MetricId,
  metricByBlock,
  metricOf,
  metrics,
  type Run,
  type RunCanary,
  type ScenarioId,
  shapeGives,
} from '../model/index.ts';
import type { RunResult } from '../results/read-results.ts';
import { median } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';
import { valuesEstimate } from './cells.ts';

/** One figure of a series: a cell of one run. */
export interface HistoryPoint {
  run: string;
  startedAt: string;
  /** Commit of the repository when it was measured; `null` outside one. */
  commit: string | null;
  frameworkVersion: string | null;
  median: number;
  low: number | null;
  high: number | null;
  values: readonly number[];
  /** The canary's own figure in the same run; `null` if it has none. */
  canary: number | null;
}

/** Where a series is shown: with the others of a target in a scenario on one machine. */
export interface SeriesPlace {
  machine: string;
  target: string;
  scenario: ScenarioId;
}

/** What figures of one place must have in common to be compared over time: everything but the code. */
export interface SeriesIdentity {
  variant: string;
  scenarioVersion: number;
  loadShapeId: string;
  metric: MetricId;
  /** Seconds of each load; figures of other lengths are not comparable. */
  measureSeconds: number;
  /** Whether it was measured in blocks; figures of warm servers are not comparable with those of rounds. */
  inBlocks: boolean;
  /** How servers were started: containers cost a share of their own. */
  launcher: LauncherName;
}

export interface Series extends SeriesPlace, SeriesIdentity {
  /** Oldest first. */
  points: HistoryPoint[];
}

/** Returns the identity alone of something that has one. */
export function seriesIdentity(of: SeriesIdentity): SeriesIdentity {
  const { variant, scenarioVersion, loadShapeId, metric, measureSeconds, inBlocks, launcher } = of;
  return { variant, scenarioVersion, loadShapeId, metric, measureSeconds, inBlocks, launcher };
}

/** Returns a text that two figures share if they belong to one series. */
export function seriesKey({ machine, target, scenario }: SeriesPlace, of: SeriesIdentity): string {
  return JSON.stringify([machine, target, scenario, ...Object.values(seriesIdentity(of))]);
}

/** A run with its results. */
export type HistoryRun = Pick<RunResult, 'run' | 'targets'>;

/** The figures of a run, one number per block that has one. */
export interface RunFigures {
  shapes: Record<string, LoadShape>;
  cells: FigureCell[];
}

interface ReducedFigure {
  estimate: Estimate;
  /** One per block that has the figure, in the order measured. */
  values: number[];
}

export interface FigureCell {
  target: string;
  variant: string;
  name: string;
  version: string | null;
  scenario: ScenarioId;
  scenarioVersion: number;
  loadShapeId: string;
  /** Seconds of each load, and whether it was measured in blocks: only figures alike in both are comparable. */
  measureSeconds: number;
  inBlocks: boolean;
  /** False if a mark excludes the cell from every ranking. */
  ranked: boolean;
  figures: Partial<Record<MetricId, ReducedFigure>>;
}

/** Whether latencies at a rate include what opening connections cost: no later run can be compared with them. */
function hasConnecting({ profile, latencies }: Run): boolean {
  return hasBlocks(profile) && latencies === undefined;
}

/** Whether a server had not settled yet: no later run can be compared with its figures. */
function isUnsettled({ marks }: Cell): boolean {
  return marks.some(({ code }) => code === 'unsettled');
}

/** The figures that can be compared with those of other runs. */
export function figuresOf({ run, targets }: HistoryRun): RunFigures {
  const shapes: RunFigures['shapes'] = {};
  const cells = targets.flatMap(({ result }) =>
    result.cells.map((cell): FigureCell => {
      shapes[cell.loadShapeId] = cell.loadShape;
      const figures: FigureCell['figures'] = {};
      for (const metric of metrics) {
        if (!shapeGives(cell.loadShape, metric)) continue;
        if (metric.id === 'peakMemoryBytes' && run.peakMemory === undefined) continue;
        if (hasConnecting(run) && isRateLatency(metric.id, cell.loadShape)) continue;
        if (metric.id !== 'peakMemoryBytes' && isUnsettled(cell)) continue;
        const values = [...metricByBlock(cell, metric.id).values()];
        const figure = valuesEstimate(values, metric.id);
        if (figure === null) continue;
        figures[metric.id] = { estimate: figure, values: values.map((value) => significant(value)) };
      }
      return {
        target: result.target,
        variant: result.variant,
        name: result.name,
        version: result.framework.version,
        scenario: cell.scenario,
        scenarioVersion: cell.scenarioVersion,
        loadShapeId: cell.loadShapeId,
        measureSeconds: loadSeconds(cell.scenario, cell.loadShape, run.profile),
        inBlocks: hasBlocks(run.profile),
        ranked: isRanked(cell),
        figures,
      };
    }),
  );
  return { shapes, cells };
}

/**
 * All series of finished runs, without replays and without cells that are marked as unranked: of the figures that can be
 * compared with other runs', as the published trends. The id of a machine leaves out what fluctuates, such as the
 * measured clock rate; a new kernel, processor or amount of memory makes another machine, and another series.
 */
export function seriesOf(runs: readonly HistoryRun[]): Series[] {
  const series = new Map<string, Series>();
  const finished = runs
    .filter(({ run }) => run.finishedAt !== null && run.replay === undefined)
    .sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt));
  for (const found of finished) addRun(series, found);
  return [...series.values()];
}

function addRun(series: Map<string, Series>, found: HistoryRun): void {
  const { run } = found;
  const { shapes, cells } = figuresOf(found);
  for (const cell of cells) {
    const loadShape = shapes[cell.loadShapeId];
    if (!cell.ranked || loadShape === undefined) continue;
    for (const { id: metric } of comparedMetrics(loadShape)) {
      const figure = cell.figures[metric];
      if (figure === undefined) continue;
      const place = { machine: run.machine, target: cell.target, scenario: cell.scenario };
      const identity = seriesIdentity({ ...cell, metric, launcher: run.launcher });
      const key = seriesKey(place, identity);
      const into = series.get(key) ?? { ...place, ...identity, points: [] };
      series.set(key, into);
      const { median: middle, low, high } = figure.estimate;
      into.points.push({
        run: run.id,
        startedAt: run.startedAt,
        commit: run.commit,
        frameworkVersion: cell.version,
        median: middle,
        low,
        high,
        values: figure.values,
        canary: canaryFigure(run.canary, metric),
      });
    }
  }
}

/** The canary has throughput and CPU time only; latency is compared with its throughput, and memory with nothing. */
export function canaryFigure(canary: RunCanary | undefined, metric: MetricId): number | null {
  if (!canary || !metricOf(metric).movesWithMachine) return null;
  const column =
    metric === 'cpuPerRequestNanoseconds' ? canary.cpuPerRequestNanoseconds : canary.throughputPerSecond;
  return column.length === 0 ? null : median(column);
}
