import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from '../util/repository.ts';
import { git } from './git.ts';

/** Copies results added since the checkout into a folder laid out like `results/`; returns their paths. */
export async function gatherResults(
  repository: Repository,
  folder: string,
  signal: AbortSignal,
): Promise<string[]> {
  const words = ['ls-files', '--others', '--modified', '--exclude-standard', '-z', '--', 'results'];
  const listed = (await git(words, { cwd: repository.root, signal })).split('\0');
  const files = [...new Set(listed)].filter((file) => file.endsWith('.json')).sort();
  for (const file of files) {
    const to = join(folder, file.slice('results/'.length));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(repository.root, file), to);
  }
  return files;
}
