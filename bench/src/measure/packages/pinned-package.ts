import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Target } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Pin } from '../duet/side-name.ts';
import { versionInLockFile } from '../provenance.ts';
import { lockedPackages, packageNamed, shortName } from './locked-packages.ts';
import { type PinnedPackage, pinByLockFile } from './pin-by-lock-file.ts';
import { pinRuntime, type RuntimeName, runtimeNames, runtimeOf } from './runtimes.ts';

/** Folders that builds make, which are never sources. */
const MADE = new Set(['build', 'target', 'node_modules', 'dist', '__pycache__']);
/** Folder of a target with the files that differ for an older major version: `older/koa-2/src/server.js`. */
const OLDER = 'older';

/** A pin with the full name of its package, or a runtime. */
interface Resolved extends PinnedPackage {
  runtime: RuntimeName | null;
}

/**
 * Copies a target and changes the versions of packages in its lock file, with the ecosystem's own tool, or of its
 * runtime. A name is that of a package, its last part, or the framework's. Throws a PitwallError if a name is not
 * clear, the ecosystem is not supported, or a version is not available.
 */
export async function withPackages(
  repository: Repository,
  target: Target,
  root: string,
  pins: readonly Pin[],
  signal: AbortSignal,
): Promise<{ root: string; pinned: PinnedPackage[] }> {
  const resolved = pins.map((pin) => resolvePin(target, pin));
  const twice = resolved.find(
    (one, index) => resolved.findIndex((two) => two.package === one.package) < index,
  );
  if (twice !== undefined) throw namedTwice(target, twice.package);

  const words = [
    basename(root) === '' ? 'checkout' : basename(root),
    target.id.replace('/', '-'),
    ...resolved.flatMap(({ package: name, version }) => [name, version]),
  ];
  const place = join(
    repository.cache,
    'revisions',
    words
      .join('-')
      .replaceAll(/[^\w.-]+/g, '-')
      .slice(0, 200),
  );
  const part = `${place}.part`;
  rmSync(part, { recursive: true, force: true });
  // Copy every time: a checkout changes, and its sources are small.
  const folder = join(part, 'targets', target.id);
  copySources(join(root, 'targets', target.id), folder, [...MADE, OLDER]);
  for (const name of ['shared', 'CONTRACT.md']) {
    cpSync(join(root, 'targets', name), join(part, 'targets', name), { recursive: true });
  }
  for (const { package: name, version } of resolved) {
    const own = join(root, 'targets', target.id, OLDER, `${shortName(name)}-${version.split('.')[0]}`);
    if (existsSync(own)) copySources(own, folder, []);
  }
  const pinned = await pinAll(target, folder, repository.cache, resolved, signal);
  keepBuilds(place, part, target.id);
  rmSync(place, { recursive: true, force: true });
  renameSync(part, place);
  return { root: place, pinned };
}

async function pinAll(
  target: Target,
  folder: string,
  cache: string,
  resolved: readonly Resolved[],
  signal: AbortSignal,
): Promise<PinnedPackage[]> {
  const packages = resolved.filter(({ runtime }) => runtime === null);
  const lockFile = lockFileOf(target);
  const pin = lockFile === null ? undefined : pinByLockFile[lockFile];
  if (lockFile !== null && pin !== undefined && packages.length > 0) await pin(folder, packages, signal);
  for (const { runtime, version } of resolved)
    if (runtime !== null) await pinRuntime(folder, cache, runtime, version, signal);
  const lock = lockFile === null ? '' : readFileSync(join(folder, lockFile), 'utf8');
  return resolved.map(({ package: name, version, runtime }) => {
    if (runtime !== null || lockFile === null) return { package: name, version };
    const locked = versionInLockFile(lockFile, lock, name);
    // A commit becomes a pseudo-version, which ends in it.
    const isCommit = locked !== null && locked !== version && locked.endsWith(`-${version.slice(0, 12)}`);
    if (locked === version || isCommit) return { package: name, version: locked as string };
    throw new PitwallError({
      what: 'The lock file did not take the version',
      where: `${target.id}@${name}=${version}`,
      expected: `${name} ${version}`,
      seen: locked ?? 'none',
      next: 'Another package may require a newer one: name that one too, @package=version, or pin it in a commit',
    });
  });
}

