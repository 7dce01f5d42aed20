import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../util/command.ts';
import { HARNESS_LABEL } from '../util/docker.ts';
import type { Repository } from '../util/repository.ts';

/** What somebody else's code may have left on a runner that goes on to serve others. */

const SWEEP_SECONDS = 300;
/** Checkouts of revisions, and what was built from them. */
const LEFT_IN_CACHE = ['revisions', 'builds'];

export interface Swept {
  containers: number;
  images: number;
  /** False where the engine did not let go of its build cache. */
  buildCache: boolean;
}

/** Removes containers, images, layers and cache mounts of builds, and the checkouts that they came from. */
export async function sweep(repository: Repository, signal: AbortSignal): Promise<Swept> {
  const docker = (...words: string[]) =>
    runCommand(['docker', ...words], { timeoutSeconds: SWEEP_SECONDS, signal });
  const idsOf = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await docker(...words);
    return [...new Set(stdout.split('\n').filter(Boolean))];
  };
  const containers = await idsOf('ps', '--all', '--quiet', '--filter', `label=${HARNESS_LABEL}`);
  if (containers.length > 0) await docker('rm', '--force', '--volumes', ...containers);
  const images = await idsOf('image', 'ls', '--quiet', '--filter', 'reference=pitwall/*');
  if (images.length > 0) await docker('image', 'rm', '--force', ...images);
  // Cache mounts too: one build could leave in them what the next one takes for its own.
  const pruned = await docker('builder', 'prune', '--all', '--force');
  for (const name of LEFT_IN_CACHE) rmSync(join(repository.cache, name), { recursive: true, force: true });
  return { containers: containers.length, images: images.length, buildCache: pruned.exitCode === 0 };
}
