import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const MOST_THREADS = 8;
/** Tasks that a thread has at a time: it goes on while this one is busy with something else. */
const AHEAD = 2;
/** Room for what a task makes and drops: with little of it, much of a thread's time goes into collecting it. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 };

/**
 * Gives tasks to as many threads as there are processors, one after the other in the order given. Each thread runs
 * `script`, which answers every message of its parent with one of its own.
 *
 * @param workerData what each thread is given at its start
 * @param take is called with each answer, in the order in which they come
 * @throws what a thread throws; the others are ended then
 */
export async function inThreads<Task, Answer>(
  script: URL,
  workerData: unknown,
  tasks: readonly Task[],
  take: (answer: Answer) => void,
): Promise<void> {
  // From the end, so that the next one is taken in constant time.
  const waiting = tasks.toReversed();
  const count = Math.min(availableParallelism(), MOST_THREADS, tasks.length);
  const workers = Array.from({ length: count }, () => new Worker(script, { workerData, resourceLimits }));
  try {
    await Promise.all(workers.map((worker) => workThrough(worker, waiting, take)));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Takes from the end of `waiting` until nothing is left there and every answer has come. */
function workThrough<Task, Answer>(
  worker: Worker,
  waiting: Task[],
  take: (answer: Answer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let given = 0;
    const give = (): void => {
      const task = waiting.pop();
      if (task === undefined) return;
      given += 1;
      worker.postMessage(task);
    };
    worker.on('error', reject);
    worker.on('message', (answer: Answer) => {
      given -= 1;
      give();
      try {
        take(answer);
      } catch (error) {
        reject(error);
      }
      if (given === 0) resolve();
    });
    for (let ahead = 0; ahead < AHEAD; ahead++) give();
    if (given === 0) resolve();
  });
}
