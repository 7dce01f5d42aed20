import type { RunFolder } from '../../results/read-results.ts';
import { inThreads } from '../../util/thread-pool.ts';
import type { Cache } from './cache.ts';
import type { Reduced } from './reduce-worker.ts';

/** Starting threads costs more than reading a few runs. */
const FEWEST = 16;

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
  const script = new URL('./reduce-worker.ts', import.meta.url);
  await inThreads(script, resultsFolder, waiting, ({ digest, head, figures }: Reduced) => {
    if (head === null || figures === null) return;
    cache.putText('head', [digest], head);
    cache.putText('figures', [digest], figures);
    read += 1;
  });
  return read;
}
