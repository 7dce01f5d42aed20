import type { Estimate, Rank, RankingTable } from '@pitwall/bench/model';

/** Numbers as people read them. One column has one unit and one number of decimals, so that digits line up. */
export interface ColumnFormat {
  /** `/s`, `ms`, `MiB`: beside each figure. */
  unit: string;
  /** How many base units one of it is. */
  size: number;
  number(value: number): string;
}

type Unit = RankingTable['unit'];

interface Scale {
  unit: string;
  /** How many base units one of it is. */
  size: number;
}

/** From the largest: the first in which the smallest figure is at least 0.1. */
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
  column(unit: Unit, values: readonly number[]): ColumnFormat;
  /** One figure by itself: `12.4 MiB`. */
  figure(unit: Unit, value: number): string;
  /** A number as somebody else printed it, or a count: their digits, grouped. */
  plain(value: number): string;
  /** `1 June 2026`, in UTC: where a run was measured nobody asks. */
  day(instant: string): string;
  dayAndTime(instant: string): string;
  /** `2023-01-09` as people write it; a year, or a year and a month, stay as exact as they are. */
  date(date: string): string;
  /** `1 h 30 min`, `4 min`, `12 s`. */
  duration(seconds: number): string;
}

interface Words {
  hours: string;
  minutes: string;
  seconds: string;
}

/** As they are written in English, and in any language where space is short. */
const SYMBOLS: Words = { hours: 'h', minutes: 'min', seconds: 's' };

export function formatsOf(locale: string, words = SYMBOLS): Formats {
  const column = (unit: Unit, values: readonly number[]): ColumnFormat => {
    const positive = values.filter((value) => value > 0);
    const smallest = positive.length > 0 ? Math.min(...positive) : 1;
    const choices = scales[unit];
    const scale = choices.find(({ size }) => smallest / size >= 0.1) ?? (choices.at(-1) as Scale);
    const decimals = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(smallest / scale.size))));
    const format = decimalFormat(locale, decimals);
    return { ...scale, number: (value) => format.format(value / scale.size) };
  };
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const day = (instant: string): string => long.format(new Date(instant));
  return {
    column,
    figure: (unit, value) => {
      const format = column(unit, [value]);
      return `${format.number(value)} ${format.unit}`.trim();
    },
    plain: (value) => plain.format(value),
    day,
    dayAndTime: (instant) => `${day(instant)}, ${short.format(new Date(instant))} UTC`,
    date: (date) => {
      const [year, month, dayOfMonth] = date.split('-').map(Number);
      if (month === undefined) return date;
      const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', timeZone: 'UTC' };
      if (dayOfMonth !== undefined) options.day = 'numeric';
      const instant = new Date(Date.UTC(year ?? 0, month - 1, dayOfMonth ?? 1));
      return new Intl.DateTimeFormat(locale, options).format(instant);
    },
    duration: (seconds) => {
      if (seconds < 60) return `${Math.round(seconds)} ${words.seconds}`;
      const minutes = Math.round(seconds / 60);
      return minutes < 60
        ? `${minutes} ${words.minutes}`
        : `${Math.floor(minutes / 60)} ${words.hours} ${minutes % 60} ${words.minutes}`;
    },
  };
}

const decimalFormats = new Map<string, Intl.NumberFormat>();

/** Made once each: a formatter costs more than a thousand numbers. */
function decimalFormat(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const known = decimalFormats.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat(locale, digits);
  decimalFormats.set(key, made);
  return made;
}

export function interval(format: ColumnFormat, { low, high }: Estimate): string | null {
  return low === null || high === null ? null : `${format.number(low)} – ${format.number(high)}`;
}

/** `3` or `3–6`. */
export function rankText({ best, worst }: Rank): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}

export function factorText(factor: number): string {
  return `${factor < 10 ? factor.toFixed(2) : factor.toFixed(1)}×`;
}

/** `+2.1 %`, `−0.3 %`, `±0 %`: how far a ratio is from 1. */
export function percentChange(ratio: number): string {
  const percent = (ratio - 1) * 100;
  const size = Math.abs(percent);
  const shown = size.toFixed(size >= 10 ? 0 : size >= 1 ? 1 : 2);
  return `${Number(shown) === 0 ? '±' : percent < 0 ? '−' : '+'}${shown} %`;
}

const axisEnds = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10];

/** `0` to a round number that is at least `largest`: the axis of a bar chart. */
export function axisEnd(largest: number): number {
  if (!(largest > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(largest));
  return axisEnds.map((part) => part * step).find((end) => end >= largest) ?? largest;
}

export function gibibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GiB`;
}

/** A command as one would type it: quoted only where a shell needs it. */
export function shellCommand(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
