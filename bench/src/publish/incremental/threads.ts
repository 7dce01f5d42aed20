import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import type * as worker from './worker.ts';

type Work = Pick<typeof worker, 'reduceRun' | 'searchSplits'>;

const MOST_THREADS = 8;
/** Lets a thread start its next task while this one is busy. */
const TASKS_AHEAD = 2;
/** Room for short-lived objects: with little of it, a thread spends much of its time collecting garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 };

/**
 * Runs a task of worker.ts on as many threads as there are processors, and passes on each result as it
 * arrives.
 *
 * @throws whatever a thread throws, after stopping the others
 */
export async function inThreads<Name extends keyof Work>(
  name: Name,
  tasks: readonly Parameters<Work[Name]>[0][],
  take: (answer: ReturnType<Work[Name]>) => void,
): Promise<void> {
  const pool = new Tinypool({
    filename: new URL('./worker.ts', import.meta.url).href,
    name,
    minThreads: 1,
    maxThreads: Math.min(availableParallelism(), MOST_THREADS),
    concurrentTasksPerWorker: TASKS_AHEAD,
    resourceLimits,
  });
  try {
    await Promise.all(tasks.map(async (task) => take(await pool.run(task))));
  } finally {
    await pool.destroy();
  }
}
