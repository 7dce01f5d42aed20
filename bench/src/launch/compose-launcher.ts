import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_BOUNDS, type BuildBounds } from '../hosts/build-guard.ts';
import { type Service, startService } from '../hosts/compose.ts';
import { dockerAvailable, dockerCommand, imageIsThere } from '../hosts/docker.ts';
import { peakMemoryOf, SHELL_IMAGE } from '../hosts/host-files.ts';
import { type Host, thisHost } from '../hosts/hosts.ts';
import { UNTRUSTED_VARIABLE } from '../hosts/side-network.ts';
import { ResidentPeak } from '../process/resident-peak.ts';
import type { Usage } from '../process/usage.ts';
import { PitwallError } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import { baseImagesOf } from './base-images.ts';
import { buildImage } from './compose-build.ts';
import { type Built, HEALTHY_SECONDS, type Launcher, type RunningServer, STOP_SECONDS } from './launcher.ts';
import { requireFreePort, requireSilentPort } from './port-check.ts';
import { requireHealthy } from './readiness.ts';
import { contractEnvironment } from './server-environment.ts';

export interface ComposeLauncherOptions {
  repository: Repository;
  pinned?: boolean;
  healthySeconds?: number;
  stopSeconds?: number;
  /** Pulls nothing, and leaves out a target whose base images are missing. Set by PITWALL_OFFLINE. */
  offline?: boolean;
  /** Words for `docker build`, from PITWALL_BUILD_FLAGS. */
  buildFlags?: readonly string[];
  /** What a build may take; `null` for no bound but time, unless PITWALL_UNTRUSTED is set. */
  bounds?: BuildBounds | null;
  /** Where servers are built and run. */
  host?: Host;
}

const OFFLINE_VARIABLE = 'PITWALL_OFFLINE';
/** How long an answer of the engine holds: to ask takes a tenth of a second, and `doctor` asks for each target. */
const STATE_MILLISECONDS = 5_000;
/** Words for `docker build` that this machine needs. */
export const buildFlagsOfMachine = (): string[] =>
  (process.env.PITWALL_BUILD_FLAGS ?? '').split(/\s+/).filter(Boolean);

/** Bounds protect the machine from builds; an engine without root cannot set them. */
const boundsOfMachine = (): BuildBounds | null => (process.env[UNTRUSTED_VARIABLE] ? BUILD_BOUNDS : null);

/** Runs targets in containers, confined as `compose.yaml` says. */
export function createComposeLauncher(options: ComposeLauncherOptions): Launcher {
  const { repository, pinned = true, host: { context } = thisHost } = options;
  const { healthySeconds = HEALTHY_SECONDS, stopSeconds = STOP_SECONDS } = options;
  const offline = options.offline ?? Boolean(process.env[OFFLINE_VARIABLE]);
  const buildFlags = options.buildFlags ?? buildFlagsOfMachine();
  const bounds = options.bounds === undefined ? boundsOfMachine() : options.bounds;
  const running = new Set<Service>();
  let asked: { at: number; state: ReturnType<typeof dockerAvailable> } | null = null;
  const engineState = (): ReturnType<typeof dockerAvailable> => {
    if (asked === null || performance.now() - asked.at > STATE_MILLISECONDS)
      asked = { at: performance.now(), state: dockerAvailable(context) };
    return asked.state;
  };

  return {
    name: 'compose',

    async missingFor(target) {
      const state = await engineState();
      if (!state.available) return [{ what: state.reason, next: state.next }];
      if (!offline) return [];
      const needed = new Set([...baseImagesOf(target), ...(bounds ? [SHELL_IMAGE] : [])]);
      const absent = await absentImages([...needed], context);
      return absent.map((image) => ({
        what: `The image ${image} is not on ${context === null ? 'this machine' : `the host of ${context}`}, and ${OFFLINE_VARIABLE} is set`,
        next: dockerCommand(context, 'pull', image).join(' '),
      }));
    },

    build(target, { signal, onLine }) {
      const place = { cache: repository.cache, context, flags: buildFlags, bounds, signal };
      return buildImage(target, onLine ? { ...place, onLine } : place);
    },

    async start(built, variant, settings, signal) {
      signal.throwIfAborted();
      const { host, port, network } = settings;
      const requireFree = context === null ? requireFreePort : requireSilentPort;
      await requireFree(host, port, `${built.target.id} in a container`);
      const scratch = makeScratch(repository.cache);
      let service: Service;
      try {
        const file = join(scratch, 'environment');
        writeFileSync(file, environmentLines(contractEnvironment(variant, settings)));
        service = await startService({
          root: repository.root,
          service: 'target',
          port,
          variables: {
            // By digest: a tag may have moved since the build.
            PITWALL_IMAGE: built.artifact.digest,
            PITWALL_ENVIRONMENT_FILE: file,
            PITWALL_PROCESSORS: pinned ? settings.processors.join(',') : '',
          },
          ...(network && { network }),
          context,
          signal,
        });
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
      running.add(service);
      const byHand = service.command.join(' ');
      const memory = new ResidentPeak();
      const stop: RunningServer['stop'] = async () => {
        const report = await service.stop(stopSeconds);
        running.delete(service);
        return report;
      };
      try {
        await requireHealthy({
          name: built.target.id,
          where: byHand,
          byHand,
          host,
          port,
          healthySeconds,
          signal,
          ended: service.ended,
          members: service.members,
          log: service.log,
        });
      } catch (error) {
        await service.stop(0);
        running.delete(service);
        throw error;
      }
      return {
        origin: `http://${host}:${port}`,
        command: service.command,
        byHand,
        usage: () => requireUsage(service, built),
        pids: service.members,
        peakMemoryBytes: async () =>
          context === null ? memory.with(service.members()) : peakMemoryOf(context, service.id),
        exited: service.exited,
        log: service.log,
        linesWritten: service.linesWritten,
        pause: service.pause,
        resume: service.resume,
        stop,
      } satisfies RunningServer;
    },

    // Most of a container's cold start is the work of its engine, which is not compared.
    coldStartCommand: () => null,
    // A layer cache depends on what was built before: no two machines would time the same.
    cleanBuildCommand: () => null,

    async close() {
      await Promise.all([...running].map((service) => service.stop(stopSeconds)));
      running.clear();
    },
  };
}

async function absentImages(images: readonly string[], context: string | null): Promise<string[]> {
  const there = await Promise.all(images.map((image) => imageIsThere(image, context)));
  return images.filter((_, index) => !there[index]);
}

async function requireUsage(service: Service, built: Built): Promise<Usage> {
  const usage = await service.usage();
  if (usage) return usage;
  throw new PitwallError({
    what: 'Cannot read the resource usage of a container',
    where: `${built.target.id}: its cgroup, or the statistics of its engine`,
    expected: 'CPU time of a running container',
    seen: 'none: the container has exited, or the engine runs on another machine without a context',
    next: 'If the engine runs elsewhere, create a Docker context for it: export PITWALL_SERVER_CONTEXT=…',
  });
}

function makeScratch(cache: string): string {
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'container-'));
}

function environmentLines(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value.replaceAll('\n', ' ')}\n`)
    .join('');
}
