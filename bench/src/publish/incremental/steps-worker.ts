import { parentPort } from 'node:worker_threads';
import { possibleChangePoints, strongestStep } from '../../stats/index.ts';
import { type KnownStep, keyOf } from './known-steps.ts';

/** Searches one batch of series after another, in a thread of its own. */
parentPort?.on('message', (batch: readonly (readonly number[])[]) => {
  const steps: KnownStep[] = [];
  for (const values of batch) {
    possibleChangePoints(values, {}, (part, settings) => {
      const step = strongestStep(part, settings);
      steps.push([keyOf(part, settings), step]);
      return step;
    });
  }
  parentPort?.postMessage(steps);
});
