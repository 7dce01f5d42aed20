import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { LoadRun, LoadRunner } from '../../../src/load/load-runner.ts';
import type { DuetSide } from '../../../src/measure/duet/measure-duet.ts';
import type { Side } from '../../../src/measure/duet/side-error.ts';
import { fakeOutput, fakeSide, measureFakes, noLimits } from '../support/fake-pair.ts';

/** Far longer than a pair should take that has failed. */
const LONG_MILLISECONDS = 20_000;

/** A pair of which base fails in the load of this number, while head is under load; says what happened. */
async function failIn(number: number): Promise<string[]> {
  const happened: string[] = [];
  const cache = mkdtempSync(join(tmpdir(), 'pair-'));
  const controller = new AbortController();

  const loadRunner = (side: Side): LoadRunner => {
    let loads = 0;
    return {
      limits: noLimits,
      async run({ signal }: LoadRun) {
        loads++;
        if (side === 'head' && loads === number) {
          await setTimeout(LONG_MILLISECONDS, null, { signal }).catch(() =>
            happened.push('head’s load is stopped'),
          );
          // A loader takes a moment to end.
          await setTimeout(50);
          happened.push('head’s load has ended');
        }
        const fails = side === 'base' && loads === number;
        return fails ? { ...fakeOutput, stdout: 'rubbish' } : fakeOutput;
      },
    };
  };

  const sideOf = (side: Side): DuetSide =>
    fakeSide(side, {
      loadRunner: loadRunner(side),
      cache,
      signal: controller.signal,
      stopped: () => happened.push(`${side} is stopped`),
    });

  try {
    const duet = measureFakes({ base: sideOf('base'), head: sideOf('head') }, 'json', controller.signal);
    await assert.rejects(duet, { name: 'SideError', side: 'base' });
    return happened;
  } finally {
    controller.abort();
    rmSync(cache, { recursive: true });
  }
}

for (const [number, when] of ['the warm-up', 'the measurement'].entries()) {
  test(`a pair that fails in ${when} stops the load of the other side, and waits for its end`, async () => {
    assert.deepEqual(await failIn(number + 1), [
      'head’s load is stopped',
      'head’s load has ended',
      'base is stopped',
      'head is stopped',
    ]);
  });
}
