import { parentPort, workerData } from 'node:worker_threads';
import { type RunFolder, readRunFolder } from '../../results/read-results.ts';
import { figuresOf, headOf } from './reduced-run.ts';

/** Parses one run after another in a thread of its own; what is wrong with one is told where all are read. */
export interface Reduced {
  digest: string;
  /** JSON; `null` where the run could not be read. */
  head: string | null;
  figures: string | null;
}

parentPort?.on('message', (folder: RunFolder) => {
  parentPort?.postMessage(reduced(folder));
});

function reduced(folder: RunFolder): Reduced {
  const { digest } = folder;
  try {
    const result = readRunFolder(String(workerData), folder);
    return { digest, head: JSON.stringify(headOf(result)), figures: JSON.stringify(figuresOf(result)) };
  } catch {
    return { digest, head: null, figures: null };
  }
}
