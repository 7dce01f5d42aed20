import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { BUILD_BOUNDS, type BuildBounds, type BuildGuard, guardBuild } from '../hosts/build-guard.ts';
import { docker, dockerCommand, HARNESS_LABEL, harnessLabel } from '../hosts/docker.ts';
import type { Target } from '../model/index.ts';
import { type CommandResult, runCommand } from '../process/command.ts';
import { PitwallError } from '../util/errors.ts';
import { tailOfBuild } from '../util/lines.ts';
import { boundReached, boundsText, requireBounded, requireOwnFrontend } from './build/bounds.ts';
import { fileNameOf, hashOf, readRecord, recordPath, writeRecord } from './build/record.ts';
import { digestFiles, digestSources } from './files-digest.ts';
import type { Built } from './launcher.ts';
import { sharedFolder, targetsFolder } from './server-environment.ts';
import { versionIn } from './toolchains.ts';

interface ImageBuildContext {
  cache: string;
  /** Docker context of the engine that builds and keeps the image; `null` for this machine's engine. */
  context: string | null;
  /** Flags that this machine needs, for example a network for builds: PITWALL_BUILD_FLAGS. */
  flags: readonly string[];
  /** What the build may take; `null` for no bound but time. */
  bounds: BuildBounds | null;
  signal: AbortSignal;
  onLine?: (line: string) => void;
}

/** `pitwall/go-gin:<hash of its inputs>`, so that each build has its own tag. */
function imageTag(target: Target, inputs: string): string {
  return `pitwall/${fileNameOf(target)}:${inputs.slice(0, 12)}`;
}

/** Builds the target's image, unless nothing changed since the last build. */
export async function buildImage(
  target: Target,
  place: ImageBuildContext,
): Promise<Built & { image: string }> {
  const { context } = place;
  const { dockerfile } = target.manifest.container;
  const { version } = target.manifest.framework;
  const record = recordPath(place.cache, context === null ? 'image' : `image-${context}`, target);
  const inputs = hashOf(digestSources(target.folder), digestFiles(sharedFolder(target)).digest, dockerfile);
  const image = imageTag(target, inputs);
  const known = readRecord(record);
  let found = await inspectImage(image, context);
  let seconds = known?.seconds ?? null;
  if (!found || known?.inputs !== inputs || known.digest !== found.digest) {
    const before = await imageIds(context);
    const took = await runBuild(target, image, place);
    found = await inspectImage(image, context);
    if (!found) throw new RangeError(`docker build made no ${image}`);
    // An image that already existed came from the cache: keep the time of the build that made it.
    seconds = before.has(found.digest) ? (known?.digest === found.digest ? known.seconds : null) : took;
    writeRecord(record, { inputs, digest: found.digest, sizeBytes: found.sizeBytes, seconds });
  }
  requireNoVolumes(target, found.volumes);
  return {
    target,
    image,
    artifact: { kind: 'image', digest: found.digest, sizeBytes: found.sizeBytes },
    buildSeconds: seconds,
    runtimeVersion: await versionInside(image, target, target.manifest.runtime.container, place),
    frameworkVersion:
      'container' in version ? await versionInside(image, target, version.container, place) : null,
  };
}

/** Builds under the guard of its bounds, and returns the seconds that the build took. */
async function runBuild(target: Target, image: string, place: ImageBuildContext): Promise<number> {
  const { bounds, context, signal } = place;
  requireOwnFrontend(target, readFileSync(dockerfileOf(target), 'utf8'));
  if (bounds === null) return (await runDockerBuild(target, image, place, null)).seconds;
  const guard = await guardBuild(context, target.build, bounds, signal);
  try {
    const watched = { ...place, signal: AbortSignal.any([signal, guard.signal]) };
    const result = await runDockerBuild(target, image, watched, guard);
    requireBounded(target, `${result.stdout}\n${result.stderr}`, await guard.end());
    return result.seconds;
  } finally {
    await guard.end();
  }
}

const dockerfileOf = (target: Target): string => `${target.folder}/${target.manifest.container.dockerfile}`;

