import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ecosystem, Target } from '../../model/index.ts';
import { lockedPackages } from './locked-packages.ts';
import { versionInLockFile } from './locked-version.ts';
import { projectFile } from './nuget.ts';
import { pinByLockFile } from './pin-by-lock-file.ts';
import type { PinWay } from './pin-way.ts';

const ECOSYSTEMS: Readonly<Record<string, Ecosystem>> = {
  'go.mod': 'go',
  'package-lock.json': 'npm',
  'Cargo.lock': 'cargo',
  'pom.xml': 'maven',
  'requirements.txt': 'pypi',
  'Gemfile.lock': 'gems',
  Gemfile: 'gems',
};

/** The ecosystem of a target's packages. */
export function ecosystemOf(target: Target): Ecosystem {
  return ECOSYSTEMS[lockFileOf(target) ?? ''] ?? 'nuget';
}

/** The lock file of a target's packages; `null` if it has none that versions can be changed in. */
export function lockFileOf({ folder, manifest }: Target): string | null {
  const source = manifest.framework.version;
  if ('lockFile' in source) return source.lockFile;
  return Object.keys(pinByLockFile).find((name) => existsSync(join(folder, name))) ?? projectFile(folder);
}

/** How the versions of a lock file are changed; `null` if they cannot be. */
export function pinWayOf(lockFile: string): PinWay | null {
  return pinByLockFile[lockFile.endsWith('.csproj') ? 'packages.lock.json' : lockFile] ?? null;
}

/** The text of the target's lock file; empty if it has none. */
export function lockOf(target: Target): string {
  const name = lockFileOf(target);
  const file = name === null ? null : join(target.folder, name);
  return file !== null && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * The package that is the target's framework; empty if it is a runtime, or comes under another name. Where a program reports
 * its version, because the target allows several, it is the package of the target's own name.
 */
export function frameworkPackage(target: Target): string {
  const source = target.manifest.framework.version;
  if ('package' in source) return source.package;
  const name = target.id.split('/')[1] ?? '';
  return lockedPackages(lockFileOf(target) ?? '', lockOf(target)).includes(name) ? name : '';
}

/** The version that a target's lock file gives a package; `null` if it gives none, or several. */
export function lockedPackage(target: Target, name: string): string | null {
  return versionInLockFile(lockFileOf(target) ?? '', lockOf(target), name);
}
