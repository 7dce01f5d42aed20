import { cpSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from '../util/repository.ts';
import { git } from './git.ts';

/**
 * Copies results added or changed since the checkout into a folder laid out like `results/`; returns their
 * paths. A run is copied as a whole: one that was continued also has files that did not change.
 */
export async function gatherResults(
  repository: Repository,
  folder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const words = ['ls-files', '--others', '--modified', '--exclude-standard', '-z', '--', 'results'];
  const listed = (await git(words, { cwd: repository.root, signal })).split('\0');
  // Deleted files are listed as modified.
  const changed = listed.filter((file) => file.endsWith('.json') && existsSync(join(repository.root, file)));
  const runs = new Set(changed.filter((file) => file.startsWith('results/runs/')).map(dirname));
  const whole = [...runs].flatMap((run) => globSync(`${run}/*.json`, { cwd: repository.root }));
  const machines = [...runs].map((run) => `results/machines/${run.split('/')[2]}.json`);
  const known = globSync('results/machines/*.json', { cwd: repository.root });
  const files = new Set([...changed, ...whole, ...machines.filter((file) => known.includes(file))]);
  for (const file of files) {
    const to = join(folder, file.slice('results/'.length));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(repository.root, file), to);
  }
  return [...files].sort();
}
