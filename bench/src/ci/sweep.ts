import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dockerCommand, HARNESS_LABEL } from '../hosts/docker.ts';
import type { Hosts } from '../hosts/hosts.ts';
import { runCommand } from '../process/command.ts';
import { tailOf } from '../util/lines.ts';
import type { Repository } from '../util/repository.ts';

/** Removes what untrusted code may have left on a runner that other jobs use next. */

const SWEEP_SECONDS = 300;
const LOADER_IMAGE = 'pitwall/loader';
/** Folders of the cache with checkouts of revisions, and with builds of them. */
const LEFT_IN_CACHE = ['revisions', 'builds'];

interface Swept {
  containers: number;
  images: number;
  /** Commands that the engine did not carry out, with its words: what they were to find or remove may still be there. */
  failed: string[];
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
  const swept: Swept = { containers: 0, images: 0, failed: [] };
  for (const context of new Set(Object.values(hosts ?? {}).map((host) => host.context))) {
    const { containers, images, failed } = await sweepEngine(context, signal);
    swept.containers += containers;
    swept.images += images;
    swept.failed.push(...failed);
  }
  for (const name of LEFT_IN_CACHE) rmSync(join(repository.cache, name), { recursive: true, force: true });
  return swept;
}

/** Goes on after a command that fails, so that as little as possible is left. */
async function sweepEngine(context: string | null, signal: AbortSignal): Promise<Swept> {
  const swept: Swept = { containers: 0, images: 0, failed: [] };
  const docker = async (...words: string[]): Promise<{ isDone: boolean; lines: string[] }> => {
    const { exitCode, stdout, stderr } = await runCommand(dockerCommand(context, ...words), {
      timeoutSeconds: SWEEP_SECONDS,
      signal,
    });
    if (exitCode !== 0)
      swept.failed.push(`${dockerCommand(context, ...words.slice(0, 2)).join(' ')}: ${tailOf(stderr, 3)}`);
    return { isDone: exitCode === 0, lines: [...new Set(stdout.split('\n').filter(Boolean))] };
  };
  const ours = ['--filter', `label=${HARNESS_LABEL}`];
  const { lines: containers } = await docker('ps', '--all', '--quiet', ...ours);
  if (containers.length > 0 && (await docker('rm', '--force', '--volumes', ...containers)).isDone)
    swept.containers = containers.length;
  const { lines: networks } = await docker('network', 'ls', '--quiet', ...ours);
  if (networks.length > 0) await docker('network', 'rm', ...networks);
  const built = ['--filter', 'reference=pitwall/*'];
  const { lines: listed } = await docker('image', 'ls', '--format', '{{.Repository}} {{.ID}}', ...built);
  // Keep the loader's image: it is built from main, contains no code of a pull request, and takes minutes to
  // build.
  const images = listed
    .map((line) => line.split(' '))
    .flatMap(([name, id]) => (id === undefined || name === LOADER_IMAGE ? [] : [id]));
  if (images.length > 0 && (await docker('image', 'rm', '--force', ...images)).isDone)
    swept.images = images.length;
  // An image whose tag a later build took has no name to be found by.
  await docker('image', 'prune', '--force');
  // Remove cache mounts too: one build could leave files in them that the next one trusts.
  await docker('builder', 'prune', '--all', '--force');
  return swept;
}
