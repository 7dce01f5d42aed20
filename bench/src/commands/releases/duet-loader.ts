import { DUET_LOAD } from '../../measure/duet/comparison-plan.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { MeasuringSession } from '../measuring/session.ts';

/** Throws a PitwallError if the session has no loader for duets. */
export function requireDuetLoader({ loaders, missingTools: [missing] }: MeasuringSession): void {
  if (loaders[DUET_LOAD.loader]) return;
  throw new PitwallError({
    what: 'The loader of the comparison is not available',
    where: 'PATH and .cache/tools/bin',
    expected: DUET_LOAD.loader,
    seen: missing?.costs ? `none: ${missing.costs}` : 'none',
    next: missing?.next ?? 'npm run bench -- doctor',
    exitCode: exitCodes.missing,
  });
}
