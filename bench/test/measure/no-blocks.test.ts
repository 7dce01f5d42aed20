import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { which } from '../../src/process/which.ts';
import { lintRun } from '../../src/results/lint.ts';
import type { RunStore } from '../../src/results/run-store.ts';
import { renderCosts } from '../../src/terminal/costs.ts';
import { createTerminal } from '../../src/terminal/terminal.ts';
import { benchOf, measureAll, resultOf } from './support/bench.ts';
import { makeRepository } from './support/repository.ts';

const path = which('hyperfine');

describe('a run of no blocks', { skip: path ? false : 'no hyperfine here' }, () => {
  const made = makeRepository();
  let store: RunStore;
  before(async () => {
    made.addTarget('one');
    made.addProfile('starts', { blocks: 0, coldStarts: 10 });
    store = await measureAll(benchOf(made, { hyperfine: { path: path ?? '', version: '1' } }), 'starts');
  });
  after(() => made.remove());

  test('times the starts of what verifies, and is finished', () => {
    const { state, coldStartSeconds, cells } = resultOf(store, 'one');
    assert.equal(state.step, 'measured');
    assert.equal(coldStartSeconds?.length, 10);
    assert.deepEqual(cells, []);
    assert.equal(store.run.blocks, undefined);
    assert.ok(store.run.finishedAt);
    assert.deepEqual(made.leftAlive('one'), []);
  });

  test('shows them in a table', () => {
    const said = renderCosts(store.targets(), createTerminal(process.stdout, process.stderr, {}));
    assert.match(said ?? '', /target +cold start, s\n.*\njavascript\/one +[\d.]+ \([\d.]+–[\d.]+\)$/);
    assert.equal(renderCosts([], createTerminal(process.stdout, process.stderr, {})), null);
  });

  test('is no fault of its results', () => {
    const targets = store.targets().map((result) => ({ file: result.target, result }));
    const errors = lintRun(store.run, targets, 'runs').filter(({ level }) => level === 'error');
    assert.deepEqual(errors, []);
  });
});
