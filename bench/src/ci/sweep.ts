import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dockerCommand, HARNESS_LABEL } from '../hosts/docker.ts';
import type { Hosts } from '../hosts/hosts.ts';
import { runCommand } from '../process/command.ts';
import type { Repository } from '../util/repository.ts';

/** What somebody else's code may have left on a runner that goes on to serve others. */

const SWEEP_SECONDS = 300;
const LOADER_IMAGE = 'pitwall/loader';
/** Checkouts of revisions, and what was built from them. */
const LEFT_IN_CACHE = ['revisions', 'builds'];

interface Swept {
  containers: number;
  images: number;
  /** False where the engine did not let go of its build cache. */
  buildCache: boolean;
}

/**
 * Removes containers, images, layers and cache mounts of builds from the engine of every role, and the checkouts that
 * they came from.
 */
export async function sweep(repository: Repository, hosts: Hosts, signal: AbortSignal): Promise<Swept> {
  const swept: Swept = { containers: 0, images: 0, buildCache: true };
  for (const context of new Set(Object.values(hosts).map((host) => host.context))) {
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
  const ours = ['--filter', 'reference=pitwall/*'];
  const listed = await idsOf('image', 'ls', '--format', '{{.Repository}} {{.ID}}', ...ours);
  // The loader's is made from main and takes minutes to make: no code of a pull request is in it.
  const images = listed
    .map((line) => line.split(' '))
    .flatMap(([name, id]) => (id === undefined || name === LOADER_IMAGE ? [] : [id]));
  if (images.length > 0) await docker('image', 'rm', '--force', ...images);
  // Cache mounts too: one build could leave in them what the next one takes for its own.
  const pruned = await docker('builder', 'prune', '--all', '--force');
  return { containers: containers.length, images: images.length, buildCache: pruned.exitCode === 0 };
}
