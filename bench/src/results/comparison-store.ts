import { globSync } from 'node:fs';
import { join } from 'node:path';
import { COMPARISON_SCHEMA_VERSION, type Comparison, comparisonSchema } from '../model/index.ts';
import { readJson, writeFileAtomic } from '../util/atomic-file.ts';
import type { Repository } from '../util/repository.ts';
import { formatResult, MAX_RESULT_BYTES } from './run-store.ts';

/** `results/comparisons/<machine>/<year>/<id>.json` */
export function comparisonFile(repository: Repository, { machine, startedAt, id }: Comparison): string {
  return join(repository.results, 'comparisons', machine, startedAt.slice(0, 4), `${id}.json`);
}

/** Replaces the whole file at once, so that a killed comparison leaves its last complete state. */
export function writeComparison(file: string, comparison: Comparison): void {
  writeFileAtomic(file, formatResult(comparison));
}

/** Reads a comparison; throws a PitwallError if the file is too large or invalid. */
export function readComparison(file: string): Comparison {
  return readJson(file, comparisonSchema, {
    maxBytes: MAX_RESULT_BYTES,
    schemaVersion: COMPARISON_SCHEMA_VERSION,
  });
}

/** Every comparison of a results folder, oldest first; throws a PitwallError at the first invalid file. */
export function readComparisons(results: string): Comparison[] {
  const files = globSync('comparisons/*/*/*.json', { cwd: results }).sort();
  return files
    .map((file) => readComparison(join(results, file)))
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
}
