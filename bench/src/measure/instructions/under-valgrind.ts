import { join } from 'node:path';
import type { TargetVariant } from '../../catalog/targets.ts';
import type { Target } from '../../model/index.ts';
import { usageError } from '../../util/usage-errors.ts';
import { COUNTED_LANGUAGES, type CountingMethod, countingMethodOf } from './counting-methods.ts';

/** Names in valgrind's own folder: its counts, one file per process, and the pipes that control it. */
export const COUNTS_NAME = 'counts';
export const WAYS_IN_NAME = 'vgdb';

/**
 * Returns the target with a start command under valgrind, which executes every instruction itself, so that
 * processors, neighbours and clocks do not matter. Throws a PitwallError if its runtime cannot be counted.
 */
export function underValgrind(targetVariant: TargetVariant, valgrind: string, folder: string): TargetVariant {
  const { target } = targetVariant;
  const method = requireCountingMethod(targetVariant);
  const adapted = method.adapted(target.manifest.process);
  const out = join(folder, `${COUNTS_NAME}.%p`);
  const tool =
    method.counted === 'from-a-mark'
      ? [
          '--tool=callgrind',
          '--instr-atstart=no',
          `--vgdb-prefix=${join(folder, WAYS_IN_NAME)}`,
          `--callgrind-out-file=${out}`,
        ]
      : ['--tool=cachegrind', '--cache-sim=no', `--cachegrind-out-file=${out}`];
  const start = [valgrind, ...tool, '--trace-children=yes', '--quiet', ...adapted.start];
  const changed: Target = {
    ...target,
    manifest: { ...target.manifest, process: { ...adapted, start } },
  };
  return { ...targetVariant, target: changed };
}

/** Returns the build to count, which differs from the usual one for Go (its tag for valgrind). */
export function buildForCounting(targetVariant: TargetVariant): Target {
  const { target } = targetVariant;
  const adapted = requireCountingMethod(targetVariant).adapted(target.manifest.process);
  const same = JSON.stringify(adapted.build) === JSON.stringify(target.manifest.process.build);
  const build = same ? target.build : `${target.build}:counted`;
  return { ...target, build, manifest: { ...target.manifest, process: adapted } };
}

/** Environment of a counted server, in addition to the contract's variables. */
export const COUNTING_ENVIRONMENT: Readonly<Record<string, string>> = {
  // Go: disable the background garbage collector, which starts at unpredictable times.
  GOGC: 'off',
};

export function requireCountingMethod({ name, target }: TargetVariant): CountingMethod {
  const method = countingMethodOf(target.manifest);
  if (method) return method;
  throw usageError({
    what: 'Cannot count the instructions of this target',
    where: name,
    expected: `a target in ${COUNTED_LANGUAGES.join(', ')}`,
    seen: `${target.manifest.language} on ${target.manifest.runtime.name}: valgrind cannot run it, or it never does the same thing twice`,
    next: `Compare it by CPU time: npm run bench -- duet ${name}@HEAD~1 ${name}`,
  });
}
