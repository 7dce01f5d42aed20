import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Target } from '../../model/index.ts';
import { runCommand } from '../../process/command.ts';
import { PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import { versionInLockFile } from '../provenance.ts';

/** A package, with the version that replaces the locked one. */
export interface PinnedPackage {
  package: string;
  version: string;
}

/** Folders that builds make, which are never sources. */
const MADE = new Set(['build', 'target', 'node_modules', '__pycache__']);

/**
 * Copies a target and changes the version of one package in its lock file, with the ecosystem's own tool.
 * `name` is the package, the last part of its name, or the framework's name. Throws a PitwallError if the
 * ecosystem is not supported, the package is not locked, or the version is not available.
 */
export async function withPackage(
  repository: Repository,
  target: Target,
  root: string,
  { name, version }: { name: string; version: string },
  signal: AbortSignal,
): Promise<{ root: string; pinned: PinnedPackage }> {
  const source = target.manifest.framework.version;
  const lockFile = 'lockFile' in source ? source.lockFile : null;
  const way = lockFile === null ? undefined : ways[lockFile];
  if (lockFile === null || way === undefined) throw noWay(target, lockFile);
  const lock = readFileSync(join(target.folder, lockFile), 'utf8');
  const found = packageNamed(name, lockFile, lock, 'package' in source ? source.package : '');
  if (found === null) throw notLocked(target, lockFile, name);

  const words = [
    basename(root) === '' ? 'checkout' : basename(root),
    target.id.replace('/', '-'),
    found,
    version,
  ];
  const place = join(repository.cache, 'revisions', words.join('-').replaceAll(/[^\w.-]+/g, '-'));
  const part = `${place}.part`;
  rmSync(part, { recursive: true, force: true });
  // Copy every time: a checkout changes, and its sources are small.
  copySources(join(root, 'targets', target.id), join(part, 'targets', target.id));
  for (const name of ['shared', 'CONTRACT.md']) {
    cpSync(join(root, 'targets', name), join(part, 'targets', name), { recursive: true });
  }
  const folder = join(part, 'targets', target.id);
  await way(folder, found, version, signal);
  const locked = versionInLockFile(lockFile, readFileSync(join(folder, lockFile), 'utf8'), found);
  if (locked !== version) {
    throw new PitwallError({
      what: 'The lock file did not take the version',
      where: `${target.id}@${name}=${version}`,
      expected: `${found} ${version}`,
      seen: locked ?? 'none',
      next: 'Another package may require a newer one: pin it by hand in a commit, then name the commit',
    });
  }
  keepBuilds(place, part, target.id);
  rmSync(place, { recursive: true, force: true });
  renameSync(part, place);
  return { root: place, pinned: { package: found, version } };
}

function copySources(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) =>
      !relative(from, path)
        .split(sep)
        .some((name) => MADE.has(name)),
  });
}

/** Keeps builds of an earlier comparison, which are up to date if their sources are. */
function keepBuilds(place: string, part: string, id: string): void {
  for (const name of MADE) {
    const made = join(place, 'targets', id, name);
    if (existsSync(made)) renameSync(made, join(part, 'targets', id, name));
  }
}

type Way = (folder: string, name: string, version: string, signal: AbortSignal) => Promise<void>;

/** How each ecosystem pins one package and updates its lock file. */
const ways: Readonly<Record<string, Way>> = {
  'go.mod': async (folder, name, version, signal) => {
    await change(folder, ['go', 'get', `${name}@v${version}`], signal);
    await change(folder, ['go', 'mod', 'tidy'], signal);
  },
  'package-lock.json': (folder, name, version, signal) =>
    change(
      folder,
      ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--save-exact', `${name}@${version}`],
      signal,
    ),
  'Cargo.lock': (folder, name, version, signal) =>
    change(folder, ['cargo', 'add', '--quiet', `${name}@=${version}`], signal).then(() =>
      change(folder, ['cargo', 'update', '--quiet', '--package', name, '--precise', version], signal),
    ),
  'pom.xml': async (folder, name, version) => {
    const file = join(folder, 'pom.xml');
    writeFileSync(file, withPomVersion(readFileSync(file, 'utf8'), name, version));
  },
};

async function change(folder: string, command: readonly string[], signal: AbortSignal): Promise<void> {
  const result = await runCommand(command, {
    cwd: folder,
    environment: process.env,
    timeoutSeconds: 300,
    signal,
  });
  if (result.exitCode === 0) return;
  throw new PitwallError({
    what: 'Cannot pin the package',
    where: command.join(' '),
    expected: 'exit code 0',
    seen: tailOf(`${result.stdout}\n${result.stderr}`, 6) || `exit code ${result.exitCode}`,
    next: 'Check which versions exist, then name one of them',
  });
}

/**
 * Returns the pom.xml with another version of `groupId:artifactId`, changed in place or in the property that
 * it names.
 */
export function withPomVersion(text: string, name: string, version: string): string {
  const [group = '', artifact = ''] = name.split(':');
  const escaped = (word: string): string => word.replaceAll('.', '\\.');
  const block = [...text.matchAll(/<(parent|dependency|plugin)>[\s\S]*?<\/\1>/g)].find(
    ([found]) =>
      found.includes(`<groupId>${group}</groupId>`) && found.includes(`<artifactId>${artifact}</artifactId>`),
  );
  const written = /<version>\s*([^<]+?)\s*<\/version>/.exec(block?.[0] ?? '')?.[1];
  if (block === undefined || written === undefined) return text;
  const property = /^\$\{([\w.-]+)\}$/.exec(written)?.[1];
  if (property) {
    const tag = escaped(property);
    return text.replace(new RegExp(`(<${tag}>)[^<]*(</${tag}>)`), `$1${version}$2`);
  }
  return text.replace(
    block[0],
    block[0].replace(/<version>[^<]*<\/version>/, `<version>${version}</version>`),
  );
}

/**
 * Resolves a short name to a locked package: the package of that name, one whose path ends in it, or the
 * framework's.
 */
export function packageNamed(name: string, lockFile: string, lock: string, framework: string): string | null {
  const last = framework
    .split(/[/:]/)
    .filter((part) => !/^v\d+$/.test(part))
    .at(-1);
  if (name === framework || name === last) return framework;
  if (versionInLockFile(lockFile, lock, name) !== null) return name;
  if (lockFile !== 'go.mod') return null;
  const modules = [...lock.matchAll(/^\s*(?:require )?(\S+\/\S+) v\S+/gm)].map(([, module = '']) => module);
  return modules.find((module) => module.replace(/\/v\d+$/, '').endsWith(`/${name}`)) ?? null;
}

function noWay(target: Target, lockFile: string | null): PitwallError {
  return usageError({
    what: 'Cannot pin a package of this target',
    where: `targets/${target.id}/target.yaml › framework.version`,
    expected: `a lock file of ${Object.keys(ways).join(', ')}`,
    seen: lockFile ?? 'a version that a program reports',
    next: 'Change the version in a commit, then compare the commits',
  });
}

function notLocked(target: Target, lockFile: string, name: string): PitwallError {
  return usageError({
    what: 'The target has no such package',
    where: `targets/${target.id}/${lockFile}`,
    expected: 'a package in its lock file, or the last part of its name',
    seen: name,
    next: `Look for its name in targets/${target.id}/${lockFile}`,
  });
}
