import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { OLDER } from '../../catalog/lines-of-code.ts';
import type { Target } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import { layIgnored } from '../duet/checkout.ts';
import type { Pin } from '../duet/side-name.ts';
import { withGoVersions } from './go-commits.ts';
import { frameworkPackage, lockFileOf, lockOf, pinWayOf } from './lock-file.ts';
import { lockedPackages, packageNamed, shortName } from './locked-packages.ts';
import { versionInLockFile } from './locked-version.ts';
import { billOf } from './moving.ts';
import { olderFolder } from './older.ts';
import { pinByLockFile } from './pin-by-lock-file.ts';
import type { PinnedPackage } from './pin-way.ts';
import { pinRuntime, type RuntimeName, runtimeNames, runtimeOf } from './runtimes.ts';

/** Folders that builds make, which are never sources. */
const MADE = new Set(['build', 'target', 'node_modules', '__pycache__']);

/** A pin with the full name of its package, or a runtime. */
interface Resolved extends PinnedPackage {
  runtime: RuntimeName | null;
}

/**
 * Copies a target and changes the versions of packages in its lock file, with the ecosystem's own tool, or of its
 * runtime. A name is that of a package, its last part, or the framework's; that of a part of a bill of materials stands
 * for the whole bill. Throws a PitwallError if a name is not clear, the ecosystem is not supported, or a version is not
 * available.
 */
export async function withPackages(
  repository: Repository,
  target: Target,
  root: string,
  pins: readonly Pin[],
  signal: AbortSignal,
): Promise<{ root: string; pinned: PinnedPackage[] }> {
  const resolved: Resolved[] = [];
  for (const one of pins.map((pin) => resolvePin(target, pin))) {
    const known = resolved.find((two) => two.package === one.package);
    if (known === undefined) resolved.push(one);
    // Parts of one bill of materials may all be named, in its one version.
    else if (known.version !== one.version) throw namedTwice(target, one.package);
  }

  const words = [
    basename(root) === '' ? 'checkout' : basename(root),
    target.id.replace('/', '-'),
    ...resolved.flatMap(({ package: name, version }) => [name, version]),
  ];
  const joined = words.join('-').replaceAll(/[^\w.-]+/g, '-');
  // Long names are cut before the version that tells two sides apart.
  const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
  const place = join(
    repository.cache,
    'revisions',
    joined.length <= 200 ? joined : `${joined.slice(0, 180)}-${digest}`,
  );
  const part = `${place}.part`;
  rmSync(part, { recursive: true, force: true });
  // Copy every time: a checkout changes, and its sources are small.
  const folder = join(part, 'targets', target.id);
  copySources(join(root, 'targets', target.id), folder, [...MADE, OLDER]);
  for (const name of ['shared', 'CONTRACT.md']) {
    cpSync(join(root, 'targets', name), join(part, 'targets', name), { recursive: true });
  }
  layIgnored(root, part);
  for (const { package: name, version } of resolved) {
    const own = olderFolder(join(root, 'targets', target.id), name, version);
    if (own !== null) copySources(own, folder, []);
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
  asked: readonly Resolved[],
  signal: AbortSignal,
): Promise<PinnedPackage[]> {
  const lockFile = lockFileOf(target);
  const resolved = lockFile === 'go.mod' ? await withGoVersions(folder, asked, signal) : asked;
  const packages = resolved.filter(({ runtime }) => runtime === null);
  const way = lockFile === null ? null : pinWayOf(lockFile);
  const named = resolved.find(({ runtime }) => runtime !== null)?.version ?? null;
  if (way !== null && packages.length > 0) await way(folder, packages, signal, named);
  for (const { runtime, version } of resolved)
    if (runtime !== null) await pinRuntime(folder, cache, runtime, version, signal);
  const lock = lockFile === null ? '' : readFileSync(join(folder, lockFile), 'utf8');
  return resolved.map(({ package: name, version, runtime }) => {
    if (runtime !== null || lockFile === null) return { package: name, version };
    const locked = versionInLockFile(lockFile, lock, name);
    if (locked === version) return { package: name, version };
    throw new PitwallError({
      what: 'The lock file did not take the version',
      where: `${target.id}@${name}=${version}`,
      expected: `${name} ${version}`,
      seen: locked ?? 'none',
      next: 'Another package may require a newer one: name that one too, @package=version, or pin it in a commit',
    });
  });
}

/** Returns the full name of a package or runtime; throws a PitwallError if the target has none of that name, or several. */
export function resolvePin(target: Target, { name, version }: Pin): Resolved {
  const lockFile = lockFileOf(target);
  const lock = lockOf(target);
  const runtime = runtimeNames.find((one) => one === name) ?? null;
  if (runtime !== null && !lockedPackages(lockFile ?? '', lock).includes(name)) {
    if (runtimeOf(target) === runtime) return { package: runtime, version, runtime };
    throw noSuchRuntime(target, runtime);
  }
  if (lockFile === null || pinWayOf(lockFile) === null) throw noPinning(target, lockFile);
  const answer = packageNamed(name, lockFile, lock, frameworkPackage(target));
  const bill = lockFile === 'pom.xml' ? billOf(lock, 'found' in answer ? answer.found : name) : null;
  if (bill?.isOwn) return { package: bill.name, version, runtime: null };
  if (bill !== null) throw movesTogether(target, { name, version }, bill.name);
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

function movesTogether(target: Target, pin: Pin, bill: string): PitwallError {
  const meant = `${target.id}@${shortName(bill)}=${pin.version || '<version>'}`;
  return usageError({
    what: `The package moves together with others, and its version is not theirs; did you mean ${meant}?`,
    where: `targets/${target.id}/pom.xml`,
    expected: `a version of ${bill}, which gives all of them theirs`,
    seen: pin.name,
    next: `Look up which of its versions holds the one you want, then name it: ${meant}`,
  });
}

function namedTwice(target: Target, name: string): PitwallError {
  return usageError({
    what: 'The side names a package in two versions',
    where: target.id,
    expected: 'each package in one version',
    seen: name,
    next: 'Leave out one of the two versions',
  });
}
