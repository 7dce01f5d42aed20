import {
  hasBlocks,
  isRanked,
  loadSeconds,
  type MetricId,
  metricByBlock,
  metricIds,
  metricOf,
  type Run,
  type RunCanary,
  type ScenarioId,
  shapeGives,
  type TargetRun,
} from '../model/index.ts';
import { estimate, median } from '../stats/index.ts';

/** One figure of a series: a cell of one run. */
export interface HistoryPoint {
  run: string;
  startedAt: string;
  /** Commit of the repository when it was measured; `null` outside one. */
  commit: string | null;
  /** The last commit that touched the target's folder. */
  targetCommit: string | null;
  frameworkVersion: string | null;
  median: number;
  low: number | null;
  high: number | null;
  values: readonly number[];
  /** The canary's own figure in the same run; `null` if it has none. */
  canary: number | null;
}

/** Figures that may be compared over time: everything but the code is the same. */
export interface Series {
  machine: string;
  target: string;
  variant: string;
  scenario: ScenarioId;
  scenarioVersion: number;
  loadShapeId: string;
  metric: MetricId;
  /** Seconds of each load; figures of other lengths are not comparable. */
  measureSeconds: number;
  /** Whether it was measured in blocks; figures of warm servers are not comparable with those of rounds. */
  inBlocks: boolean;
  /** Oldest first. */
  points: HistoryPoint[];
}

export interface HistoryRun {
  run: Run;
  targets: readonly TargetRun[];
}

/**
 * All series of finished runs, without replays and without cells that are marked as unranked. The id of a
 * machine leaves out what fluctuates, such as the measured clock rate; a new kernel, processor or amount of
 * memory makes another machine, and another series.
 */
export function seriesOf(runs: readonly HistoryRun[]): Series[] {
  const series = new Map<string, Series>();
  const finished = runs
    .filter(({ run }) => run.finishedAt !== null && run.replay === undefined)
    .sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt));
  for (const { run, targets } of finished) {
    for (const target of targets) addTarget(series, run, target);
  }
  return [...series.values()];
}

function addTarget(series: Map<string, Series>, run: Run, target: TargetRun): void {
  for (const cell of target.cells) {
    if (!isRanked(cell)) continue;
    for (const metric of metricIds) {
      if (!shapeGives(cell.loadShape, metricOf(metric))) continue;
      const values = [...metricByBlock(cell, metric).values()].filter(Number.isFinite);
      if (values.length === 0) continue;
      const key = {
        machine: run.machine,
        target: target.target,
        variant: target.variant,
        scenario: cell.scenario,
        scenarioVersion: cell.scenarioVersion,
        loadShapeId: cell.loadShapeId,
        metric,
        measureSeconds: loadSeconds(cell.scenario, cell.loadShape, run.profile),
        inBlocks: hasBlocks(run.profile),
      };
      const name = JSON.stringify(Object.values(key));
      const into = series.get(name) ?? { ...key, points: [] };
      series.set(name, into);
      const { median: middle, low, high } = estimate(values);
      into.points.push({
        run: run.id,
        startedAt: run.startedAt,
        commit: run.commit,
        targetCommit: target.commit,
        frameworkVersion: target.framework.version,
        median: middle,
        low,
        high,
        values,
        canary: canaryFigure(run.canary, metric),
      });
    }
  }
}

/** The canary has throughput and CPU time only; memory and latency are compared with its throughput. */
export function canaryFigure(canary: RunCanary | undefined, metric: MetricId): number | null {
  if (!canary) return null;
  const column =
    metric === 'cpuPerRequestNanoseconds' ? canary.cpuPerRequestNanoseconds : canary.throughputPerSecond;
  return column.length === 0 ? null : median(column);
}
