import { metricOf, type TrendData, type TrendSeries } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';
import { type TrendRow, type TrendWords, trendRows } from './trend-rows.ts';

/**
 * Picks the series that a page shows first: throughput, preferably in blocks, of the variant with most runs.
 */
export function firstSeries({ series }: TrendData): number {
  const throughput = series.filter(({ metric }) => metric === 'throughputPerSecond');
  const having = throughput.length > 0 ? throughput : series;
  const inBlocks = having.filter((one) => one.inBlocks && one.points.length > 1);
  const candidates = inBlocks.length > 0 ? inBlocks : having;
  const most = candidates.reduce((best, one) => (one.points.length > best.points.length ? one : best));
  return series.indexOf(most);
}

export function seriesName(
  { variant, metric, loadShape, scenarioVersion, inBlocks }: TrendSeries,
  messages: Messages,
): string {
  return [
    ...(variant === 'default' ? [] : [variant]),
    messages.metricTitles[metric],
    messages.loadShape(loadShape),
    ...(inBlocks ? [messages.history.inBlocks] : []),
    ...(scenarioVersion === 1 ? [] : [messages.history.scenarioChanged(scenarioVersion)]),
  ].join(' · ');
}

export function trendWords({ history, none }: Messages): TrendWords {
  return { versionChanged: history.versionChanged('{version}'), level: history.level, none };
}

/** How many rows a page has before its script adds the others from the file. */
const NEWEST_ROWS = 60;

export function rowsOfSeries(data: TrendData, series: TrendSeries, messages: Messages): TrendRow[] {
  const format = messages.format.column(
    metricOf(series.metric).unit,
    series.points.map(([, median]) => median),
  );
  return trendRows(data, series, format, messages.format, trendWords(messages)).slice(0, NEWEST_ROWS);
}

export function trendSentence(
  { runs }: TrendData,
  { points, steps }: TrendSeries,
  messages: Messages,
): string {
  const dayOf = (place: number): string =>
    messages.format.day(runs[points.at(place)?.[0] ?? 0]?.startedAt ?? new Date(0).toISOString());
  return messages.history.sentence({
    points: points.length,
    from: dayOf(0),
    to: dayOf(-1),
    steps: steps.length,
  });
}
