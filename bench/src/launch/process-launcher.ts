import { homedir } from 'node:os';
import type { Variant } from '../model/index.ts';
import { type ProcessTree, startTree } from '../process/process-tree.ts';
import { which } from '../process/which.ts';
import type { Repository } from '../util/repository.ts';
import { cleanBuildCommand } from './clean-build/index.ts';
import { firstResponseCommand } from './first-response/index.ts';
import {
  type Built,
  HEALTHY_SECONDS,
  type Launcher,
  type RunningServer,
  type ServerSettings,
  STOP_SECONDS,
} from './launcher.ts';
import { requireFreePort } from './port-check.ts';
import { buildWithToolchains } from './process-build.ts';
import { requireHealthy } from './readiness.ts';
import { contractEnvironment, sharedFolder } from './server-environment.ts';
import { lackingToolchains, toolchainPath } from './toolchains.ts';

export interface ProcessLauncherOptions {
  repository: Repository;
  /** False if the machine has too few processors to give the server its own. */
  pinned?: boolean;
  healthySeconds?: number;
  stopSeconds?: number;
}

/** Runs targets as plain processes of this machine, built by its toolchains. */
export function createProcessLauncher(options: ProcessLauncherOptions): Launcher {
  const { repository, pinned = true } = options;
  const { healthySeconds = HEALTHY_SECONDS, stopSeconds = STOP_SECONDS } = options;
  const path = toolchainPath(repository.root);
  const running = new Set<ProcessTree>();

  return {
    name: 'process',

    async lacks(target) {
      return lackingToolchains(target.manifest.process.toolchains, path);
    },

    build(target, { signal, onLine }) {
      return buildWithToolchains(target, {
        cache: repository.cache,
        path,
        signal,
        ...(onLine ? { onLine } : {}),
      });
    },

    async start(built, variant, settings, signal) {
      signal.throwIfAborted();
      const { target } = built;
      const command = target.manifest.process.start;
      const where = commandLine(built, settings);
      await requireFreePort(settings.host, settings.port, where);
      const tree = startTree({
        command,
        cwd: target.folder,
        environment: serverEnvironment(built, variant, settings, path),
        processors: pinned ? settings.processors : [],
        label: target.id,
      });
      running.add(tree);
      let end: Awaited<ProcessTree['exited']> | null = null;
      void tree.exited.then((value) => {
        end = value;
      });
      try {
        await requireHealthy({
          name: target.id,
          where,
          host: settings.host,
          port: settings.port,
          healthySeconds,
          signal,
          ended: () => end,
          members: () => tree.alive(),
          log: () => tree.log(),
        });
      } catch (error) {
        await tree.stop(0);
        running.delete(tree);
        throw error;
      }
      return {
        origin: `http://${settings.host}:${settings.port}`,
        command,
        usage: async () => tree.usage(),
        pids: () => tree.alive(),
        exited: tree.exited,
        log: () => tree.log(),
        async stop() {
          const report = await tree.stop(stopSeconds * 1_000);
          running.delete(tree);
          return report;
        },
      } satisfies RunningServer;
    },

    coldStartCommand(built, variant, settings) {
      const { start } = built.target.manifest.process;
      const taskset = pinned && settings.processors.length > 0 ? which('taskset') : null;
      return firstResponseCommand({
        cache: repository.cache,
        host: settings.host,
        port: settings.port,
        healthySeconds,
        folder: built.target.folder,
        command: taskset ? [taskset, '-c', settings.processors.join(','), ...start] : start,
        environment: serverEnvironment(built, variant, settings, path),
      });
    },

    cleanBuildCommand({ target }) {
      return cleanBuildCommand(target, { cache: repository.cache, path });
    },

    async close() {
      await Promise.all([...running].map((tree) => tree.stop(stopSeconds * 1_000)));
      running.clear();
    },
  };
}

/** Returns only what the contract names and what programs need to run: a laptop's own settings stay out. */
function serverEnvironment(
  built: Built,
  variant: Variant,
  settings: ServerSettings,
  path: string,
): Record<string, string> {
  return {
    PATH: path,
    HOME: homedir(),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    SHARED_DIR: sharedFolder(built.target),
    ...contractEnvironment(variant, settings),
  };
}

/** Returns the command as a person would type it. */
function commandLine(built: Built, settings: ServerSettings): string {
  const { target } = built;
  return `cd targets/${target.id} && HOST=${settings.host} PORT=${settings.port} ${target.manifest.process.start.join(' ')}`;
}
