import { PitwallError } from '../../util/errors.ts';

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
