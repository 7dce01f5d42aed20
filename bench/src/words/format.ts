import type { Estimate, Metric, Rank } from '../model/index.ts';

/**
 * Numbers, dates and times as people read them, in the terminal, in Markdown and on every page of the site. One column
 * has one unit and one number of decimals, so that digits line up.
 */
interface ColumnFormat extends Scale {
  number(value: number): string;
}

/** Writes figures with no more digits than their intervals support. */
export interface FigureFormat extends ColumnFormat {
  /** The median. */
  figure(estimate: Estimate): string;
  /** `± 4 %`, or `0.05 – 11 ms` if it is wide; `null` without an interval. */
  uncertainty(estimate: Estimate): string | null;
  /** `67,800 – 72,400`: the interval by its ends; `null` without one. */
  ends(estimate: Estimate): string | null;
}

type Unit = Metric['unit'];

interface Scale {
  /** `/s`, `ms`, `MiB`: beside each figure. */
  unit: string;
  /** How many base units one of it is. */
  size: number;
}

/**
 * A column has the largest unit in which its smallest figure is at least this. CPU time per request is given in
 * microseconds up to a whole millisecond: a slow target alone then has the unit of the table that ranks it.
 */
const LEAST: Record<Unit, number> = { perSecond: 0.1, seconds: 0.1, nanoseconds: 1, bytes: 0.1, ratio: 0.1 };

/**
 * Units from the largest. Bytes are counted in 1,024s, as the kernel, the JVM, `docker stats` and oha count memory,
 * and as the memory of a machine is given.
 */
const scales: Record<Unit, readonly Scale[]> = {
  perSecond: [{ unit: '/s', size: 1 }],
  seconds: [
    { unit: 's', size: 1 },
    { unit: 'ms', size: 1e-3 },
    { unit: 'µs', size: 1e-6 },
  ],
  nanoseconds: [
    { unit: 'ms', size: 1e6 },
    { unit: 'µs', size: 1e3 },
    { unit: 'ns', size: 1 },
  ],
  bytes: [
    { unit: 'MiB', size: 2 ** 20 },
    { unit: 'KiB', size: 2 ** 10 },
    { unit: 'B', size: 1 },
  ],
  ratio: [{ unit: '', size: 1 }],
};

/** How one language writes numbers, dates and times. */
export interface Formats {
  /** One format for all figures of a column. */
  column(unit: Unit, values: readonly number[]): FigureFormat;
  /** One figure by itself: `12.4 MiB`. */
  figure(unit: Unit, figure: number | Estimate): string;
  /** A count, or another number with at most one decimal, grouped. */
  plain(value: number): string;
  /** A number of which no more than two digits are known. */
  twoDigits(value: number): string;
  /**
   * Numbers that others printed, with all digits that they had: as many decimals as the longest of them has, because
   * a result file has no zeros at the end.
   */
  printed(values: readonly number[]): (value: number) => string;
  /** `1 June 2026`, in UTC, wherever the run was measured. */
  day(instant: string): string;
  dayAndTime(instant: string): string;
  /** `2023-01-09` as people write it; a year, or a year and a month, stay as exact as they are. */
  date(date: string): string;
  /** `1 h 05 min`, `4 min 05 s`, `2 min`, `12 s`. */
  duration(seconds: number): string;
  /** A share: `5 %`, and `5%` in Chinese. */
  percent(share: number, decimals?: number): string;
  /** How far a ratio is from 1: `+2.1 %`, and `+2.1%` in Chinese. */
  change(ratio: number): string;
}

interface Words {
  hours: string;
  minutes: string;
  seconds: string;
}

/** Symbols in English, and in any language where space is short. */
const SYMBOLS: Words = { hours: 'h', minutes: 'min', seconds: 's' };

