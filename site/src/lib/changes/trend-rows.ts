import type { TrendData, TrendSeries } from '@pitwall/bench/model';
import type { FigureFormat, Formats } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';

/** The words of a trend's rows, shared by the page and its script. */
export interface TrendWords extends Pick<Messages['history'], 'versionChanged' | 'level'> {
  none: string;
  semicolon: string;
}

export interface TrendRow {
  run: string;
  startedAt: string;
  day: string;
  median: string;
  interval: string;
  starts: number;
  version: string;
  /** What differs from the run before. */
  notes: string[];
}

/** Returns one row per run, newest first. */
export function trendRows(
  data: TrendData,
  series: TrendSeries,
  format: FigureFormat,
  formats: Formats,
  words: TrendWords,
): TrendRow[] {
  return series.points
    .map(([index, median, low, high, values], place): TrendRow => {
      const run = data.runs[index] as TrendData['runs'][number];
      const before = data.runs[series.points[place - 1]?.[0] ?? -1];
      const { version } = run;
      const estimate = { median, low, high, count: values.length };
      return {
        run: run.run,
        startedAt: run.startedAt,
        day: formats.dayAndTime(run.startedAt),
        median: `${format.figure(estimate)} ${format.unit}`,
        interval: format.ends(estimate) ?? words.none,
        starts: values.length,
        version: version ?? words.none,
        notes: [
          ...(before !== undefined && version !== null && before.version !== version
            ? [words.versionChanged(version)]
            : []),
          ...(series.changePoints.some(({ point }) => point === place) ? [words.level] : []),
        ],
      };
    })
    .reverse();
}
