import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readProfile } from '../../src/catalog/profiles.ts';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { beginRun, carryOut } from '../../src/measure/whole-run.ts';
import { RunStore } from '../../src/results/run-store.ts';
import { benchOf, cellIn, machine, nextStart, resultOf, skipWithoutWrk } from './support/bench.ts';
import { makeRepository } from './support/repository.ts';

/** A run of three blocks whose time is up after the first: as in a job that is shorter than the run. */
describe('a run that takes longer than it may', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  let store: RunStore;
  let finished: boolean;
  before(async () => {
    // Said to be compiled, so that it needs no settling.
    made.addTarget('one', 'right', { language: 'C' });
    made.addProfile('blocks', { blocks: 3 });
    const bench = benchOf(made);
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const profile = readProfile(made.repository, 'blocks');
    store = await beginRun(bench, { machine, profile, targetVariants, seed: 1, startedAt: nextStart() });
    const secondsLeft = (): number => ((store.run.blocks ?? []).length === 0 ? 3_600 : 0.1);
    finished = await carryOut(bench, store, targetVariants, secondsLeft);
  });
  after(() => made.remove());
  const blocksOnDisk = (): number[] => cellIn(resultOf(RunStore.open(store.folder), 'one')).rounds.round;

  test('ends between two blocks, with what it has on disk, unfinished', () => {
    assert.equal(finished, false);
    assert.equal(RunStore.open(store.folder).run.finishedAt, null);
    assert.deepEqual(blocksOnDisk(), [0]);
    assert.deepEqual(made.leftAlive('one'), []);
  });

  test('has the rest when it is continued', async () => {
    const targetVariants = selectVariants(readTargets(made.repository), []);
    assert.equal(await carryOut(benchOf(made), RunStore.open(store.folder), targetVariants), true);
    assert.deepEqual(blocksOnDisk(), [0, 1, 2]);
    assert.ok(RunStore.open(store.folder).run.finishedAt);
  });
});
