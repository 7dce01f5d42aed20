import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { splitProcessors } from '../../../src/machine/processor-split.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from '../support/bench.ts';
import { ahead, blockProfile, lintErrors } from '../support/blocks.ts';
import { makeRepository } from '../support/repository.ts';

describe('what was not warm in time', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  after(() => made.remove());
  made.addTarget('ahead', 'right', ahead);
  // Its rule wants more seconds than there are.
  made.addTarget('compiles');
  const short = (otherwise: string) => ({ ...blockProfile, blocks: 2, warmup: { maxSeconds: 6, otherwise } });

  test('has a mark that keeps it from being ranked, or no figure, and is tried once', async () => {
    made.addProfile('mark', short('mark'));
    const marked = await measureAll(benchOf(made, { processors: splitProcessors() }), 'mark');
    const compiles = cellIn(resultOf(marked, 'compiles'));
    assert.deepEqual(compiles.rounds.round, [0, 1]);
    assert.deepEqual(
      compiles.marks.filter(({ code }) => code === 'not-warm').map(({ rounds }) => rounds),
      [[0, 1]],
    );

    made.addProfile('leave', short('leave-out'));
    const left = await measureAll(benchOf(made, { processors: splitProcessors() }), 'leave');
    const { rounds, failures } = cellIn(resultOf(left, 'compiles'));
    assert.deepEqual(rounds.round, []);
    assert.deepEqual(
      failures.map(({ round }) => round),
      [0],
      'it costs its time once',
    );
    assert.match(failures[0]?.what ?? '', /not warm in time/);
    assert.deepEqual(cellIn(resultOf(left, 'ahead')).rounds.round, [0, 1]);
    assert.deepEqual(lintErrors(left), []);
  });
});
