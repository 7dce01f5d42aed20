import { metricOf, type TrendData, type TrendSeries } from '@pitwall/bench/model';
import { SEGMENT_POINTS } from '@pitwall/bench/stats';
import type { Messages } from '../../messages/index.ts';
import { LEAST_POINTS } from './trend-lists.ts';
import { type TrendRow, type TrendWords, trendRows } from './trend-rows.ts';

interface OrderedSeries {
  /** Index in the document. */
  index: number;
  series: TrendSeries;
  /** Unlike that of any other series of the document. */
  name: string;
}

/**
 * Puts the series of a document in the order in which a reader wants them: those that reach the shown runs first,
 * then throughput, then the plain variant, then the longest. Series of one point, which make no chart, are apart.
 *
 * @param shown names of the shown runs of the machine
 * @param plain the variant that its framework's page starts with
 */
export function orderedSeries(
  data: TrendData,
  shown: ReadonlySet<string>,
  messages: Messages,
  plain: string | null = null,
): { withPast: OrderedSeries[]; alone: OrderedSeries[] } {
  const names = seriesNames(data.series, messages);
  const isShown = ({ points }: TrendSeries): boolean =>
    points.some(([run]) => shown.has(data.runs[run]?.run ?? ''));
  const first = ({ metric }: TrendSeries): boolean => metric === 'throughputPerSecond';
  const all = data.series
    .map((series, index): OrderedSeries => ({ index, series, name: names[index] ?? '' }))
    .sort(
      ({ series: a }, { series: b }) =>
        Number(isShown(b)) - Number(isShown(a)) ||
        Number(b.inBlocks) - Number(a.inBlocks) ||
        Number(first(b)) - Number(first(a)) ||
        Number(b.variant === plain) - Number(a.variant === plain) ||
        b.points.length - a.points.length,
    );
  return {
    withPast: all.filter(({ series }) => series.points.length >= LEAST_POINTS),
    alone: all.filter(({ series }) => series.points.length < LEAST_POINTS),
  };
}

/** Names each series, with the length of its loads where only that distinguishes two. */
function seriesNames(all: readonly TrendSeries[], messages: Messages): string[] {
  const names = all.map((series) => seriesName(series, messages));
  return names.map((name, index) => {
    const seconds = all[index]?.measureSeconds ?? 0;
    const alike = names.filter((other) => other === name).length > 1;
    return alike ? `${name} · ${messages.history.seconds(messages.format.plain(seconds))}` : name;
  });
}

function seriesName(
  { variant, metric, loadShape, scenarioVersion, inBlocks, launcher }: TrendSeries,
  messages: Messages,
): string {
  return [
    ...(variant === 'default' ? [] : [variant]),
    messages.metricTitles[metric],
    messages.loadShape(loadShape),
    ...(inBlocks ? [messages.history.inBlocks] : []),
    ...(launcher === 'compose' ? [messages.history.inContainers] : []),
    ...(scenarioVersion === 1 ? [] : [messages.history.scenarioChanged(scenarioVersion)]),
  ].join(' · ');
}

export function trendWords({ history, none, semicolon }: Messages): TrendWords {
  return { versionChanged: history.versionChanged, level: history.level, none, semicolon };
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
  { points, changePoints }: TrendSeries,
  messages: Messages,
): string {
  const dayOf = (place: number): string =>
    messages.format.day(runs[points.at(place)?.[0] ?? 0]?.startedAt ?? new Date(0).toISOString());
  return messages.history.sentence({
    points: points.length,
    from: dayOf(0),
    to: dayOf(-1),
    changePoints: changePoints.length,
    least: 2 * SEGMENT_POINTS,
  });
}