export function formatsOf(locale: string, words = SYMBOLS): Formats {
  const chinese = locale.startsWith('zh');
  // Chinese writes 95%, English 95 %.
  const space = chinese ? '' : ' ';
  const percentSign = `${space}%`;
  const column = (unit: Unit, values: readonly number[]): FigureFormat =>
    columnFormat(locale, space, unit, values);
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const twoDigits = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const day = (instant: string): string => long.format(new Date(instant));
  return {
    column,
    figure: (unit, figure) => {
      const estimate =
        typeof figure === 'number' ? { median: figure, low: null, high: null, count: 1 } : figure;
      const format = column(unit, [estimate.median]);
      return `${format.figure(estimate)} ${format.unit}`.trim();
    },
    plain: (value) => trueMinus(plain.format(value)),
    twoDigits: (value) => trueMinus(twoDigits.format(value)),
    printed: (values) => {
      const decimals = Math.max(0, ...values.map((value) => String(value).split('.')[1]?.length ?? 0));
      return (value) => trueMinus(decimalFormat(locale, decimals).format(value));
    },
    day,
    dayAndTime: (instant) => `${day(instant)}${chinese ? ' ' : ', '}${short.format(new Date(instant))} UTC`,
    date: (date) => {
      const [year, month, dayOfMonth] = date.split('-').map(Number);
      if (month === undefined) return chinese ? `${date}年` : date;
      const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', timeZone: 'UTC' };
      if (dayOfMonth !== undefined) options.day = 'numeric';
      const instant = new Date(Date.UTC(year ?? 0, month - 1, dayOfMonth ?? 1));
      return new Intl.DateTimeFormat(locale, options).format(instant);
    },
    duration: (seconds) => {
      const whole = Math.max(0, Math.round(seconds));
      const parts = (large: string, small: string, size: number, rest: number): string =>
        `${size} ${large}${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')} ${small}`}`;
      const minutes = Math.floor(whole / 60);
      if (minutes === 0) return `${whole} ${words.seconds}`;
      return minutes < 60
        ? parts(words.minutes, words.seconds, minutes, whole % 60)
        : parts(words.hours, words.minutes, Math.floor(minutes / 60), minutes % 60);
    },
    percent: (share, decimals = 0) => `${unsignedZero((share * 100).toFixed(decimals))}${percentSign}`,
    change: (ratio) => percentChange(ratio, percentSign),
  };
}

/** @param space before a percent sign */
function columnFormat(locale: string, space: string, unit: Unit, values: readonly number[]): FigureFormat {
  const positive = values.filter((value) => value > 0);
  const smallest = positive.length > 0 ? Math.min(...positive) : 1;
  // Choose by the rounded value: 999.7 µs is shown as 1.00 ms, with as many digits as 1 ms.
  const shown = ({ size }: Scale): number => Number((smallest / size).toPrecision(3));
  const choices = scales[unit];
  const scale = choices.find((choice) => shown(choice) >= LEAST[unit]) ?? (choices.at(-1) as Scale);
  const decimals = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(shown(scale)))));
  const written = (value: number, places: number): string =>
    trueMinus(decimalFormat(locale, places).format(value));
  /** Writes a value with the digits that the interval of its figure supports. */
  const supported = (value: number, estimate: Estimate): string => {
    const size = value / scale.size;
    const digits = Math.min(decimals, -lastDigit(estimate, scale.size));
    return written(digits < 0 ? rounded(size, -digits) : size, Math.max(0, digits));
  };
  /** Writes an end of a wide interval, with two digits. */
  const roughly = (value: number): string => {
    const size = value / scale.size;
    if (Math.abs(size) < LEAST_END) return '0';
    const last = Math.floor(Math.log10(Math.abs(size))) - 1;
    return written(last > 0 ? rounded(size, last) : size, Math.max(0, -last));
  };
  return {
    ...scale,
    number: (value) => written(value / scale.size, decimals),
    figure: (estimate) => supported(estimate.median, estimate),
    uncertainty: ({ median, low, high }) => {
      if (low === null || high === null) return null;
      const most = Math.max(high - median, median - low) / Math.abs(median);
      if (most <= WIDE) return `±${space}${shortPercent(most * 100)}${space}%`;
      return `${roughly(low)} – ${roughly(high)} ${scale.unit}`.trim();
    },
    ends: (estimate) => {
      const { median, low, high } = estimate;
      if (low === null || high === null) return null;
      const wide = Math.max(high - median, median - low) > WIDE * Math.abs(median);
      const end = (value: number): string => (wide ? roughly(value) : supported(value, estimate));
      return `${end(low)} – ${end(high)}`;
    },
  };
}

/** From this share of the figure on, an interval is given by its ends. */
const WIDE = 0.5;
/** Below this, an end is written as 0: few starts make intervals with ends far below anything that can be measured. */
const LEAST_END = 0.0005;

/**
 * Power of ten of the last digit that a figure's interval supports, in units of `size`: two digits of the
 * narrower side, but at least two and at most four digits of the figure; without an interval, three.
 */
function lastDigit({ median, low, high }: Estimate, size: number): number {
  const power = (value: number): number => Math.floor(Math.log10(value / size));
  const first = median > 0 ? power(median) : 0;
  if (low === null || high === null) return first - 2;
  const sides = [high - median, median - low].filter((side) => side > 0);
  if (sides.length === 0) return first - 2;
  return Math.max(first - 3, Math.min(first - 1, power(Math.min(...sides)) - 1));
}

/** @param digits power of ten of the last digit kept, above 0 */
function rounded(value: number, digits: number): number {
  return Math.round(value / 10 ** digits) * 10 ** digits;
}

function shortPercent(percent: number): string {
  return percent.toFixed(percent >= 2 ? 0 : 1);
}

const trueMinus = (text: string): string => text.replace('-', '−');

/** What rounds to zero is neither above nor below it. */
const unsignedZero = (text: string): string => (Number(text) === 0 ? text.replace('-', '') : trueMinus(text));

const decimalFormats = new Map<string, Intl.NumberFormat>();

/** Cached: creating a formatter costs more than formatting a thousand numbers. */
function decimalFormat(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const known = decimalFormats.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat(locale, digits);
  decimalFormats.set(key, made);
  return made;
}

/** `3` or `3–6`. */
export function rankText({ best, worst }: Rank): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}

/** `1.72×`, `38.7×`, `0.003×`. */
export function factorText(factor: number): string {
  if (factor < 0.1) return `${Number(factor.toPrecision(2))}×`;
  return `${factor < 10 ? factor.toFixed(2) : factor.toFixed(1)}×`;
}

/** `+2.1 %`, `−0.30 %`, `±0.00 %`: how far a ratio is from 1. */
export function percentChange(ratio: number, sign = ' %'): string {
  const percent = (ratio - 1) * 100;
  const size = Math.abs(percent);
  // Rounded first: a share that becomes 10 has no decimal either.
  const rounded = Number(size.toFixed(1));
  const shown = size.toFixed(rounded >= 10 ? 0 : rounded >= 1 ? 1 : 2);
  return `${Number(shown) === 0 ? '±' : percent < 0 ? '−' : '+'}${shown}${sign}`;
}

/** The memory of a machine: `16 GiB`. */
export function gibibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GiB`;
}

/** `A` for the first tier of a ranking; after `Z` a number, which no table is long enough to need. */
export function tierLetter(tier: number): string {
  return tier <= 26 ? String.fromCharCode(64 + tier) : String(tier);
}
