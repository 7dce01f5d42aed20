import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeBlocks } from '../../src/commands/measuring/resume.ts';
import type { RunStore } from '../../src/results/run-store.ts';

const storeOf = (profile: { blocks: number; minutes?: number; warmup: object }) => ({
  run: { profile },
  folder: 'results/runs/x',
  measuredStarts: () => 1,
});
const resume = 'npm run bench -- run --resume';

test('blocks that are added to a run get as much time as those before', () => {
  for (const [minutes, blocks, expected] of [
    [46, 4, 92],
    [46, 3, 69],
    [46, 1, 23],
    [undefined, 4, undefined],
  ] as const) {
    const profile = { blocks: 2, warmup: {}, ...(minutes === undefined ? {} : { minutes }) };
    const store = storeOf(profile);
    changeBlocks(store as unknown as RunStore, blocks, resume);
    assert.deepEqual([store.run.profile.blocks, store.run.profile.minutes], [blocks, expected]);
  }
});

test('a run gets no more blocks than its longest time has room for', () => {
  const store = storeOf({ blocks: 2, warmup: {}, minutes: 200 });
  const change = (blocks: number) => () => changeBlocks(store as unknown as RunStore, blocks, resume);
  assert.throws(change(15), /longer than a run may.*--blocks 14 or fewer/);
  assert.deepEqual(store.run.profile, { blocks: 2, warmup: {}, minutes: 200 }, 'it is as it was');
  assert.doesNotThrow(change(14));
});
