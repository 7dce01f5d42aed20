import { setTimeout as delay } from 'node:timers/promises';

/** A source of time, injected so that tests can provide their own. */
export interface Clock {
  /** Returns milliseconds since 1970, for comparison with dates from elsewhere. */
  now(): number;
  /** Returns milliseconds of a monotonic clock, for durations. */
  elapsed(): number;
  /** Waits. Rejects with the signal's reason if it is aborted. */
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

/** Returns the present as RFC 3339, or `start` if it lies before that: a clock may be set back meanwhile. */
export function nowSince(start: string): string {
  return new Date(Math.max(Date.now(), Date.parse(start))).toISOString();
}

/** Clocks of two machines may differ by this much; a later instant comes from a clock that is wrong. */
const CLOCK_MARGIN_MILLISECONDS = 3_600_000;
export const CLOCK_MARGIN = 'an hour';

/** Whether an instant, in RFC 3339, has yet to come. */
export function isOfFuture(instant: string, now: number = Date.now()): boolean {
  return Date.parse(instant) > now + CLOCK_MARGIN_MILLISECONDS;
}
