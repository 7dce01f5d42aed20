import { hasRate, type MetricId, scenarioIds, type TargetCell } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';
import { figureOf } from './target-view.ts';

export interface Curve {
  title: string;
  /** The same in words, with its figures. */
  label: string;
  /** Paths in a box of 260 × 120. */
  lines: string[];
  xs: { at: number; text: string }[];
  ys: { at: number; text: string }[];
}

const LEFT = 40;
const RIGHT = 250;
const TOP = 8;
const BOTTOM = 100;

const percentiles: readonly { metric: MetricId; text: string }[] = [
  { metric: 'latencyP50Seconds', text: 'p50' },
  { metric: 'latencyP90Seconds', text: 'p90' },
  { metric: 'latencyP99Seconds', text: 'p99' },
  { metric: 'latencyP999Seconds', text: 'p99.9' },
];

/** Two curves a scenario that was measured at two rates or more. */
export function curvesOf(cells: readonly TargetCell[], messages: Messages): Curve[] {
  const { framework } = messages;
  return scenarioIds.flatMap((id) => {
    const own = cells
      .filter(
        ({ scenario, loadShape, ratePerSecond }) =>
          scenario === id && hasRate(loadShape) && ratePerSecond !== null,
      )
      .sort((a, b) => (a.ratePerSecond ?? 0) - (b.ratePerSecond ?? 0));
    if (own.length < 2) return [];
    const scenario = messages.scenarioTitle(id);
    const byRate = own.map(({ ratePerSecond }) => messages.format.plain(Math.round(ratePerSecond ?? 0)));
    return [
      curve(
        framework.curveRate(scenario),
        (['latencyP50Seconds', 'latencyP99Seconds'] as const).map((metric) =>
          own.map((cell) => medianOf(cell, metric)),
        ),
        byRate.map((rate) => `${rate}/s`),
        messages,
      ),
      curve(
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

/** Lines over evenly spaced places, time on a logarithmic scale; what is missing is a gap, not a bridge. */
function curve(
  title: string,
  series: readonly (number | null)[][],
  names: readonly string[],
  messages: Messages,
): Curve | null {
  const values = series.flat().filter((value): value is number => value !== null && value > 0);
  if (values.length < 2) return null;
  const [from, to] = [
    10 ** Math.floor(Math.log10(Math.min(...values))),
    10 ** Math.ceil(Math.log10(Math.max(...values) * 1.001)),
  ];
  const x = (index: number): number => Math.round(LEFT + ((RIGHT - LEFT) * (index + 0.5)) / names.length);
  const y = (value: number): number =>
    Math.round((BOTTOM - ((BOTTOM - TOP) * Math.log(value / from)) / Math.log(to / from)) * 10) / 10;
  const lines = series.map((line) =>
    line
      .map((value, index) =>
        value === null ? '' : `${line[index - 1] == null ? 'M' : 'L'}${x(index)} ${y(value)}`,
      )
      .join(''),
  );
  const decades = Math.round(Math.log10(to / from));
  const ys = Array.from({ length: decades + 1 }, (_, step) => from * 10 ** step).map((value) => ({
    at: y(value),
    text: messages.format.figure('seconds', value).replace(/[.,]0+(?= )/, ''),
  }));
  const said = series.map((line) =>
    line
      .map(
        (value, index) =>
          `${names[index]} ${value === null ? messages.none : messages.format.figure('seconds', value)}`,
      )
      .join(', '),
  );
  return {
    title,
    label: `${title}. ${said.join('; ')}`,
    lines,
    xs: names.map((text, index) => ({ at: x(index), text })),
    ys,
  };
}
