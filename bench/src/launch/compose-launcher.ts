import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, startService } from '../util/compose.ts';
import { dockerAvailable, imageIsThere } from '../util/docker.ts';
import { PitwallError } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import type { Usage } from '../util/usage.ts';
import { baseImagesOf } from './base-images.ts';
import { buildImage } from './compose-build.ts';
import { type Built, HEALTHY_SECONDS, type Launcher, type RunningServer, STOP_SECONDS } from './launcher.ts';
import { requireFreePort } from './port-check.ts';
import { requireHealthy } from './readiness.ts';
import { contractEnvironment } from './server-environment.ts';

export interface ComposeLauncherOptions {
  repository: Repository;
  pinned?: boolean;
  healthySeconds?: number;
  stopSeconds?: number;
  /** Nothing is pulled: a target whose base images are not there is left out. Set by PITWALL_OFFLINE. */
  offline?: boolean;
  /** Words for `docker build`, from PITWALL_BUILD_FLAGS. */
  buildFlags?: readonly string[];
}

const OFFLINE_VARIABLE = 'PITWALL_OFFLINE';

/** Targets in containers, confined as the design's safety section asks. */
export function createComposeLauncher(options: ComposeLauncherOptions): Launcher {
  const { repository, pinned = true } = options;
  const { healthySeconds = HEALTHY_SECONDS, stopSeconds = STOP_SECONDS } = options;
  const offline = options.offline ?? Boolean(process.env[OFFLINE_VARIABLE]);
  const buildFlags = options.buildFlags ?? wordsOf(process.env.PITWALL_BUILD_FLAGS);
  const running = new Set<Service>();

  return {
    name: 'compose',

    async lacks(target) {
      const state = await dockerAvailable();
      if (!state.available) return [{ what: state.reason, next: state.next }];
      if (!offline) return [];
      const absent = await absentImages(baseImagesOf(target));
      return absent.map((image) => ({
        what: `the image ${image} is not on this machine, and ${OFFLINE_VARIABLE} is set`,
        next: `docker pull ${image}`,
      }));
    },

    build(target, { signal, onLine }) {
      const context = { cache: repository.cache, flags: buildFlags, signal };
      return buildImage(target, onLine ? { ...context, onLine } : context);
    },

    async start(built, variant, settings, signal) {
      signal.throwIfAborted();
      const { host, port } = settings;
      await requireFreePort(host, port, `${built.target.id} in a container`);
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
          signal,
        });
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
      running.add(service);
      const stop: RunningServer['stop'] = async () => {
        const report = await service.stop(stopSeconds);
        running.delete(service);
        return report;
      };
      try {
        await requireHealthy({
          name: built.target.id,
          where: service.command.join(' '),
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
        usage: async () => requireUsage(service, built),
        exited: service.exited,
        log: service.log,
        stop,
      } satisfies RunningServer;
    },

    // Most of a container's cold start is the engine's, and the engine is not what is compared.
    coldStartCommand: () => null,
    // What a layer cache holds is a matter of what was built before: no two machines would time the same.
    cleanBuildCommand: () => null,

    async close() {
      await Promise.all([...running].map((service) => service.stop(stopSeconds)));
      running.clear();
    },
  };
}

async function absentImages(images: readonly string[]): Promise<string[]> {
  const there = await Promise.all(images.map(imageIsThere));
  return images.filter((_, index) => !there[index]);
}

function requireUsage(service: Service, built: Built): Usage {
  const usage = service.usage();
  if (usage) return usage;
  throw new PitwallError({
    what: 'The resources of a container cannot be read',
    where: `${built.target.id}: its cgroup below /sys/fs/cgroup`,
    expected: 'a cgroup of this machine',
    seen: 'none: the container has ended, or the engine runs on another machine',
    next: 'Run the bench on the machine that runs the engine',
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

function wordsOf(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(Boolean);
}
