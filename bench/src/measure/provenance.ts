import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from '../launch/launcher.ts';
import type { Target, TargetRun } from '../model/index.ts';
import type { Revision } from '../process/git.ts';
import { messageOf } from '../util/errors.ts';
import { usageError } from '../util/usage-errors.ts';
import { versionInLockFile } from './packages/locked-version.ts';

/**
 * Whether a build is the one that a result was measured with. What is built anew may have another digest, because
 * images and some files contain times (those that Python compiles, for one): it counts as the same if the target is
 * still at the commit from which the first one was built, on the same version of its runtime.
 */
export async function isSameBuild(
  known: Pick<TargetRun, 'artifact' | 'commit' | 'modified' | 'runtime'>,
  { artifact, runtimeVersion }: Pick<Built, 'artifact' | 'runtimeVersion'>,
  revision: () => Promise<Revision>,
): Promise<boolean> {
  if (known.artifact?.digest === artifact.digest) return true;
  if (artifact.kind !== 'image' && known.runtime.version !== runtimeVersion) return false;
  const now = await revision();
  return known.commit !== null && known.commit === now.commit && !known.modified && !now.modified;
}

/**
 * Returns the framework's version from its lock file; `null` if the manifest takes it from a program or from
 * the runtime. Throws a PitwallError if the lock file does not list the package.
 */
export function lockedVersion(target: Target): string | null {
  const source = target.manifest.framework.version;
  if (!('lockFile' in source)) return null;
  let seen = 'none';
  try {
    const text = readFileSync(join(target.folder, source.lockFile), 'utf8');
    const version = versionInLockFile(source.lockFile, text, source.package);
    if (version) return version;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    seen = code === 'ENOENT' ? 'no such file' : messageOf(error);
  }
  throw usageError({
    what: 'The lock file does not list the framework',
    where: `targets/${target.id}/${source.lockFile}`,
    expected: `a version of ${source.package}`,
    seen,
    next: `Update the lock file, or fix targets/${target.id}/target.yaml › framework.version`,
  });
}

/** Returns the framework's version from the source that the manifest names: lock file, runtime or build. */
export function frameworkVersionOf(target: Target, built: Built | null): string | null {
  const { version } = target.manifest.framework;
  if ('lockFile' in version) return lockedVersion(target);
  return ('runtime' in version ? built?.runtimeVersion : built?.frameworkVersion) ?? null;
}
