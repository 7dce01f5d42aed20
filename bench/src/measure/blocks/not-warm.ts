import { PitwallError } from '../../util/errors.ts';
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

type Marked = Pick<BlockCell, 'warm' | 'slices' | 'marks'>;

/**
 * Marks the cells of a block that were not warm. A target that two groups of a block share is started in each: what
 * counts of a start that was not warm stays in the figure, however warm the next one is.
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
