import type { TargetVariant } from '../../catalog/targets.ts';
import { DUET_LOAD } from '../../measure/duet/plan.ts';
import { lockFileOf } from '../../measure/packages/lock-file.ts';
import type { Ecosystem } from '../../model/index.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { MeasuringSession } from '../measuring/session.ts';

const ECOSYSTEMS: Readonly<Record<string, Ecosystem>> = {
  'go.mod': 'go',
  'package-lock.json': 'npm',
  'Cargo.lock': 'cargo',
  'pom.xml': 'maven',
  'requirements.txt': 'pypi',
  'Gemfile.lock': 'gems',
  'packages.lock.json': 'nuget',
};

/** The ecosystem of a target's packages. */
export function ecosystemOf(target: TargetVariant['target']): Ecosystem {
  return ECOSYSTEMS[lockFileOf(target) ?? ''] ?? 'nuget';
}

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
