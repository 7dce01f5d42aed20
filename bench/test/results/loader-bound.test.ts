import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from '../../src/model/index.ts';
import { withLoaderBound } from '../../src/results/loader-bound.ts';
import { type CellParts, cellWith, targetOf } from '../publish/small-results.ts';

/** Server on processor 0; database, loader and harness share processor 1, each block lasts a second. */
const shared = { server: [0], database: [1], loader: [1], pinned: true };
const apart = { server: [0], database: [1], loader: [2], pinned: true };

/** Two blocks: in the first, all that runs beside the server takes a whole second. */
const full: CellParts = {
  rounds: {
    durationSeconds: [1, 1],
    serverCpuNanoseconds: [0.6e9, 0.6e9],
    loaderCpuNanoseconds: [0.3e9, 0.3e9],
    databaseCpuNanoseconds: [0.6e9, 0.5e9],
    harnessCpuNanoseconds: [0.1e9, 0.1e9],
  },
};

function marksOf(parts: CellParts, processors = shared): Cell['marks'] {
  return withLoaderBound({ processors }, targetOf('go/gin', [cellWith(parts)])).cells[0]?.marks ?? [];
}

test('a block in which database, harness and loader fill their processor, and the server not its own', () => {
  assert.deepEqual(marksOf(full), [
    {
      code: 'loader-bound',
      rounds: [0],
      detail: 'what loads the server used 100 % of its processors, the server 60 % of its own',
    },
  ]);
});

test('no block whose server is full, whose database has processors of its own, or that has a rate', () => {
  assert.deepEqual(marksOf({ rounds: { ...full.rounds, serverCpuNanoseconds: [0.95e9, 0.95e9] } }), []);
  assert.deepEqual(marksOf(full, apart), []);
  assert.deepEqual(marksOf({ ...full, loader: 'oha' }), []);
});

test('no block of which a figure is missing, and none that is marked already', () => {
  assert.deepEqual(marksOf({ rounds: { ...full.rounds, serverCpuNanoseconds: [null, null] } }), []);
  assert.deepEqual(marksOf({ rounds: { ...full.rounds, loaderCpuNanoseconds: [null, null] } }), []);
  const marks: Cell['marks'] = [{ code: 'loader-bound', rounds: [0], detail: 'as measured' }];
  assert.deepEqual(marksOf({ ...full, marks }), marks);
});

test('a loader whose threads are fewer than its processors', () => {
  const processors = { ...apart, loader: [2, 3, 4] };
  const busy = { ...full.rounds, loaderCpuNanoseconds: [1.95e9, 1.5e9] };
  const marked = (threads: string) =>
    withLoaderBound(
      { processors },
      targetOf('go/gin', [{ ...cellWith({ rounds: busy }), loaderCommand: ['wrk', '--threads', threads] }]),
    ).cells[0]?.marks.map(({ rounds }) => rounds);
  assert.deepEqual(marked('2'), [[0]]);
  assert.deepEqual(marked('3'), []);
});

test('without a database, loader and harness alone', () => {
  const without = { ...full.rounds, databaseCpuNanoseconds: [null, null] };
  assert.deepEqual(marksOf({ rounds: without }), []);
  const busy = { rounds: { ...without, loaderCpuNanoseconds: [0.9e9, 0.8e9] } };
  assert.deepEqual(
    marksOf(busy).map(({ rounds }) => rounds),
    [[0]],
  );
});
