import type { Estimate } from '@pitwall/bench/model';
import { barScaleEnd, whisker } from '@pitwall/bench/words';
import { axisEnd } from '../page/format.ts';

/** The scale of a column of bars. Latencies differ by powers of ten, so theirs is logarithmic. */
export interface Axis {
  logarithmic: boolean;
  from: number;
  to: number;
}

type Ends = Pick<Estimate, 'median' | 'low' | 'high'>;

/** How far beyond the medians a logarithmic axis reaches for intervals; a wider one is cut off. */
const LOGARITHMIC_MARGIN = 3;

/** An axis that holds all medians, and intervals as far as they do not press the medians together. */
export function axisOf(figures: readonly Ends[], logarithmic: boolean): Axis {
  const medians = figures.map(({ median }) => median).filter((value) => value > 0);
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  if (medians.length === 0) return { logarithmic: false, from: 0, to: 1 };
  if (!logarithmic) return { logarithmic, from: 0, to: axisEnd(barScaleEnd(figures)) };
  const highest = Math.max(...figures.map(({ median, high }) => high ?? median));
  const lows = figures.map(({ median, low }) => low ?? median).filter((value) => value > 0);
  return {
    logarithmic,
    from: stepBelow(Math.max(Math.min(...lows), least / LOGARITHMIC_MARGIN)),
    to: stepAbove(Math.min(highest, most * LOGARITHMIC_MARGIN)),
  };
}

/** Returns the place of a value on a line of 1,000 units; beyond an end, the end. */
export function placeOn({ logarithmic, from, to }: Axis, value: number): number {
  const share = logarithmic
    ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
    : (value - from) / (to - from);
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10;
}

export function whiskerPath(axis: Axis, low: number, high: number): string {
  const end = (value: number) => ({
    at: placeOn(axis, value),
    isOn: value >= axis.from && value <= axis.to,
  });
  return whisker(end(low), end(high), 9, 4);
}

/** Ticks below the bar, one for each value on the axis. Beyond its ends they would stand at wrong places. */
export function ticksPath(axis: Axis, values: readonly number[]): string {
  return values
    .filter((value) => value > 0 && value >= axis.from && value <= axis.to)
    .map((value) => `M${placeOn(axis, value)} 15V18`)
    .join('');
}

export function dotPath(axis: Axis, value: number): string {
  return `M${placeOn(axis, value)} 9h.01`;
}

/** Labels of both ends, the right one with the unit. */
export function axisLabels(
  { from, to }: Axis,
  { size, unit }: { size: number; unit: string },
  locale: string,
): [string, string] {
  const number = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  return [number.format(from / size), `${number.format(to / size)} ${unit}`.trim()];
}

const STEPS = [1, 2, 5, 10];

function stepBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (STEPS.findLast((step) => step * power <= value) ?? 1) * power;
}

function stepAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (STEPS.find((step) => step * power >= value) ?? 10) * power;
}
