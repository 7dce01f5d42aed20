import { curveShares, hasRate, type MetricId, scenarioIds, type TargetCell } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { box, percentileCurve, timeAxis } from '../charts/percentile-curve.ts';
import { figureOf } from './target-view.ts';

interface Curve {
  /** What the horizontal axis shows: the rate, or the share of the requests. */
  by: 'rate' | 'share';
  title: string;
  /** The curve in words, with its figures. */
  label: string;
  /** SVG paths within `box`. */
  lines: string[];
  xs: { at: number; text: string }[];
  ys: { at: number; text: string }[];
}

const percentiles: readonly { metric: MetricId; text: string }[] = [
  { metric: 'latencyP50Seconds', text: 'p50' },
  { metric: 'latencyP90Seconds', text: 'p90' },
  { metric: 'latencyP99Seconds', text: 'p99' },
  { metric: 'latencyP999Seconds', text: 'p99.9' },
];

/**
 * Returns two curves per scenario that was measured at two or more rates: latency by rate, and by share of
 * the requests. If the run kept histograms, the second comes from them: it covers all requests, and one rate
 * is enough.
 */
export function curvesOf(cells: readonly TargetCell[], messages: Messages): Curve[] {
  const { framework } = messages;
  return scenarioIds.flatMap((id) => {
    const own = cells
      .filter(
        ({ scenario, loadShape, ratePerSecond }) =>
          scenario === id && hasRate(loadShape) && ratePerSecond !== null,
      )
      .sort((a, b) => (a.ratePerSecond ?? 0) - (b.ratePerSecond ?? 0));
    const kept = own.flatMap(({ latencyCurve }) => latencyCurve ?? []);
    if (own.length < 2 && kept.length === 0) return [];
    const scenario = messages.scenarioTitle(id);
    const byRate = own.map(({ ratePerSecond }) => messages.format.plain(Math.round(ratePerSecond ?? 0)));
    const drawn = percentileCurve(
      own.flatMap(({ latencyCurve }, at) =>
        latencyCurve === null ? [] : [{ name: `${byRate[at]}/s`, seconds: latencyCurve.seconds }],
      ),
      curveShares,
      messages,
    );
    return [
      own.length < 2
        ? null
        : curve(
            'rate',
            framework.curveRate(scenario),
            (['latencyP50Seconds', 'latencyP99Seconds'] as const).map((metric) =>
              own.map((cell) => medianOf(cell, metric)),
            ),
            byRate.map((rate) => `${rate}/s`),
            messages,
          ),
      drawn !== null
        ? {
            ...drawn,
            by: 'share' as const,
            title: framework.curveShare(scenario),
            label: framework.curveShare(scenario) + messages.stop + drawn.said,
          }
        : curve(
            'share',
            framework.curvePercentile(scenario),
            own.map((cell) => percentiles.map(({ metric }) => medianOf(cell, metric))),
            percentiles.map(({ text }) => text),
            messages,
          ),
    ].filter((one) => one !== null);
  });
}

function medianOf(cell: TargetCell, metric: MetricId): number | null {
  return figureOf(cell, metric)?.estimate?.median ?? null;
}

/** Draws lines over evenly spaced places, with time on a logarithmic scale; a missing value leaves a gap. */
function curve(
  by: Curve['by'],
  title: string,
  series: readonly (number | null)[][],
  names: readonly string[],
  messages: Messages,
): Curve | null {
  const values = series.flat().filter((value): value is number => value !== null && value > 0);
  if (values.length < 2) return null;
  const { y, ys } = timeAxis(values, messages.format);
  const x = (index: number): number =>
    Math.round(box.left + ((box.right - box.left) * (index + 0.5)) / names.length);
  const lines = series.map((line) =>
    line
      .map((value, index) =>
        value === null ? '' : `${line[index - 1] == null ? 'M' : 'L'}${x(index)} ${y(value)}`,
      )
      .join(''),
  );
  const said = series.map((line) =>
    line
      .map(
        (value, index) =>
          `${names[index]} ${value === null ? messages.none : messages.format.figure('seconds', value)}`,
      )
      .join(messages.comma),
  );
  return {
    by,
    title,
    label: title + messages.stop + said.join(messages.semicolon),
    lines,
    xs: names.map((text, index) => ({ at: x(index), text })),
    ys,
  };
}
