import type { CompareData, TimesBetter } from '@pitwall/bench/model';
import { whisker } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';

/**
 * Describes a comparison of two target variants, row by row. Ratios are "times better": above 1 the second is
 * better, whatever the metric. The script of the compare page and the pages of pairs share this.
 */
type Standing = 'first' | 'second' | 'same' | 'open' | 'alone';

/** Classifies an interval by its place relative to the band of no difference. */
export function standingOf(times: TimesBetter | null, minimumEffect: number): Standing {
  if (times === null) return 'alone';
  const [, low, high] = times;
  if (low === null || high === null) return 'open';
  const limit = 1 + minimumEffect;
  if (low >= 1 / limit && high <= limit) return 'same';
  if (low > 1) return 'second';
  if (high < 1) return 'first';
  return 'open';
}

/** `1.32×–1.41×`: by how much the better side is better. */
export function rangeText([ratio, low, high]: TimesBetter): string {
  const flipped = (value: number): number => (ratio < 1 ? 1 / value : value);
  return low === null || high === null ? timesText(flipped(ratio)) : spanText([flipped(low), flipped(high)]);
}

function spanText(ratios: readonly number[]): string {
  const [from, to] = [endText(Math.min(...ratios)), endText(Math.max(...ratios))];
  return from === to ? from : `${from}–${to}`;
}

/** An end of an interval. It never reads 1.00× unless it is 1, because 1 decides whether a difference is proven. */
function endText(value: number): string {
  const text = timesText(value);
  if (value === 1 || Number.parseFloat(text) !== 1) return text;
  const decimals = [3, 4, 5].find((count) => Number(value.toFixed(count)) !== 1) ?? 6;
  return `${value.toFixed(decimals)}×`;
}

const [LEAST_TIMES, MOST_TIMES] = [0.001, 1_000];

/** A ratio with the digits that it deserves: `0.082×`, `1.32×`, `13.2×`; beyond a thousand times it says only that. */
export function timesText(value: number): string {
  if (value < LEAST_TIMES) return `<${LEAST_TIMES}×`;
  if (value > MOST_TIMES) return `>${MOST_TIMES}×`;
  if (value < 0.1) return `${Number(value.toPrecision(2))}×`;
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)}×`;
}

/** The sentences of a row, for the pages of pairs and the script of the compare page. */
export type CompareWords = Pick<
  Messages['compare'],
  'better' | 'same' | 'open' | 'openWithin' | 'alone' | 'notCompared'
>;

export function rowWords(
  words: CompareWords,
  standing: Standing,
  parts: {
    first: string;
    second: string;
    times: TimesBetter | null;
    minimumEffect: number;
    /** The only one that has a figure; `null` if both have. */
    having: string | null;
  },
): string {
  // Two figures without a ratio: a mark takes the rank from one of them.
  if (standing === 'alone') return parts.having === null ? words.notCompared : words.alone(parts.having);
  if (standing === 'same') return words.same((parts.minimumEffect * 100).toFixed(0));
  if (standing === 'open') {
    const [, low, high] = parts.times ?? [null, null, null];
    // Of the second, as in the picture: neither is known to be better.
    return low === null || high === null ? words.open : words.openWithin(parts.second, spanText([low, high]));
  }
  return words.better(
    standing === 'first' ? parts.first : parts.second,
    rangeText(parts.times as TimesBetter),
  );
}

/**
 * Returns the right edge of a scale around 1 that holds all ratios and the usual intervals; the left edge is its
 * inverse. A very wide interval reaches beyond it: it says only that nothing is known, and must not press all
 * others together.
 */
export function scaleAround(all: readonly (TimesBetter | null)[], least = 1.1): number {
  const ratios = all.flatMap((times) => (times === null ? [] : turned(times[0])));
  const ends = all.flatMap((times) => times?.flatMap((value) => (value === null ? [] : turned(value))) ?? []);
  return Math.min(Math.max(least, ...ends), Math.max(least, ...ratios) ** 2) * 1.02;
}

/**
 * Returns the right edge of a scale on which all ratios stand well apart. Intervals that reach farther are cut:
 * one that spans everything would shrink the others to a point.
 */
export function scaleOfRatios(all: readonly (TimesBetter | null)[]): number {
  const ratios = all.map((times): TimesBetter | null => times && [times[0], null, null]);
  return Math.min(scaleAround(all), scaleAround(ratios) ** 1.5);
}

/** Maps a ratio to a logarithmic line of 1,000 units with 1 in the middle; beyond an end, the end. */
export function place(ratio: number, edge: number): number {
  const at = 500 + (500 * Math.log(ratio)) / Math.log(edge);
  return Math.round(Math.min(1_000, Math.max(0, at)) * 10) / 10;
}

/** The path of the interval of a ratio at a height of that line. */
export function rangePath(low: number, high: number, edge: number, y: number): string {
  const end = (ratio: number) => ({ at: place(ratio, edge), isOn: turned(ratio) <= edge });
  return whisker(end(low), end(high), y, 4);
}

/** A ratio seen from the side that is better by it. */
function turned(ratio: number): number {
  return Math.max(ratio, 1 / ratio);
}

export interface PairRow {
  row: CompareData['rows'][number];
  /** By how much the second target is better; `null` if it has no figure. */
  times: TimesBetter | null;
  standing: Standing;
  other: CompareData['rows'][number]['estimate'];
}

/** Returns the rows in which either has a figure; within a scenario, rows with both figures come first. */
export function pairRows(first: CompareData, second: CompareData): PairRow[] {
  const other = first.others.find(
    ({ target, variant }) => target === second.target && variant === second.variant,
  );
  return first.rows.flatMap((row, index) => {
    const times = other?.times[index] ?? null;
    const estimate = second.rows[index]?.estimate ?? null;
    if (row.estimate === null && estimate === null) return [];
    return [{ row, times, standing: standingOf(times, row.minimumEffect), other: estimate }];
  });
}

export function tally(rows: readonly { standing: Standing }[]): Record<Standing, number> {
  const counts = { first: 0, second: 0, same: 0, open: 0, alone: 0 };
  for (const { standing } of rows) counts[standing] += 1;
  return counts;
}

interface MetricSummary {
  metric: PairRow['row']['metric'];
  counts: ReturnType<typeof tally>;
  /** The range of proven ratios of each side, turned so that they are above 1; empty without any. */
  ranges: Record<'first' | 'second', string>;
}

/** Sums up a pair by metric: how often each is better, and by how much at least and at most. */
export function summaryByMetric(rows: readonly PairRow[]): MetricSummary[] {
  return [...Map.groupBy(rows, ({ row }) => row.metric)].map(([metric, own]) => {
    const rangeOf = (side: 'first' | 'second'): string => {
      const ratios = own.flatMap(({ standing, times }) =>
        standing === side && times !== null ? [side === 'first' ? 1 / times[0] : times[0]] : [],
      );
      return ratios.length === 0 ? '' : spanText(ratios);
    };
    return {
      metric,
      counts: tally(own),
      ranges: { first: rangeOf('first'), second: rangeOf('second') },
    };
  });
}
