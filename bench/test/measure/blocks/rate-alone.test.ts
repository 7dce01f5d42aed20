import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { splitProcessors } from '../../../src/machine/processor-split.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutOha } from '../support/bench.ts';
import { ahead, blockProfile, doubtful, lintErrors } from '../support/blocks.ts';
import { makeRepository } from '../support/repository.ts';

describe('at a fixed rate alone', { skip: skipWithoutOha, timeout: 180_000 }, () => {
  const made = makeRepository();
  after(() => made.remove());
  const rate = { loader: 'oha', connections: 8, rate: { perSecond: 100 } };
  made.addProfile('rate', { ...blockProfile, loadShapes: [rate], sliceSeconds: 1, cycles: 1 });

  test('what compiles as it runs is warmed in a closed loop, and confirmed at the rate', async () => {
    made.addTarget('compiles');
    made.addTarget('ahead', 'right', ahead);
    const store = await measureAll(benchOf(made, { processors: splitProcessors() }), 'rate');
    const shapes = (name: string): string[] =>
      (resultOf(store, name).warmups ?? []).map(({ loadShapeId }) => loadShapeId);
    assert.deepEqual(shapes('compiles'), ['oha-8', 'oha-8-rate-100', 'oha-8'], 'the last one settles it');
    assert.deepEqual(shapes('ahead'), ['oha-8-rate-100']);
    const [closed, confirmed] = resultOf(store, 'compiles').warmups ?? [];
    assert.ok(Math.max(...(closed?.throughputPerSecond ?? [])) > 200);
    assert.ok(Math.max(...(confirmed?.throughputPerSecond ?? [])) < 120);
    for (const name of ['compiles', 'ahead']) {
      assert.deepEqual(doubtful(cellIn(resultOf(store, name))), [], name);
    }
    assert.deepEqual(lintErrors(store), []);
  });

  test('what a load of several does not warm in time is warmed in a closed loop by itself', async () => {
    const alone = makeRepository();
    try {
      alone.addTarget('compiles');
      alone.addProfile('rates', {
        ...blockProfile,
        scenarios: ['json', 'counter'],
        loadShapes: [rate],
        sliceSeconds: 1,
        cycles: 1,
        // Too short for a runtime whose compiling threads are not known: its cost must agree for six seconds.
        warmup: { maxSeconds: 2, otherwise: 'mark', together: ['json', 'counter'] },
      });
      const store = await measureAll(benchOf(alone, { processors: splitProcessors() }), 'rates');
      const warmups = (resultOf(store, 'compiles').warmups ?? []).filter(({ settling }) => !settling);
      assert.deepEqual(
        warmups.map(({ together, loadShapeId }) => [together?.length ?? 1, loadShapeId]),
        [
          [2, 'oha-8'],
          [1, 'oha-8'],
          [1, 'oha-8-rate-100'],
          [1, 'oha-8'],
          [1, 'oha-8-rate-100'],
        ],
      );
    } finally {
      alone.remove();
    }
  });
});
