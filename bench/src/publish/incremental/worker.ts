import { createHash } from 'node:crypto';
import { readSoundRun } from '../../results/judgement.ts';
import type { RunFolder } from '../../results/read-results.ts';
import { type FindStep, possibleChangePoints, type Step, strongestStep } from '../../stats/index.ts';
import { figuresOf, headOf } from './reduced-run.ts';

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

export type KeyedStep = readonly [key: string, step: Step | null];

/** Searches a batch of series and the parts into which their steps split them. */
export function searchSteps(batch: readonly (readonly number[])[]): KeyedStep[] {
  const steps: KeyedStep[] = [];
  for (const values of batch) {
    possibleChangePoints(values, {}, (part, settings) => {
      const step = strongestStep(part, settings);
      steps.push([stepKey(part, settings), step]);
      return step;
    });
  }
  return steps;
}

/** Digest of everything that determines the step, except the code. */
export function stepKey(values: readonly number[], settings: Parameters<FindStep>[1]): string {
  const { falseDiscoveryRate, permutations, seed } = settings;
  return createHash('sha256')
    .update(Float64Array.of(falseDiscoveryRate, permutations, seed, ...values))
    .digest('base64url')
    .slice(0, 27);
}
