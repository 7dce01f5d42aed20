import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Cache } from './cache.ts';
import type { RunFolder } from './read-results.ts';
import type { Reduced } from './reduce-worker.ts';

/** Starting threads costs more than reading a few runs. */
const FEWEST = 16;
const MOST_THREADS = 8;

/**
 * Reads runs that nobody remembers on all processors, so that publish finds them remembered. A run that is wrong is
 * left out here: publish reads it again and says what is wrong with it.
 *
 * @returns how many runs were read
 */
export async function reduceRuns(
  resultsFolder: string,
  runs: readonly RunFolder[],
  cache: Cache,
): Promise<number> {
  const waiting = runs.filter(
    ({ digest }) => !cache.has('head', [digest]) || !cache.has('figures', [digest]),
  );
  if (!cache.remembers || waiting.length < FEWEST) return 0;
  let read = 0;
  // From the end, so that the next one is taken in constant time.
  waiting.reverse();
  const threads = Math.min(availableParallelism(), MOST_THREADS);
  await Promise.all(
    Array.from({ length: threads }, () => {
      const worker = new Worker(new URL('./reduce-worker.ts', import.meta.url), {
        workerData: resultsFolder,
      });
      return new Promise<void>((resolve, reject) => {
        const next = (): void => {
          const run = waiting.pop();
          if (run === undefined) void worker.terminate().then(() => resolve());
          else worker.postMessage(run);
        };
        worker.on('error', reject);
        worker.on('message', ({ digest, head, figures }: Reduced) => {
          if (head !== null && figures !== null) {
            cache.putText('head', [digest], head);
            cache.putText('figures', [digest], figures);
            read += 1;
          }
          next();
        });
        next();
      });
    }),
  );
  return read;
}
