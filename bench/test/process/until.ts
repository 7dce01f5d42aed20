import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

interface Patience {
  seconds?: number;
  /** What a failure shows besides the condition: a log, a state. */
  shown?: () => string;
}

/** Waits until it holds, and fails the test if it does not. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { seconds = 20, shown = () => '' }: Patience = {},
): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await delay(10))
    if (await holds()) return;
  assert.fail(`still not after ${seconds} s: ${holds}\n${shown()}`);
}
