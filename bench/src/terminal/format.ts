import type { Metric } from '../model/index.ts';

/** `26,431`, `3.21 ms`, `18.4 µs`, `45.2 MB`: three significant digits, the unit that reads best. */
export function formatMetric(value: number, unit: Metric['unit']): string {
  switch (unit) {
    case 'perSecond':
      return grouped(value);
    case 'seconds':
      return scaled(value, [
        [1, 's'],
        [1e-3, 'ms'],
        [1e-6, 'µs'],
      ]);
    case 'nanoseconds':
      return scaled(value, [
        [1e9, 's'],
        [1e6, 'ms'],
        [1e3, 'µs'],
        [1, 'ns'],
      ]);
    case 'bytes':
      return scaled(value, [
        [1e9, 'GB'],
        [1e6, 'MB'],
        [1e3, 'kB'],
        [1, 'B'],
      ]);
    case 'ratio':
      return value.toPrecision(3);
  }
}

/** A whole number with thousands apart, three digits where it is small. */
function grouped(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : digits(value);
}

function scaled(value: number, units: readonly (readonly [number, string])[]): string {
  // By what is shown: 999.7 µs reads as 1.00 ms, not as 1000 µs.
  const [size, unit] =
    units.find(([least]) => threeDigits(value) >= least) ?? (units.at(-1) as readonly [number, string]);
  return `${digits(value / size)} ${unit}`;
}

function digits(value: number): string {
  const shown = threeDigits(value);
  if (shown >= 100) return String(Math.round(value));
  return value.toFixed(shown >= 10 ? 1 : 2);
}

function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}

/** `1 min 05 s`, `12 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

export function formatRank(best: number, worst: number): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}
