import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runSchema } from '../../src/model/index.ts';
import { benchOf, measureAll, skipWithoutWrk } from './support/bench.ts';
import { makeRepository } from './support/repository.ts';

/** A tiny server in the place of the canary: what is tested is when it is loaded, not what it is written in. */
describe('the canary of a run', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  const folder = join(made.repository.targets, 'c', 'epoll');

  before(() => {
    made.addTarget('right', 'right', { language: 'C' });
    cpSync(join(made.repository.targets, 'javascript', 'right'), folder, { recursive: true });
    made.addProfile('three', { blocks: 3 });
    made.addProfile('one');
    made.addProfile('without', { blocks: 2, canary: false });
  });
  after(() => made.remove());

  test('is loaded at the start, in the middle and at the end, and is in the file', async () => {
    const bench = benchOf(made);
    const store = await measureAll(bench, 'three');
    const canary = runSchema.parse(JSON.parse(readFileSync(join(store.folder, 'run.json'), 'utf8'))).canary;
    assert.ok(canary, JSON.stringify(bench.events.slice(-5)));
    const each = (place: string) => Array(3).fill(place);
    assert.deepEqual(canary.at, [...each('start'), ...each('middle'), ...each('end')]);
    assert.equal(canary.target, 'c/epoll');
    assert.ok(canary.throughputPerSecond.every((value) => value > 100));
    assert.ok(canary.startedSeconds.every((value, index, all) => value >= (all[index - 1] ?? 0)));
  });

  test('is left out of a run too short for a history, or whose profile says so', async () => {
    for (const profile of ['one', 'without'])
      assert.equal((await measureAll(benchOf(made), profile)).run.canary, undefined, profile);
  });

  test('that cannot be built is said to be missing, and the run goes on', async () => {
    const manifest = readFileSync(join(folder, 'target.yaml'), 'utf8');
    writeFileSync(join(folder, 'target.yaml'), manifest.replace('build: []', 'build: [[sh, -c, exit 3]]'));
    const bench = benchOf(made);
    const store = await measureAll(bench, 'three');
    assert.equal(store.run.canary, undefined);
    assert.ok(store.run.finishedAt);
    assert.ok(
      bench.events.some((event) => event.kind === 'left-out' && event.target === 'the canary'),
      JSON.stringify(bench.events.filter(({ kind }) => kind === 'left-out')),
    );
  });
});
