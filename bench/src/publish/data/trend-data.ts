import { type RunFigures, seriesIdentity, seriesKey } from '../../analysis/history.ts';
import {
  comparedMetrics,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  type TrendData,
  type TrendSeries,
} from '../../model/index.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';

/** Returns the runs that belong in a history, oldest first. */
export function historyOrder(runs: readonly KnownRun[]): KnownRun[] {
  return runs
    .filter(({ run }) => run.finishedAt !== null && run.replay === undefined)
    .sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt) || (a.name < b.name ? -1 : 1));
}

/**
 * Collects every figure of one machine over time, in one document per target and scenario. A series has one
 * version of a scenario, one load shape and one metric: figures that must not be compared are never in one
 * line.
 *
 * @param runs runs of one machine, in the order of `historyOrder`
 * @param begun result of this function for the runs before them; its documents are extended
 */
export function trendData(
  machine: string,
  runs: readonly KnownRun[],
  figuresOf: (run: KnownRun) => RunFigures,
  begun: readonly TrendData[] = [],
): TrendData[] {
  const documents = new Map(begun.map((data) => [`${data.target} ${data.scenario}`, data]));
  const series = new Map(begun.flatMap((data) => data.series.map((own) => [seriesKey(data, own), own])));
  for (const known of runs) {
    const { shapes, cells } = figuresOf(known);
    for (const cell of cells) {
      const loadShape = shapes[cell.loadShapeId];
      if (!cell.ranked || loadShape === undefined) continue;
      if (comparedMetrics(loadShape).every(({ id }) => cell.figures[id] === undefined)) continue;
      const documentKey = `${cell.target} ${cell.scenario}`;
      const document = documents.get(documentKey) ?? emptyDocument(machine, cell.target, cell.scenario);
      documents.set(documentKey, document);
      document.name = cell.name;
      const last = document.runs.at(-1);
      if (last?.run !== known.name) {
        document.runs.push({
          run: known.name,
          startedAt: known.run.startedAt,
          version: cell.version,
        });
      }
      const index = document.runs.length - 1;
      for (const { id: metric } of comparedMetrics(loadShape)) {
        const figure = cell.figures[metric];
        if (figure === undefined) continue;
        const identity = seriesIdentity({ ...cell, metric, launcher: known.run.launcher });
        const key = seriesKey(document, identity);
        let own = series.get(key);
        if (own === undefined) {
          own = { ...identity, loadShape, points: [], changePoints: [] };
          series.set(key, own);
          document.series.push(own);
        }
        const { median, low, high } = figure.estimate;
        own.points.push([index, median, low, high, figure.values]);
      }
    }
  }
  return [...documents.values()].sort(
    (a, b) =>
      (a.target < b.target ? -1 : a.target > b.target ? 1 : 0) ||
      scenarioIds.indexOf(a.scenario) - scenarioIds.indexOf(b.scenario),
  );
}

/** A small picture has room for so many points. */
const MOST_IN_LINE = 24;

/**
 * The medians of one series of throughput, for a small picture beside the name of the trend. Its page begins with such
 * a series too: the newest, and of those the longest.
 */
export function trendLine({ series }: Pick<TrendData, 'series'>): number[] {
  const last = ({ points }: TrendSeries): number => points.at(-1)?.[0] ?? -1;
  const [first] = series
    .filter(({ metric, points }) => metric === 'throughputPerSecond' && points.length > 1)
    .sort((a, b) => last(b) - last(a) || b.points.length - a.points.length);
  return (first?.points ?? []).slice(-MOST_IN_LINE).flatMap(([, median]) => (median > 0 ? [median] : []));
}

function emptyDocument(machine: string, target: string, scenario: TrendData['scenario']): TrendData {
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    machine,
    target,
    name: target,
    scenario,
    runs: [],
    series: [],
  };
}
