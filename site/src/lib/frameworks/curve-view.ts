import {
  curveShares,
  hasRate,
  type MetricId,
  type ScenarioId,
  scenarioIds,
  type TargetCell,
} from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { box, percentileCurve, timeAxis } from '../charts/percentile-curve.ts';
import { figureOf } from './target-view.ts';

interface Curve {
  scenario: ScenarioId;
  /** What the horizontal axis shows: the rate, or the share of the requests. */
  by: 'rate' | 'share';
  title: string;
  /** The curve in words, with its figures. */
  label: string;
  /** SVG paths within `box`. */
  lines: string[];
  /** What each line shows. */
  names: string[];
  xs: { at: number; text: string }[];
  ys: { at: number; text: string }[];
}

const percentiles: readonly { metric: MetricId; text: string }[] = [
  { metric: 'latencyP50Seconds', text: 'p50' },
  { metric: 'latencyP90Seconds', text: 'p90' },
  { metric: 'latencyP99Seconds', text: 'p99' },
  { metric: 'latencyP999Seconds', text: 'p99.9' },
];
/** Those with a line over the rates. */
const byRate = percentiles.filter(({ text }) => text === 'p50' || text === 'p99');

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
      .sort((a, b) => (a.ratePerSecond ?? 0) - (b.ratePerSecond ?? 0))
      .map((cell) => ({ cell, rate: `${messages.format.plain(Math.round(cell.ratePerSecond ?? 0))}/s` }));
    const whole = own.flatMap(({ cell: { latencyCurve }, rate }) =>
      latencyCurve === null ? [] : [{ name: rate, seconds: latencyCurve.seconds }],
    );
    if (own.length < 2 && whole.length === 0) return [];
    const scenario = messages.scenarioTitle(id);
    const drawn = percentileCurve(whole, curveShares, messages);
    return [
      own.length < 2
        ? null
        : curve(
            'rate',
            framework.curveRate(scenario),
            byRate.map(({ metric, text }) => ({
              name: text,
              seconds: own.map(({ cell }) => medianOf(cell, metric)),
            })),
            own.map(({ rate }) => rate),
            messages,
          ),
      drawn !== null
        ? {
            ...drawn,
            by: 'share' as const,
            names: whole.map(({ name }) => name),
            title: framework.curveShare(scenario),
            label: framework.curveShare(scenario) + messages.stop + drawn.said,
          }
        : curve(
            'share',
            framework.curvePercentile(scenario),
            own.map(({ cell, rate }) => ({
              name: rate,
              seconds: percentiles.map(({ metric }) => medianOf(cell, metric)),
            })),
            percentiles.map(({ text }) => text),
            messages,
          ),
    ].flatMap((one) => (one === null ? [] : [{ ...one, scenario: id }]));
  });
}

function medianOf(cell: TargetCell, metric: MetricId): number | null {
  return figureOf(cell, metric)?.estimate?.median ?? null;
}

/**
 * Draws lines over evenly spaced places, with time on a logarithmic scale. A missing value leaves a gap; a line without
 * any is left out.
 */
function curve(
  by: Curve['by'],
  title: string,
  all: readonly { name: string; seconds: readonly (number | null)[] }[],
  places: readonly string[],
  messages: Messages,
): Omit<Curve, 'scenario'> | null {
  const series = all.filter(({ seconds }) => seconds.some((value) => value !== null));
  const values = series
    .flatMap(({ seconds }) => seconds)
    .filter((value): value is number => value !== null && value > 0);
  if (values.length < 2) return null;
  const { y, ys } = timeAxis(values, messages.format);
  const x = (index: number): number =>
    Math.round(box.left + ((box.right - box.left) * (index + 0.5)) / places.length);
  const lines = series.map(({ seconds }) =>
    seconds
      .map((value, index) =>
        value === null ? '' : `${seconds[index - 1] == null ? 'M' : 'L'}${x(index)} ${y(value)}`,
      )
      .join(''),
  );
  const said = series.map(({ name, seconds }) => {
    const figures = seconds.map(
      (value, index) =>
        `${places[index]} ${value === null ? messages.none : messages.format.figure('seconds', value)}`,
    );
    return name + messages.colon + figures.join(messages.comma);
  });
  return {
    by,
    title,
    label: title + messages.stop + said.join(messages.semicolon),
    lines,
    names: series.map(({ name }) => name),
    xs: places.map((text, index) => ({ at: x(index), text })),
    ys,
  };
}
