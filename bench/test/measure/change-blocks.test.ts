import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from '../../src/commands/measuring/replay.ts';
import { changeBlocks, refuseBeside, targetVariantsOf } from '../../src/commands/measuring/resume.ts';
import type { Run } from '../../src/model/index.ts';
import type { RunStore } from '../../src/results/run-store.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from './support/errors.ts';
import { invocationIn } from './support/invocation.ts';
import { makeRepository } from './support/repository.ts';
import { unfinished } from './support/results.ts';

const storeOf = (
  profile: { blocks: number; minutes?: number; warmup: object },
  { finishedAt = null, measured = 1 }: { finishedAt?: string | null; measured?: number } = {},
) => ({
  run: {
    profile,
    finishedAt,
    extendedAfter: undefined as number[] | undefined,
    shortened: undefined as Run['shortened'],
  },
  folder: 'results/runs/x',
  measuredStarts: () => measured,
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

test('a finished run that is given more blocks records after how many its tables had been seen', () => {
  const finishedAt = '2026-11-28T12:00:00.000Z';
  const extended = (blocks: number, state: { finishedAt: string | null; measured: number }) => {
    const store = storeOf({ blocks: 2, warmup: {} }, state);
    changeBlocks(store as unknown as RunStore, blocks, resume);
    return store.run.extendedAfter;
  };
  assert.deepEqual(extended(4, { finishedAt, measured: 2 }), [2]);
  assert.equal(extended(4, { finishedAt: null, measured: 1 }), undefined, 'it was not finished');
  assert.equal(extended(2, { finishedAt, measured: 2 }), undefined, 'it is given none');
  const store = storeOf({ blocks: 4, warmup: {} }, { finishedAt, measured: 4 });
  store.run.extendedAfter = [2];
  changeBlocks(store as unknown as RunStore, 8, resume);
  assert.deepEqual(store.run.extendedAfter, [2, 4]);
});

test('an unfinished run that is given more than it was to have records what may have been seen of it', () => {
  const extended = (blocks: number, measured: number) => {
    const store = storeOf({ blocks: 4, warmup: {} }, { measured });
    changeBlocks(store as unknown as RunStore, blocks, resume);
    return store.run.extendedAfter;
  };
  assert.deepEqual(extended(8, 2), [2]);
  assert.equal(extended(8, 1), undefined, 'one block shows no order');
  assert.equal(extended(4, 2), undefined, 'it gets what it was to have');
});

test('a run that is ended before all of its blocks records how many it was to have', () => {
  const store = storeOf({ blocks: 8, warmup: {} }, { measured: 3 });
  const after = (blocks: number) => {
    changeBlocks(store as unknown as RunStore, blocks, resume);
    return [store.run.shortened, store.run.extendedAfter];
  };
  const shortened = { plannedBlocks: 8, afterBlocks: 3 };
  assert.deepEqual(after(3), [shortened, undefined]);
  assert.deepEqual(after(5), [shortened, undefined], 'still fewer');
  assert.deepEqual(after(8), [undefined, undefined], 'all of them after all');
  after(3);
  store.run.finishedAt = '2026-11-29T12:00:00.000Z';
  assert.deepEqual(after(4), [shortened, [3]], 'it was finished, and given one more');
  const begun = storeOf({ blocks: 8, warmup: {} }, { measured: 0 });
  changeBlocks(begun as unknown as RunStore, 2, resume);
  assert.equal(begun.run.shortened, undefined, 'nothing was measured when it was decided');
});

test('a run gets no more blocks than its longest time has room for', () => {
  const store = storeOf({ blocks: 2, warmup: {}, minutes: 200 });
  const change = (blocks: number) => () => changeBlocks(store as unknown as RunStore, blocks, resume);
  assert.throws(change(15), /longer than a run may.*--blocks 14 or fewer/);
  assert.deepEqual(store.run.profile, { blocks: 2, warmup: {}, minutes: 200 }, 'it is as it was');
  assert.doesNotThrow(change(14));
});

test('a resumed run names only the options that its command has', async () => {
  const { expected, seen } = await refusalOf(() =>
    refuseBeside([], { resume: true, blocks: '3', seed: '3', for: '5' }, resume, ['blocks']),
  );
  assert.deepEqual([expected, seen], ['only --blocks: a run keeps what it began with', '--seed --for']);
});

test('without a study, replay refuses the options of a measurement', async (t) => {
  const made = makeRepository();
  t.after(() => made.remove());
  made.write('bench/replays/.keep', '');
  const call = (options: Record<string, string | boolean>) => replay.run(invocationIn(made, { options }));
  for (const [name, value] of [
    ['resume', true],
    ['blocks', '3'],
    ['seed', '3'],
  ] as const) {
    const refusal = await refusalOf(() => call({ [name]: value, json: true }));
    assert.deepEqual([refusal.exitCode, refusal.seen], [exitCodes.usage, `--${name}`]);
  }
  assert.equal(await call({ json: true }), exitCodes.ok);
});

test('a run does not continue without a target that it began with', async (t) => {
  const made = makeRepository();
  t.after(() => made.remove());
  made.addTarget('other');
  const store = { run: { ...unfinished('m'), commit: '1a2b3c4' }, folder: 'results/runs/x' };
  const refusal = await refusalOf(() => targetVariantsOf(made.repository, store));
  assert.equal(refusal.exitCode, exitCodes.usage);
  assert.match(
    refusal.message,
    /expected targets\/javascript\/one with the variant default; saw no such target\. .*git checkout 1a2b3c4$/,
  );
  made.addTarget('one', 'right', {
    variants: [{ id: 'many', description: 'Another one.', environment: {} }],
  });
  assert.equal((await refusalOf(() => targetVariantsOf(made.repository, store))).seen, 'no such variant');
  made.addTarget('one');
  const [found] = targetVariantsOf(made.repository, store);
  assert.equal(found?.name, 'javascript/one');
});
