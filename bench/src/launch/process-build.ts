import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Target } from '../model/index.ts';
import { runCommand } from '../process/command.ts';
import { PitwallError } from '../util/errors.ts';
import { tailOfBuild } from '../util/lines.ts';
import { hashOf, readRecord, recordPath, writeRecord } from './build/record.ts';
import {
  artifactPaths,
  digestArtifact,
  digestFiles,
  digestSources,
  type FilesDigest,
} from './files-digest.ts';
import type { Built } from './launcher.ts';
import { sharedFolder } from './server-environment.ts';
import { buildEnvironment, toolchainInfo, versionIn, versionLine } from './toolchains.ts';

interface BuildContext {
  /** Where records of builds are kept. */
  cache: string;
  path: string;
  signal: AbortSignal;
  onLine?: (line: string) => void;
}

const BUILD_MINUTES = 30;
const VERSION_SECONDS = 20;

/** Builds with this machine's toolchains, unless nothing changed since the last build. */
export async function buildWithToolchains(target: Target, context: BuildContext): Promise<Built> {
  const { artifact, build } = target.manifest.process;
  const missing = (): string | undefined => artifactPaths(target).find((path) => !existsSync(path));
  const record = recordPath(context.cache, 'process', target);
  const inputs = hashOf(
    digestSources(target.folder),
    digestFiles(sharedFolder(target)).digest,
    build,
    artifact,
    await toolchainVersions(target, context),
  );
  const known = readRecord(record);
  const before = missing() === undefined ? digestArtifact(target) : null;
  if (before && known?.inputs === inputs && known.digest === before.digest) {
    return built(target, before, known.seconds, context);
  }

  const started = performance.now();
  for (const command of build) await runBuildStep(target, command, context);
  const took = (performance.now() - started) / 1_000;
  const absent = missing();
  if (absent !== undefined) throw noArtifact(target, relative(target.folder, absent));
  const made = digestArtifact(target);
  // A tool that finds its own output up to date takes almost no time: keep the time of the build that made
  // the artifact, or `null` if it was not timed.
  const unchanged = before?.digest === made.digest;
  const seconds = unchanged ? (known?.digest === made.digest ? known.seconds : null) : took;
  writeRecord(record, { inputs, ...made, seconds });
  return built(target, made, seconds, context);
}

/** Reads versions after the build, which may have installed the program that reports them. */
async function built(
  target: Target,
  made: FilesDigest,
  buildSeconds: number | null,
  context: BuildContext,
): Promise<Built> {
  const { runtime, framework } = target.manifest;
  return {
    target,
    artifact: { kind: 'files', ...made },
    buildSeconds,
    runtimeVersion: await versionOf(runtime.process, target, context),
    frameworkVersion:
      'process' in framework.version ? await versionOf(framework.version.process, target, context) : null,
  };
}

async function runBuildStep(
  target: Target,
  command: readonly string[],
  context: BuildContext,
): Promise<void> {
  const result = await runCommand(command, {
    cwd: target.folder,
    environment: buildEnvironment(context.path),
    timeoutSeconds: BUILD_MINUTES * 60,
    signal: context.signal,
    label: `the build of ${target.build}`,
    ...(context.onLine ? { onLine: context.onLine } : {}),
  });
  if (result.exitCode === 0 && !result.timedOut) return;
  const output = `${result.stdout}\n${result.stderr}`;
  throw new PitwallError({
    what: `The build of ${target.build} failed`,
    where: `targets/${target.id}: ${command.join(' ')}`,
    expected: result.timedOut ? `a build within ${BUILD_MINUTES} minutes` : 'exit code 0',
    seen: `${result.timedOut ? 'still running' : `exit code ${result.exitCode}`}; last lines: ${tailOfBuild(output)}`,
    next: `Run it by hand: cd targets/${target.id} && ${command.join(' ')}`,
  });
}

function noArtifact(target: Target, artifact: string): PitwallError {
  return new PitwallError({
    what: `The build of ${target.build} made no artifact`,
    where: `targets/${target.id}/target.yaml › process.artifact`,
    expected: `${artifact} after the build`,
    seen: 'no such file',
    next: 'Fix process.artifact or the build commands',
  });
}

/** Returns one line per toolchain: a new compiler makes a new artifact from the same sources. */
async function toolchainVersions(target: Target, context: BuildContext): Promise<string[]> {
  const versions: string[] = [];
  for (const name of target.manifest.process.toolchains) {
    versions.push(`${name} ${(await firstLine(toolchainInfo(name).version, target, context)) ?? 'unknown'}`);
  }
  return versions;
}

async function versionOf(
  command: readonly string[],
  target: Target,
  context: BuildContext,
): Promise<string | null> {
  const line = await firstLine(command, target, context);
  return line === null ? null : versionIn(line);
}

/** Reads both outputs, because nginx reports its version on standard error. */
async function firstLine(
  command: readonly string[],
  target: Target,
  context: BuildContext,
): Promise<string | null> {
  const result = await runCommand(command, {
    cwd: target.folder,
    environment: buildEnvironment(context.path),
    timeoutSeconds: VERSION_SECONDS,
    signal: context.signal,
  });
  return result.exitCode === 0 ? versionLine(`${result.stdout}${result.stderr}`) : null;
}

/**
 * Returns the version of the framework as far as it is known without a build: what a program says that is here
 * already. `null` if there is none, or only the build makes it.
 */
export async function frameworkVersionHere(
  target: Target,
  cache: string,
  path: string,
): Promise<string | null> {
  const { runtime, framework } = target.manifest;
  const signal = AbortSignal.timeout(VERSION_SECONDS * 1_000);
  const ask = async (command: readonly string[]): Promise<string | null> => {
    try {
      return await versionOf(command, target, { cache, path, signal });
    } catch {
      return null;
    }
  };
  if ('runtime' in framework.version) return ask(runtime.process);
  return 'process' in framework.version ? ask(framework.version.process) : null;
}
