import { type TargetRun, variantName } from '../model/index.ts';
import { estimate } from '../stats/index.ts';
import { significant } from '../util/rounding.ts';
import type { Terminal } from './terminal.ts';

const DIGITS = 3;

/**
 * Lays out what hyperfine timed of each target variant, cold starts and clean builds, the quickest start first; `null` if
 * it timed nothing.
 */
export function renderCosts(targets: readonly TargetRun[], terminal: Terminal): string | null {
  const rows = targets
    .map(({ target, variant, coldStartSeconds, cleanBuildSeconds }) => ({
      name: variantName(target, variant),
      start: timed(coldStartSeconds),
      build: timed(cleanBuildSeconds),
    }))
    .filter(({ start, build }) => start !== null || build !== null)
    .sort(
      (a, b) => (a.start?.median ?? Number.POSITIVE_INFINITY) - (b.start?.median ?? Number.POSITIVE_INFINITY),
    );
  if (rows.length === 0) return null;
  const shown: readonly ('start' | 'build')[] = (['start', 'build'] as const).filter((what) =>
    rows.some((row) => row[what] !== null),
  );
  const titles = { start: 'cold start, s', build: 'clean build, s' };
  return [
    terminal.strong('Cold starts and builds, lower is better'),
    terminal.faint(
      terminal.wrap('timed by hyperfine · median of the timed ones, with the quickest and the slowest'),
    ),
    terminal.table(
      [{ title: 'target' }, ...shown.map((what) => ({ title: titles[what], align: 'right' as const }))],
      rows.map((row) => [row.name, ...shown.map((what) => rangeOf(row[what]))]),
    ),
  ].join('\n');
}

interface Timed {
  median: number;
  least: number;
  most: number;
}

function timed(seconds: readonly number[] | null | undefined): Timed | null {
  if (!seconds || seconds.length === 0) return null;
  return {
    median: estimate(seconds).median,
    least: Math.min(...seconds),
    most: Math.max(...seconds),
  };
}

function rangeOf(seconds: Timed | null): string {
  if (seconds === null) return '–';
  const [median, least, most] = [seconds.median, seconds.least, seconds.most].map((value) =>
    significant(value, DIGITS),
  );
  return `${median} (${least}–${most})`;
}
