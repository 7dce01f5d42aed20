/**
 * Makes many calls share few rounds of a costly job. A call gets the result of a round that began after
 * it, never of one already under way: the result covers all that happened before the call.
 */
export function inRounds(job) {
  let waiting = [];
  let busy = false;

  async function run() {
    busy = true;
    while (waiting.length > 0) {
      const round = waiting;
      waiting = [];
      try {
        const result = await job();
        for (const call of round) call.resolve(result);
      } catch (error) {
        for (const call of round) call.reject(error);
      }
    }
    busy = false;
  }

  return () =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      if (!busy) run();
    });
}
