import type { Estimate, Rank, RankingTable } from '@pitwall/bench/model';

/** Numbers as people read them. One column has one unit and one number of decimals, so that digits line up. */
export interface ColumnFormat {
  /** `/s`, `ms`, `MiB`: beside each figure. */
  unit: string;
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

export function columnFormat(unit: Unit, values: readonly number[]): ColumnFormat {
  const positive = values.filter((value) => value > 0);
  const smallest = positive.length > 0 ? Math.min(...positive) : 1;
  const choices = scales[unit];
  const scale = choices.find(({ size }) => smallest / size >= 0.1) ?? (choices.at(-1) as Scale);
  const decimals = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(smallest / scale.size))));
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return { unit: scale.unit, number: (value) => format.format(value / scale.size) };
}

/** One figure by itself: `12.4 MiB`. */
export function figure(unit: Unit, value: number): string {
  const format = columnFormat(unit, [value]);
  return `${format.number(value)} ${format.unit}`.trim();
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

const axisEnds = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10];

/** `0` to a round number that is at least `largest`: the axis of a bar chart. */
export function axisEnd(largest: number): number {
  if (!(largest > 0)) return 1;
  const step = 10 ** Math.floor(Math.log10(largest));
  return axisEnds.map((part) => part * step).find((end) => end >= largest) ?? largest;
}

/** `1 June 2026`, in UTC: where a run was measured nobody asks. */
export function day(instant: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant));
}

export function dayAndTime(instant: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(instant),
  );
  return `${day(instant)}, ${time} UTC`;
}

export function gibibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GiB`;
}

/** `1 h 30 min`, `4 min`, `12 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A command as one would type it: quoted only where a shell needs it. */
export function shellCommand(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
