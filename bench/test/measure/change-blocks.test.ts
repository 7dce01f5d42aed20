import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeBlocks } from '../../src/commands/measuring/resume.ts';
import type { RunStore } from '../../src/results/run-store.ts';

test('blocks that are added to a run get as much time as those before', () => {
  for (const [minutes, blocks, expected] of [
    [46, 4, 92],
    [46, 3, 69],
    [46, 1, 23],
    [undefined, 4, undefined],
  ] as const) {
    const profile = { blocks: 2, warmup: {}, ...(minutes === undefined ? {} : { minutes }) };
    const store = { run: { profile }, folder: 'results/runs/x', measuredStarts: () => 1 };
    changeBlocks(store as unknown as RunStore, blocks, 'npm run bench -- run --resume');
    assert.deepEqual([store.run.profile.blocks, store.run.profile.minutes], [blocks, expected]);
  }
});
