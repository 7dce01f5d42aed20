import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kindOfEntry } from '../util/json-file.ts';
import type { Repository } from '../util/repository.ts';
import { git } from './git.ts';

interface Gathered {
  /** Paths of what was copied, below the root of the checkout. */
  files: string[];
  leftOut: { file: string; why: string }[];
}

/** Names of results. An upload fails as a whole for a name with a line end, a colon or an asterisk. */
const RESULT_NAME = /^results\/[\w.-]+(?:\/[\w.-]+)*\.json$/;

/**
 * Copies results added or changed since the checkout into a folder laid out like `results/`, with the files of
 * their machines. A run and a history of releases are copied as a whole: one that was continued also has files that
 * did not change. What cannot be handed on is left out.
 */
export async function gatherResults(
  repository: Repository,
  folder: string,
  signal: AbortSignal,
): Promise<Gathered> {
  // Modified files include deleted ones.
  const words = ['ls-files', '--others', '--modified', '--exclude-standard', '-z', '--', 'results'];
  const listed = (await git(words, { cwd: repository.root, signal })).split('\0');
  const changed = [...new Set(listed)].filter((file) => file.endsWith('.json'));
  const gathered: Gathered = { files: [], leftOut: [] };
  const isThere = (file: string): boolean => existsSync(join(repository.root, file));
  const present = changed.filter(isThere);
  const runs = new Set(
    present.filter((file) => /^results\/(?:runs|releases)\/[\w./-]+$/.test(file)).map(dirname),
  );
  const whole = [...runs].flatMap((run) => globSync(`${run}/*.json`, { cwd: repository.root }));
  const machines = machineFiles(present).filter(isThere);
  for (const file of [...new Set([...changed, ...whole, ...machines])].sort()) {
    const why = whyLeftOut(join(repository.root, file), file);
    if (why !== null) {
      gathered.leftOut.push({ file, why });
      continue;
    }
    const to = join(folder, file.slice('results/'.length));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(join(repository.root, file)));
    gathered.files.push(file);
  }
  return gathered;
}

/** The machines of runs, comparisons and histories of releases, by their paths. */
function machineFiles(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const [, machine] = /^results\/(?:runs|comparisons|releases)\/([\w-]+)\//.exec(file) ?? [];
    return machine === undefined ? [] : [`results/machines/${machine}.json`];
  });
}

/** Returns why a file is not handed on; `null` if it is. */
function whyLeftOut(path: string, file: string): string | null {
  if (!RESULT_NAME.test(file)) return 'its name has other characters than those of results';
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 'it was deleted';
  return status.isFile() ? null : `it is ${kindOfEntry(status)}`;
}
