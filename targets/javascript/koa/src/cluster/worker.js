import { openChannel } from './messages.js';
import { inRounds } from './rounds.js';

/**
 * Counts this worker's requests; the primary knows the sum. A worker counts a request before it answers
 * it, and a sum is asked for after the request for the sum came in, so the sum covers every request that
 * was answered by then, whichever worker had it.
 */
export function clusterCounter() {
  let requests = 0;
  const ask = openChannel(process, { requests: async () => requests });
  return {
    add: () => requests++,
    total: inRounds(() => ask('total')),
    ready: () => ask('ready'),
  };
}
