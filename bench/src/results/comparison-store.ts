import { globSync } from 'node:fs';
import { join } from 'node:path';
import { COMPARISON_SCHEMA_VERSION, type Comparison, comparisonSchema } from '../model/index.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { PitwallError } from '../util/errors.ts';
import { readJson } from '../util/json-file.ts';
import type { Repository } from '../util/repository.ts';
import { formatResult } from './format-result.ts';
import { MAX_RESULT_BYTES } from './run-store.ts';

/** Returns `comparisons/<machine>/<year>/<id>.json`, below the results folder. */
export function resultPath({ machine, startedAt, id }: Comparison): string {
  return `comparisons/${machine}/${startedAt.slice(0, 4)}/${id}.json`;
}

export function comparisonFile(repository: Repository, comparison: Comparison): string {
  return join(repository.results, resultPath(comparison));
}

/** Replaces the whole file at once, so that a killed comparison leaves its last complete state. */
export function writeComparison(file: string, comparison: Comparison): void {
  writeFileAtomic(file, formatResult(comparison));
}

/**
 * Reads a comparison; throws a PitwallError if the file is too large or invalid.
 *
 * @param said how an error names the file, and what it advises; default: its path, and to restore it
 */
export function readComparison(file: string, said: { name?: string; next?: string } = {}): Comparison {
  return readJson(file, comparisonSchema, {
    ...said,
    maxBytes: MAX_RESULT_BYTES,
    schemaVersion: COMPARISON_SCHEMA_VERSION,
  });
}

/** Returns the paths of all comparisons below a results folder. */
export function comparisonPaths(results: string): string[] {
  return globSync('comparisons/*/*/*.json', { cwd: results }).sort();
}

/** Reads the comparison at a path below a results folder; throws a PitwallError if its contents belong elsewhere. */
export function readPlacedComparison(results: string, path: string): Comparison {
  const comparison = readComparison(join(results, path));
  const expected = resultPath(comparison);
  if (path === expected) return comparison;
  throw new PitwallError({
    what: 'The comparison is in the wrong place',
    where: path,
    expected: `${expected}, by its machine, start and id`,
    seen: path,
    next: 'Move the file to where its contents say it belongs, or restore it from git',
  });
}

/** Every comparison of a results folder, oldest first; throws a PitwallError at the first invalid file. */
export function readComparisons(results: string): Comparison[] {
  const comparisons = comparisonPaths(results)
    .map((path) => readPlacedComparison(results, path))
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  refuseSameAddress(comparisons);
  return comparisons;
}

/** The address of a comparison leaves out its year. */
function refuseSameAddress(comparisons: readonly Comparison[]): void {
  const seen = new Map<string, Comparison>();
  for (const comparison of comparisons) {
    const address = `${comparison.machine}/${comparison.id}`;
    const other = seen.get(address);
    if (other !== undefined) {
      throw new PitwallError({
        what: 'Two comparisons of one machine have the same name',
        where: resultPath(comparison),
        expected: 'a unique name, <time>-<commit>',
        seen: `the name of ${resultPath(other)}`,
        next: 'Delete the copy',
      });
    }
    seen.set(address, comparison);
  }
}