async function runDockerBuild(
  target: Target,
  image: string,
  place: ImageBuildContext,
  guard: BuildGuard | null,
): Promise<CommandResult> {
  const { minutes } = guard?.bounds ?? BUILD_BOUNDS;
  const dockerfile = dockerfileOf(target);
  const words = ['build', ...place.flags, ...(guard?.flags ?? []), '-f', dockerfile, '-t', image];
  const result = await runCommand(dockerCommand(place.context, ...words, targetsFolder(target)), {
    environment: { ...process.env, DOCKER_BUILDKIT: '1', BUILDKIT_PROGRESS: 'plain' },
    timeoutSeconds: minutes * 60,
    signal: place.signal,
    label: `the image of ${target.build}`,
    ...(place.onLine ? { onLine: place.onLine } : {}),
  });
  if (result.exitCode === 0) return result;
  const output = `${result.stdout}\n${result.stderr}`;
  const reached = guard && boundReached(output, guard.bounds, await guard.end());
  const ending = result.timedOut ? 'still running' : `exit code ${result.exitCode}`;
  throw new PitwallError({
    what: `Cannot build the image of ${target.build}`,
    where: `targets/${target.id}/${target.manifest.container.dockerfile}`,
    expected: result.timedOut
      ? `a build within ${minutes} minutes`
      : `exit code 0 from docker build${guard ? `, within ${boundsText(guard.bounds)}` : ''}`,
    seen: `${reached ? `${ending}: ${reached}` : ending}; last lines: ${tailOfBuild(output)}`,
    next: `Run it by hand: docker build -f targets/${target.id}/${target.manifest.container.dockerfile} targets/ (flags of this machine go into PITWALL_BUILD_FLAGS)`,
  });
}

async function imageIds(context: string | null): Promise<Set<string>> {
  const { stdout } = await runCommand(
    dockerCommand(context, 'image', 'ls', '--all', '--quiet', '--no-trunc'),
    { timeoutSeconds: 30 },
  );
  return new Set(stdout.split('\n').filter(Boolean));
}

interface FoundImage {
  digest: string;
  sizeBytes: number;
  /** Folders for which the engine gives each container a volume of its own. */
  volumes: string[];
}

async function inspectImage(image: string, context: string | null): Promise<FoundImage | null> {
  const format = '{{.Id}} {{.Size}} {{with .Config}}{{json .Volumes}}{{end}}';
  const result = await runCommand(dockerCommand(context, 'image', 'inspect', '--format', format, image), {
    timeoutSeconds: 30,
  });
  const [, digest, size, volumes] = /^(\S+) (\d+) ?(.*)$/s.exec(result.stdout.trim()) ?? [];
  if (result.exitCode !== 0 || digest === undefined) return null;
  const declared = z
    .record(z.string(), z.unknown())
    .nullable()
    .parse(JSON.parse(volumes || 'null'));
  return { digest, sizeBytes: Number(size), volumes: Object.keys(declared ?? {}) };
}

/** A read-only container can write to its volumes, which nothing bounds: they are on the disk of the engine. */
function requireNoVolumes(target: Target, volumes: readonly string[]): void {
  if (volumes.length === 0) return;
  throw new PitwallError({
    what: `The image of ${target.build} declares a volume`,
    where: `targets/${target.id}/${target.manifest.container.dockerfile}`,
    expected: 'no VOLUME, in it or in its base image: a server may write to /tmp alone',
    seen: volumes.join(', '),
    next: 'Remove VOLUME; if the base image has it, use another one',
  });
}

/** Asks the image itself, confined like a server (`compose.yaml`). */
async function versionInside(
  image: string,
  target: Target,
  command: readonly string[],
  { context, signal }: ImageBuildContext,
): Promise<string | null> {
  const [program, ...words] = command as [string, ...string[]];
  const name = `pitwall-version-${randomUUID()}`;
  const confined = [
    ...['--network', 'none', '--read-only', '--tmpfs', '/tmp:size=64m,mode=1777', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges:true', '--user', '65532:65532'],
    ...['--memory', '2g', '--memory-swap', '2g', '--pids-limit', '512', '--log-driver', 'none'],
    ...['--ulimit', 'core=0', '--no-healthcheck'],
  ];
  try {
    const { stdout, stderr } = await docker(
      [
        ...['run', '--rm', '--name', name, '--label', `${HARNESS_LABEL}=${harnessLabel(context)}`],
        ...[...confined, '--entrypoint', program, image, ...words],
      ],
      {
        what: `The image of ${target.build} does not report its version`,
        context,
        signal,
        timeoutSeconds: 60,
      },
    );
    return versionIn(stdout) ?? versionIn(stderr);
  } finally {
    // What ends at the time limit or with Ctrl-C is the client: the container would go on.
    await runCommand(dockerCommand(context, 'rm', '--force', '--volumes', name), { timeoutSeconds: 60 });
  }
}
