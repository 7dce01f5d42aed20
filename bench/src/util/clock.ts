import { setTimeout as delay } from 'node:timers/promises';

/** Time as an effect: tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970, for comparing with dates that others write. */
  now(): number;
  /** Milliseconds of a clock that never steps, for durations. */
  elapsed(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    await delay(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  },
};
