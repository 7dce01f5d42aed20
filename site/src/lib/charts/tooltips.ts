import type { Messages } from '../../messages/index.ts';

/**
 * Lines of tooltips and titles of axes. A script draws them on a canvas, where `middleware.ts` cannot mend their
 * punctuation, so the page passes on that of its language.
 */
export interface TooltipWords extends Pick<Messages, 'comma' | 'colon' | 'inBrackets'> {}

/** Picks what the script of a chart needs from the texts of its page. */
export function tooltipWords({ comma, colon, inBrackets }: TooltipWords): TooltipWords {
  return { comma, colon, inBrackets };
}

/** `JSON: +3.0 % (+2.1 % – +3.9 %)`: a value, with the ends of its interval if it has one. */
export function valueLine(
  { colon, inBrackets }: TooltipWords,
  name: string,
  value: string,
  ends: readonly [low: string, high: string] | null = null,
): string {
  return name + colon + value + (ends === null ? '' : inBrackets(ends.join(' – ')));
}

/** `Rate 1,000: p50 1.2 ms, p99 3.4 ms`: several values, each with its name before it. */
export function valuesLine(
  { colon, comma }: TooltipWords,
  name: string,
  values: Readonly<Record<string, string>>,
): string {
  const named = Object.entries(values).map(([of, value]) => `${of} ${value}`);
  return name + colon + named.join(comma);
}

/** `Latency p99, ms (less is better)` */
export function axisTitle(
  { comma, inBrackets }: TooltipWords,
  name: string,
  unit: string,
  better: string,
): string {
  return [name, unit].filter(Boolean).join(comma) + inBrackets(better);
}
