import { PitwallError } from '../../util/errors.ts';
import { leftToWarm, type WarmSecond } from '../warm-up/steady-state.ts';
import type { BlockCell } from './block-cells.ts';

const WHAT = 'It was not warm in time';

/** The error of a cell that the run has no time to warm up. */
export function notWarm(target: string, cell: string, maxSeconds: number, seen: string): PitwallError {
  return new PitwallError({
    what: WHAT,
    where: cell,
    expected: `a steady state within ${maxSeconds} s`,
    seen,
    next: `Measure it with more time: npm run bench -- run ${target}`,
  });
}

/** Returns whether a failure recorded in results is this one. */
export function isNotWarm(failure: string): boolean {
  return failure.includes(WHAT);
}

/** Says how long a server has been under load, and what was left of its warm-up: a share that rounds to 0 is none. */
export function stillWarming(loadSeconds: number, seconds: readonly WarmSecond[]): string {
  const { compilingRatio, cheaperRatio, windowSeconds } = leftToWarm(seconds);
  const percentOf = (ratio: number | null): number => Math.round((ratio ?? 0) * 100);
  const [compiling, cheaper] = [percentOf(compilingRatio), percentOf(cheaperRatio)];
  const left = [
    ...(compiling > 0 ? [`${compiling} % of its CPU time went to compiling`] : []),
    ...(cheaper > 0 ? [`a request cost ${cheaper} % less than ${windowSeconds} s before`] : []),
  ];
  const still = `still warming up after ${loadSeconds} s of load`;
  return left.length === 0 ? still : `${still}: ${left.join(' and ')}`;
}

type Marked = Pick<BlockCell, 'warm' | 'slices' | 'marks'>;

/**
 * Marks the cells of a block that were not warm. A target that two groups of a block share is started in each: whatever
 * counted from a start that was not warm stays in the figure, however warm the next one is.
 */
export class NotWarmMarks {
  readonly #cold = new Set<Marked>();

  /** Notes, before a fresh start, which cells have slices that count of a start that was not warm. */
  begin(cells: readonly Marked[]): void {
    for (const cell of cells) if (!cell.warm && cell.slices.some(({ kept }) => kept)) this.#cold.add(cell);
  }

  /** Gives a cell its mark, or takes it away if the cell is warm after all, as its present start has shown. */
  judge(cell: Marked, detail: string): void {
    if (cell.warm && this.#cold.has(cell)) return;
    cell.marks = cell.marks.filter(({ code }) => code !== 'not-warm');
    if (!cell.warm) cell.marks.push({ code: 'not-warm', detail });
  }
}
