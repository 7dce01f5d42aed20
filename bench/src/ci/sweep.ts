import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dockerCommand, HARNESS_LABEL } from '../hosts/docker.ts';
import type { Hosts } from '../hosts/hosts.ts';
import { runCommand } from '../process/command.ts';
import type { Repository } from '../util/repository.ts';

/** Removes what untrusted code may have left on a runner that other jobs use next. */

const SWEEP_SECONDS = 300;
const LOADER_IMAGE = 'pitwall/loader';
/** Folders of the cache with checkouts of revisions, and with builds of them. */
const LEFT_IN_CACHE = ['revisions', 'builds'];

interface Swept {
  containers: number;
  images: number;
  /** False if the engine did not prune its build cache. */
  buildCache: boolean;
}

/**
 * Removes containers, networks, images, layers and cache mounts of builds from the engine of every role, and
 * the checkouts they were built from.
 *
 * @param hosts `null` for a machine that builds and measures as processes, which may have no engine
 */
export async function sweep(
  repository: Repository,
  hosts: Hosts | null,
  signal: AbortSignal,
): Promise<Swept> {
  const swept: Swept = { containers: 0, images: 0, buildCache: true };
  for (const context of new Set(Object.values(hosts ?? {}).map((host) => host.context))) {
    const { containers, images, buildCache } = await sweepEngine(context, signal);
    swept.containers += containers;
    swept.images += images;
    swept.buildCache &&= buildCache;
  }
  for (const name of LEFT_IN_CACHE) rmSync(join(repository.cache, name), { recursive: true, force: true });
  return swept;
}

async function sweepEngine(context: string | null, signal: AbortSignal): Promise<Swept> {
  const docker = (...words: string[]) =>
    runCommand(dockerCommand(context, ...words), { timeoutSeconds: SWEEP_SECONDS, signal });
  const idsOf = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await docker(...words);
    return [...new Set(stdout.split('\n').filter(Boolean))];
  };
  const containers = await idsOf('ps', '--all', '--quiet', '--filter', `label=${HARNESS_LABEL}`);
  if (containers.length > 0) await docker('rm', '--force', '--volumes', ...containers);
  const networks = await idsOf('network', 'ls', '--quiet', '--filter', `label=${HARNESS_LABEL}`);
  if (networks.length > 0) await docker('network', 'rm', ...networks);
  const ours = ['--filter', 'reference=pitwall/*'];
  const listed = await idsOf('image', 'ls', '--format', '{{.Repository}} {{.ID}}', ...ours);
  // Keep the loader's image: it is built from main, contains no code of a pull request, and takes minutes to
  // build.
  const images = listed
    .map((line) => line.split(' '))
    .flatMap(([name, id]) => (id === undefined || name === LOADER_IMAGE ? [] : [id]));
  if (images.length > 0) await docker('image', 'rm', '--force', ...images);
  // Remove cache mounts too: one build could leave files in them that the next one trusts.
  const pruned = await docker('builder', 'prune', '--all', '--force');
  return { containers: containers.length, images: images.length, buildCache: pruned.exitCode === 0 };
}
