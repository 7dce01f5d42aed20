import { createHash } from 'node:crypto';
import { figuresOf } from '../../analysis/history.ts';
import { readSoundRun } from '../../results/judgement.ts';
import type { RunFolder } from '../../results/read-results.ts';
import { type FindSplit, possibleChangePoints, type Split, strongestSplit } from '../../stats/index.ts';
import { headOf } from './reduced-run.ts';

/** Work that publish does on all processors (threads.ts): each call runs in a worker thread. */

interface ReducedRun {
  digest: string;
  /** Documents as lines of JSON. */
  head: string;
  figures: string;
}

/**
 * Reads and reduces one run; returns `null` for an invalid run, which publish reads again to report the
 * error.
 */
export function reduceRun(task: { resultsFolder: string; folder: RunFolder }): ReducedRun | null {
  try {
    const result = readSoundRun(task.resultsFolder, task.folder);
    const line = (document: object): string => `${JSON.stringify(document)}\n`;
    return { digest: task.folder.digest, head: line(headOf(result)), figures: line(figuresOf(result)) };
  } catch {
    return null;
  }
}

export type KeyedSplit = readonly [key: string, split: Split | null];

/** Searches a batch of series and the parts that their splits make. */
export function searchSplits(batch: readonly (readonly number[])[]): KeyedSplit[] {
  const splits: KeyedSplit[] = [];
  for (const values of batch) {
    possibleChangePoints(values, {}, (part, settings) => {
      const split = strongestSplit(part, settings);
      splits.push([splitKey(part, settings), split]);
      return split;
    });
  }
  return splits;
}

/** Digest of everything that determines the split, except the code. */
export function splitKey(values: readonly number[], settings: Parameters<FindSplit>[1]): string {
  const { falseDiscoveryRate, permutations, seed } = settings;
  return createHash('sha256')
    .update(Float64Array.of(falseDiscoveryRate, permutations, seed, ...values))
    .digest('base64url')
    .slice(0, 27);
}
