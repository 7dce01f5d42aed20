import {
  type ChangesData,
  type Comparison,
  type Run,
  type ShownChangePoint,
  SITE_DATA_SCHEMA_VERSION,
  type TrendData,
  type TrendSeries,
} from '../model/index.ts';
import type { FindSplit } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';
import { type Change, findChanges } from './changes.ts';
import { canaryFigure, type HistoryPoint, type Series, seriesIdentity } from './history.ts';

/** Most changes on a page; the smallest are left out. */
const MOST_CHANGES = 300;

/**
 * Finds the change points of all series together, and marks them in the series. Same reading of history as
 * `bench history`, from the runs as publish reduces them.
 */
export function markChangePoints(
  trends: readonly TrendData[],
  runs: ReadonlyMap<string, Run>,
  comparisons: readonly Comparison[],
  findSplit?: FindSplit,
): ChangesData {
  const origin = new Map<Series, { data: TrendData; series: TrendSeries }>();
  for (const data of trends) {
    for (const series of data.series) origin.set(seriesOf(data, series, runs), { data, series });
  }
  const changes = findChanges([...origin.keys()], comparisons, {}, findSplit);
  for (const change of changes) {
    const from = origin.get(change.series);
    const point = change.series.points.indexOf(change.first);
    from?.series.changePoints.push({
      point,
      before: significant(change.before),
      after: significant(change.after),
    });
  }
  for (const { series } of origin.values()) series.changePoints.sort((a, b) => a.point - b.point);
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    changes: changes
      .slice(0, MOST_CHANGES)
      .map((change) =>
        shownChangePoint(change, origin.get(change.series) as { data: TrendData; series: TrendSeries }),
      ),
  };
}

function seriesOf(data: TrendData, series: TrendSeries, runs: ReadonlyMap<string, Run>): Series {
  const { machine, target, scenario } = data;
  return {
    ...{ machine, target, scenario },
    ...seriesIdentity(series),
    points: series.points.map(([index, median, low, high, values]): HistoryPoint => {
      const run = data.runs[index] as TrendData['runs'][number];
      const of = runs.get(`${machine}/${run.run}`);
      return {
        run: run.run,
        startedAt: run.startedAt,
        commit: of?.commit ?? null,
        frameworkVersion: run.version,
        median,
        low,
        high,
        values,
        canary: canaryFigure(of?.canary, series.metric),
      };
    }),
  };
}

function shownChangePoint(
  { series: one, last, first, before, after, cost, p, cause, confirmation }: Change,
  { data, series }: { data: TrendData; series: TrendSeries },
): ShownChangePoint {
  const side = ({ run, startedAt, commit, frameworkVersion }: HistoryPoint): ShownChangePoint['last'] => ({
    run,
    startedAt,
    commit,
    version: frameworkVersion,
  });
  return {
    machine: one.machine,
    target: one.target,
    variant: one.variant,
    name: data.name,
    scenario: one.scenario,
    scenarioVersion: one.scenarioVersion,
    loadShape: series.loadShape,
    loadShapeId: one.loadShapeId,
    metric: one.metric,
    last: side(last),
    first: side(first),
    before: significant(before),
    after: significant(after),
    cost: significant(cost),
    p: significant(p),
    cause,
    confirmation: confirmation && {
      ...confirmation,
      ratio: confirmation.ratio === null ? null : significant(confirmation.ratio),
    },
  };
}