/** The lock file of a target's packages; `null` if it has none that versions can be changed in. */
export function lockFileOf({ folder, manifest }: Target): string | null {
  const source = manifest.framework.version;
  if ('lockFile' in source) return source.lockFile;
  return Object.keys(pinByLockFile).find((name) => existsSync(join(folder, name))) ?? null;
}

/** The package that is the target's framework; empty if it is a runtime or is not locked. */
export function frameworkPackage({ manifest }: Target): string {
  const source = manifest.framework.version;
  return 'package' in source ? source.package : '';
}

/** Returns the full name of a package or runtime; throws a PitwallError if the target has none of that name, or several. */
export function resolvePin(target: Target, { name, version }: Pin): Resolved {
  const lockFile = lockFileOf(target);
  const lock = lockFile === null ? '' : readFileSync(join(target.folder, lockFile), 'utf8');
  const runtime = runtimeNames.find((one) => one === name) ?? null;
  if (runtime !== null && !lockedPackages(lockFile ?? '', lock).includes(name)) {
    if (runtimeOf(target) === runtime) return { package: runtime, version, runtime };
    throw noSuchRuntime(target, runtime);
  }
  if (lockFile === null || pinByLockFile[lockFile] === undefined) throw noPinning(target, lockFile);
  const answer = packageNamed(name, lockFile, lock, frameworkPackage(target));
  if ('found' in answer) return { package: answer.found, version, runtime: null };
  throw 'oneOf' in answer
    ? notClear(target, lockFile, name, answer.oneOf)
    : notLocked(target, lockFile, { name, version }, answer.near);
}

function copySources(from: string, to: string, without: readonly string[]): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) =>
      !relative(from, path)
        .split(sep)
        .some((name) => without.includes(name)),
  });
}

/** Keeps builds of an earlier comparison, which are up to date if their sources are. */
function keepBuilds(place: string, part: string, id: string): void {
  for (const name of MADE) {
    const made = join(place, 'targets', id, name);
    if (!existsSync(made)) continue;
    mkdirSync(join(part, 'targets', id), { recursive: true });
    renameSync(made, join(part, 'targets', id, name));
  }
}

function noPinning(target: Target, lockFile: string | null): PitwallError {
  return usageError({
    what: 'Cannot pin a package of this target',
    where: `targets/${target.id}/target.yaml › framework.version`,
    expected: `a lock file of ${Object.keys(pinByLockFile).join(', ')}`,
    seen: lockFile ?? 'a version that a program reports',
    next: 'Change the version in a commit, then compare the commits',
  });
}

function noSuchRuntime(target: Target, runtime: string): PitwallError {
  const own = runtimeOf(target);
  return usageError({
    what: `The target does not run on ${runtime}`,
    where: `targets/${target.id}/target.yaml › process`,
    expected: `one of ${runtimeNames.join(', ')} in its commands`,
    seen: own ?? target.manifest.runtime.name,
    next: own === null ? 'Name a package in place of a runtime' : `Name it: @${own}=<version>`,
  });
}

function notLocked(target: Target, lockFile: string, pin: Pin, near: readonly string[]): PitwallError {
  const meant = near.map((name) => `${target.id}@${name}=${pin.version}`);
  return usageError({
    what: `The target has no such package${meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : ''}`,
    where: `targets/${target.id}/${lockFile}`,
    expected: 'a package in its lock file, or the last part of its name',
    seen: pin.name,
    next: `Look for its name in targets/${target.id}/${lockFile}`,
  });
}

function notClear(target: Target, lockFile: string, name: string, oneOf: readonly string[]): PitwallError {
  return usageError({
    what: 'The name fits several packages of the target',
    where: `targets/${target.id}/${lockFile}`,
    expected: `one of ${oneOf.join(', ')}`,
    seen: name,
    next: 'Give the name in full',
  });
}

function namedTwice(target: Target, name: string): PitwallError {
  return usageError({
    what: 'The side names a package twice',
    where: target.id,
    expected: 'each package once',
    seen: name,
    next: 'Leave out one of the two versions',
  });
}
