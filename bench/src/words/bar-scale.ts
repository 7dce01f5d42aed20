import type { Estimate } from '../model/index.ts';

/** How far beyond the longest bar a scale reaches for intervals; a wider one is cut off. */
const MOST_WHISKER = 1.25;

/** The end of a scale that holds all medians, and intervals as far as they do not press the bars together. */
export function barScaleEnd(figures: readonly Pick<Estimate, 'median' | 'high'>[]): number {
  const longest = Math.max(0, ...figures.map(({ median }) => median));
  const highest = Math.max(longest, ...figures.map(({ high }) => high ?? 0));
  return Math.min(highest, longest * MOST_WHISKER);
}

/** The end of an interval: where it is drawn, and whether the scale reaches that far. */
interface WhiskerEnd {
  at: number;
  isOn: boolean;
}

/** The path of an interval at the height `y`, with caps that reach `half` up and down: an end that is cut off has none. */
export function whisker(low: WhiskerEnd, high: WhiskerEnd, y: number, half: number): string {
  const cap = ({ at, isOn }: WhiskerEnd): string => (isOn ? `M${at} ${y - half}V${y + half}` : '');
  return `M${low.at} ${y}H${high.at}${cap(low)}${cap(high)}`;
}
