import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundTool } from '../../src/measure/bench.ts';
import { FAILURES_IN_A_ROW } from '../../src/model/index.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from './support/bench.ts';
import { type Fault, fakeWrk } from './support/fake-wrk.ts';
import { makeRepository } from './support/repository.ts';

/** Each round calls the loader twice: to warm up, and to measure. */
const callsOf = (round: number) => ({ warmup: 2 * round + 1, measured: 2 * round + 2 });

test('a loader that goes wrong costs its round and no other', { skip: skipWithoutWrk }, async () => {
  const made = makeRepository();
  made.addTarget('right');
  made.addProfile('rounds', { rounds: 6 });
  const bench = benchOf(made);
  const wrong: Record<number, Fault> = {
    [callsOf(0).measured]: 'killed in the middle',
    [callsOf(2).measured]: 'rubbish',
    [callsOf(4).measured]: 'no request',
  };
  const store = await measureAll(
    { ...bench, loaders: { wrk: fakeWrk(made, bench.loaders.wrk as FoundTool, wrong) } },
    'rounds',
  );
  const { rounds, failures } = cellIn(resultOf(store, 'right'));
  assert.deepEqual(rounds.round, [1, 3, 5]);
  assert.ok(rounds.requests.every((requests) => (requests ?? 0) > 0));
  assert.deepEqual(
    failures.map(({ round }) => round),
    [0, 2, 4],
  );
  const [killed, rubbish, empty] = failures.map(({ what }) => what);
  assert.match(killed ?? '', /wrk was stopped before its load was over.*signal SIGKILL/);
  assert.match(rubbish ?? '', /not a whole report.*«Running 1s test/);
  assert.doesNotMatch(rubbish ?? '', /\p{Cc}/u, 'no control characters of the rubbish');
  assert.match(empty ?? '', /answered no request under load/);
  assert.deepEqual(made.leftAlive('right'), []);
  made.remove();
});

test(`after ${FAILURES_IN_A_ROW} failures in a row the cell is given up`, {
  skip: skipWithoutWrk,
}, async () => {
  const made = makeRepository();
  made.addTarget('right');
  made.addProfile('rounds', { rounds: 5 });
  const bench = benchOf(made);
  const wrong: Record<number, Fault> = { 1: 'half a report', 2: 'half a report' };
  const store = await measureAll(
    { ...bench, loaders: { wrk: fakeWrk(made, bench.loaders.wrk as FoundTool, wrong) } },
    'rounds',
  );
  const { rounds, failures } = cellIn(resultOf(store, 'right'));
  assert.deepEqual(rounds.round, []);
  assert.deepEqual(
    failures.map(({ round }) => round),
    [0, 1],
  );
  assert.ok(store.run.finishedAt);
  made.remove();
});

test('a loader that is not there leaves its stage out', async () => {
  const made = makeRepository();
  made.addTarget('right');
  made.addProfile('both', {
    loadShapes: [
      { loader: 'wrk', connections: 8 },
      { loader: 'oha', connections: 8, rate: { shareOfCapacity: 0.5 } },
    ],
  });
  const store = await measureAll(benchOf(made, { loaders: {} }), 'both');
  const result = resultOf(store, 'right');
  assert.equal(result.state.step, 'measured');
  assert.deepEqual(result.cells, []);
  assert.ok(result.checks.every(({ status }) => status !== 'failed'));
  made.remove();
});
