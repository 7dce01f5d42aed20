import { PitwallError } from '../../util/errors.ts';

const WHAT = 'It was not warm in time';

/** What is left out of a run that has no time to warm it. */
export function notWarm(target: string, cell: string, maxSeconds: number, seen: string): PitwallError {
  return new PitwallError({
    what: WHAT,
    where: cell,
    expected: `a steady state within ${maxSeconds} s`,
    seen,
    next: `Measure it with the time that it needs: npm run bench -- run ${target}`,
  });
}

/** Whether a failure that is kept in the results says so. */
export function isNotWarm(failure: string): boolean {
  return failure.includes(WHAT);
}
