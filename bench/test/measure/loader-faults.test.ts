import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoaderProgram } from '../../src/measure/bench.ts';
import type { RunEvent } from '../../src/measure/events.ts';
import { FAILURES_IN_A_ROW } from '../../src/model/index.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from './support/bench.ts';
import { type Fault, fakeWrk } from './support/fake-wrk.ts';
import { makeRepository } from './support/repository.ts';

/**
 * One target, without lead-ins, which would take the faults; those of a step come with the first loads after its
 * progress is reported.
 */
async function measureWith(wrong: Record<string, Fault[]>, profile: object) {
  const made = makeRepository();
  made.addTarget('right', 'right', { language: 'C' });
  made.addProfile('faults', profile);
  const bench = benchOf(made);
  const wrk = fakeWrk(made, bench.loaders.wrk as LoaderProgram);
  const report = (event: RunEvent): void => {
    const faults = event.kind === 'progress' ? wrong[event.text] : undefined;
    if (faults) wrk.goWrong(...faults);
  };
  const store = await measureAll({ ...bench, loaders: { wrk }, report }, 'faults');
  const cell = cellIn(resultOf(store, 'right'));
  assert.deepEqual(made.leftAlive('right'), []);
  assert.ok(store.run.finishedAt);
  made.remove();
  return { ...cell, store };
}

test('a loader that goes wrong once costs nothing but its slice, which is done again, and is named', {
  skip: skipWithoutWrk,
}, async () => {
  const { rounds, failures, marks, slices } = await measureWith(
    {
      'block 1 of 1: cycle 1, json wrk-8': ['killed in the middle'],
      'block 1 of 1: cycle 2, json wrk-8': ['rubbish'],
    },
    { cycles: 2 },
  );
  assert.deepEqual([rounds.round, failures], [[0], []]);
  const repeated = marks.find(({ code }) => code === 'load-repeated');
  assert.match(repeated?.detail ?? '', /wrk was stopped before its load was over.*signal SIGKILL/);
  assert.deepEqual(
    slices?.cycle.filter((_, index) => slices.kept[index]),
    [1, 2],
  );
  assert.ok(slices?.requests.every((requests) => requests > 0));
});

test(`a loader that goes wrong ${FAILURES_IN_A_ROW} times in a row costs its block and no other`, {
  skip: skipWithoutWrk,
}, async () => {
  const twice = (fault: Fault): Fault[] => Array(FAILURES_IN_A_ROW).fill(fault);
  const { rounds, failures } = await measureWith(
    {
      'block 1 of 6: cycle 1, json wrk-8': twice('killed in the middle'),
      'block 3 of 6: cycle 1, json wrk-8': twice('rubbish'),
      // Silence has no second try: a server that answers nothing answers nothing the next time.
      'block 5 of 6: cycle 1, json wrk-8': ['no request'],
    },
    { blocks: 6 },
  );
  assert.deepEqual(rounds.round, [1, 3, 5]);
  assert.ok(rounds.requests.every((requests) => (requests ?? 0) > 0));
  assert.deepEqual(
    failures.map(({ round }) => round),
    [0, 2, 4],
  );
  const [killed, rubbish, empty] = failures.map(({ what }) => what);
  assert.match(killed ?? '', /wrk was stopped before its load was over.*signal SIGKILL/);
  assert.match(rubbish ?? '', /not a complete report.*“Running 1s test/);
  assert.doesNotMatch(rubbish ?? '', /\p{Cc}/u, 'no control characters of the rubbish');
  assert.match(empty ?? '', /answered no request under load/);
});

test(`after ${FAILURES_IN_A_ROW} blocks in a row without a figure the cell is given up`, {
  skip: skipWithoutWrk,
}, async () => {
  const { rounds, failures, store } = await measureWith(
    {
      'block 1 of 5: warming javascript/right with json': ['half a report'],
      'block 2 of 5: warming javascript/right with json': ['half a report'],
    },
    { blocks: 5 },
  );
  assert.deepEqual(rounds.round, []);
  assert.deepEqual(
    failures.map(({ round }) => round),
    [0, 1],
  );
  assert.deepEqual(
    store.run.blocks?.map(({ block }) => block),
    [0, 1],
  );
});

test('a loader that is not there leaves its load shapes out', async () => {
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
  assert.equal(result.state.step, 'left-out');
  assert.match(JSON.stringify(result.state), /without wrk and oha/);
  assert.deepEqual(result.cells, []);
  assert.ok(result.checks.every(({ status }) => status !== 'failed'));
  made.remove();
});
