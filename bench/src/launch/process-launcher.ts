import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import type { Variant } from '../model/index.ts';
import { type ProcessTree, startTree } from '../process/tree/process-tree.ts';
import { which } from '../process/which.ts';
import type { Repository } from '../util/repository.ts';
import { shellWord } from '../util/text.ts';
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
import { buildWithToolchains, frameworkVersionHere } from './process-build.ts';
import { requireHealthy } from './readiness.ts';
import { contractEnvironment, sharedFolder } from './server-environment.ts';
import { missingToolchains, toolchainFolders, toolchainPath } from './toolchains.ts';

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

    async missingFor(target) {
      return missingToolchains(target.manifest.process.toolchains, path);
    },

    versionHere: (target) => frameworkVersionHere(target, repository.cache, path),

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
      const environment = serverEnvironment(built, variant, settings, path);
      const where = `targets/${target.id}`;
      const byHand = commandByHand(repository.root, built, command, environment);
      await requireFreePort(settings.host, settings.port, where);
      const tree = startTree({
        command,
        cwd: target.folder,
        environment,
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
          byHand,
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
        byHand,
        usage: async () => ({ ...tree.usage(), peakMemoryBytes: null }),
        peakMemoryBytes: async () => tree.peakMemoryBytes(),
        pids: () => tree.alive(),
        exited: tree.exited,
        log: () => tree.log(),
        linesWritten: () => tree.linesWritten(),
        pause: async () => tree.pause(),
        resume: () => tree.resume(),
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

/** Returns the command that starts it as the harness did, as a person would type it in the checkout. */
function commandByHand(
  root: string,
  { target }: Built,
  start: readonly string[],
  environment: Readonly<Record<string, string>>,
): string {
  const [program = ''] = start;
  // Node comes from the checkout, and a JDK may be another than the shell's.
  const own = program.includes('/')
    ? undefined
    : toolchainFolders(root).find((folder) => existsSync(join(folder, program)));
  const { PATH: _path, HOME: _home, ...variables } = environment;
  const here = (path: string): string => (path.startsWith(`${root}/`) ? relative(target.folder, path) : path);
  const set = Object.entries(variables).map(([name, value]) =>
    // A password may be a real one, and errors end up in logs.
    name.includes('PASSWORD') ? `${name}="$${name}"` : `${name}=${shellWord(here(value))}`,
  );
  return [
    `cd ${shellWord(relative(root, target.folder))} &&`,
    ...(own === undefined ? [] : [`PATH=${shellWord(here(own))}:"$PATH"`]),
    ...set,
    ...start.map(shellWord),
  ].join(' ');
}
