import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Comparison,
  packageFolder,
  RELEASES_SCHEMA_VERSION,
  type ReleaseHistory,
  releaseHistorySchema,
  variantKey,
} from '../model/index.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { PitwallError } from '../util/errors.ts';
import { readJson } from '../util/json-file.ts';
import { readComparison } from './comparison-store.ts';
import { formatResult } from './format-result.ts';
import { MAX_RESULT_BYTES } from './run-store.ts';

/** The file of a history in its folder. */
const HISTORY_FILE = 'history.json';

/** A history with the comparisons of its folder, by id. */
export interface StoredReleases {
  /** Path of the folder below the results folder. */
  folder: string;
  history: ReleaseHistory;
  comparisons: ReadonlyMap<string, Comparison>;
}

/** Returns `releases/<machine>/<target>.<variant>/<package>`, below the results folder. */
export function releasesFolder({
  machine,
  target,
  variant,
  package: { name },
}: Pick<ReleaseHistory, 'machine' | 'target' | 'variant' | 'package'>): string {
  return `releases/${machine}/${variantKey({ target, variant })}/${packageFolder(name)}`;
}

/** Returns the folders of all histories below a results folder. */
export function releasesFolders(results: string): string[] {
  return globSync(`releases/*/*/*/${HISTORY_FILE}`, { cwd: results }).map(dirname).sort();
}

/** Returns the paths of all files of histories below a results folder, whatever they are. */
export function releaseFiles(results: string): string[] {
  return globSync('releases/**/*.json', { cwd: results }).sort();
}

/** Returns the history in a folder; `null` if it has none yet. Throws a PitwallError if the file is invalid. */
export function readHistoryFile(results: string, folder: string): ReleaseHistory | null {
  const file = join(results, folder, HISTORY_FILE);
  if (!existsSync(file)) return null;
  return readJson(file, releaseHistorySchema, {
    maxBytes: MAX_RESULT_BYTES,
    schemaVersion: RELEASES_SCHEMA_VERSION,
  });
}

/** Reads a history with its comparisons; throws a PitwallError if one is invalid or the folder is not theirs. */
export function readReleases(results: string, folder: string): StoredReleases {
  const history = readHistoryFile(results, folder);
  const expected = history === null ? `${folder}/${HISTORY_FILE}` : releasesFolder(history);
  if (history === null || expected !== folder) {
    throw new PitwallError({
      what: 'The history of releases is in the wrong place',
      where: folder,
      expected: `${expected}, by its machine, target variant and package`,
      seen: history === null ? 'no such file' : folder,
      next: 'Move the folder to where its contents say it belongs, or restore it from git',
    });
  }
  const names = globSync('*.json', { cwd: join(results, folder) }).filter((name) => name !== HISTORY_FILE);
  const comparisons = names.sort().map((name): [string, Comparison] => {
    return [name.replace(/\.json$/, ''), readComparison(join(results, folder, name))];
  });
  return { folder, history, comparisons: new Map(comparisons) };
}

/** Reads every history of a results folder; throws a PitwallError at the first invalid file. */
export function readAllReleases(results: string): StoredReleases[] {
  return releasesFolders(results).map((folder) => readReleases(results, folder));
}

/** Writes a comparison beside its history. The history names it, so it has to be written first. */
export function writeReleaseComparison(results: string, folder: string, comparison: Comparison): void {
  writeFileAtomic(join(results, folder, `${comparison.id}.json`), formatResult(comparison));
}

/** Replaces the whole file at once, so that a killed command leaves the history of all releases before. */
export function writeHistory(results: string, history: ReleaseHistory): void {
  writeFileAtomic(join(results, releasesFolder(history), HISTORY_FILE), formatResult(history));
}
