import type { Formats } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';

/**
 * One curve of latency by share of the requests. Pages draw it at build time, the comparison in the browser.
 */
interface NamedCurve {
  name: string;
  /**
   * Latency at each of the curves' common shares, up to the last share that there are enough requests for.
   */
  seconds: readonly number[];
}

/** What the curves are put into words with. */
type CurveWords = Pick<Messages, 'format' | 'comma' | 'semicolon' | 'colon'>;

interface PercentileCurve {
  lines: string[];
  xs: { at: number; text: string }[];
  ys: { at: number; text: string }[];
  /** The curves in words: each name with a few of its latencies. */
  said: string;
}

/** The part of a picture of 260 × 120 that holds the curves. */
export const box = { left: 40, right: 250, top: 8, bottom: 100 } as const;

/** Shares that axes and tables name. */
export const namedShares = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999] as const;
const onAxis: readonly number[] = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999];

/** `p99.9` */
export function shareName(share: number): string {
  return `p${Number((share * 100).toFixed(3))}`;
}

/** Returns the latency at a named share; `null` if there are too few requests for it. */
export function secondsAt(
  seconds: readonly number[],
  share: number,
  shares: readonly number[],
): number | null {
  return seconds[shares.indexOf(share)] ?? null;
}

/**
 * Draws latency curves. The axis is logarithmic in the share of requests that took longer, so that p90, p99
 * and p99.9 are the same distance apart and rare requests get room. Time is logarithmic too. `null` if there
 * is nothing to draw.
 */
export function percentileCurve(
  curves: readonly NamedCurve[],
  shares: readonly number[],
  { format, comma, semicolon, colon }: CurveWords,
): PercentileCurve | null {
  const shown = Math.max(0, ...curves.map(({ seconds }) => seconds.length));
  const values = curves.flatMap(({ seconds }) => seconds.filter((value) => value > 0));
  if (shown < 2 || values.length < 2) return null;
  const { y, ys } = timeAxis(values, format);
  const nines = (share: number): number => -Math.log10(1 - share);
  const last = nines(shares[shown - 1] as number);
  const x = (share: number): number =>
    Math.round((box.left + ((box.right - box.left) * nines(share)) / last) * 10) / 10;
  const lines = curves.map(({ seconds }) =>
    seconds
      .map((value, at) => (value > 0 ? `${at === 0 ? 'M' : 'L'}${x(shares[at] as number)} ${y(value)}` : ''))
      .join('')
      .replace(/^L/, 'M'),
  );
  const xs = onAxis
    .filter((share) => nines(share) <= last + 1e-9)
    .map((share) => ({ at: x(share), text: shareName(share) }));
  const said = curves
    .map(({ name, seconds }) => {
      const parts = [0.5, 0.99, 0.999].flatMap((share) => {
        const value = secondsAt(seconds, share, shares);
        return value === null ? [] : [`${shareName(share)} ${format.figure('seconds', value)}`];
      });
      return `${name}${colon}${parts.join(comma)}`;
    })
    .join(semicolon);
  return { lines, xs, ys, said };
}

/**
 * Spans whole decades of seconds from the bottom of the box to its top. `values`: at least one, all above 0.
 */
export function timeAxis(values: readonly number[], formats: Formats) {
  const from = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const to = 10 ** Math.ceil(Math.log10(Math.max(...values) * 1.001));
  const y = (value: number): number =>
    Math.round((box.bottom - ((box.bottom - box.top) * Math.log(value / from)) / Math.log(to / from)) * 10) /
    10;
  const decades = Math.round(Math.log10(to / from));
  const ys = Array.from({ length: decades + 1 }, (_, step) => from * 10 ** step).map((value) => ({
    at: y(value),
    // Only the first digit of a decade is significant.
    text: formats
      .figure('seconds', value)
      .replace(/(\.\d*?)0+(?= )/, (_, kept: string) => (kept === '.' ? '' : kept)),
  }));
  return { y, ys };
}
