import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cell, QUIET_COMPILING_RATIO } from '../../../src/model/index.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from '../support/bench.ts';
import { ahead, blockProfile, lintErrors } from '../support/blocks.ts';
import { makeRepository } from '../support/repository.ts';

/** A slice, its two repeats, and no more. */
const MOST_ATTEMPTS = 3;

type Slices = NonNullable<Cell['slices']>;

/** Places of the slices by cycle, without those that only settled the server. */
function attemptsByCycle({ cycle }: Slices): number[][] {
  const [settling] = cycle;
  const places = cycle.flatMap((each, at) => (each === settling ? [] : [at]));
  return [...Map.groupBy(places, (at) => cycle[at]).values()];
}

test('a slice in which a warm server compiles is repeated, at most twice', {
  skip: skipWithoutWrk,
  timeout: 120_000,
}, async () => {
  const made = makeRepository();
  made.addTarget('compiles', 'compiles', ahead);
  made.addTarget('quiet', 'right', ahead);
  made.addProfile('compiling', { ...blockProfile, cycles: 8 });
  try {
    const store = await measureAll(benchOf(made), 'compiling');
    const { slices } = cellIn(resultOf(store, 'compiles'));
    assert.ok(slices?.compilingRatio, JSON.stringify(slices));
    const isLoud = slices.compilingRatio.map((ratio) => (ratio ?? 1) >= QUIET_COMPILING_RATIO);
    const cycles = attemptsByCycle(slices);
    for (const places of cycles) {
      const last = places.at(-1) as number;
      assert.ok(places.length <= MOST_ATTEMPTS, `${places}`);
      assert.equal(slices.kept[last], true);
      assert.ok(
        !isLoud[last] || places.length === MOST_ATTEMPTS,
        'a loud slice is kept only after its repeats',
      );
    }
    assert.ok(
      slices.kept.some((kept, at) => at > 0 && !kept && isLoud[at]),
      'it compiled half of the time',
    );
    assert.ok(isLoud.includes(false), 'and rested the other half');
    const quiet = cellIn(resultOf(store, 'quiet')).slices;
    assert.equal(quiet?.compilingRatio, undefined, 'no column for a server without such threads');
    assert.deepEqual(lintErrors(store), []);
    assert.deepEqual([...made.leftAlive('compiles'), ...made.leftAlive('quiet')], []);
  } finally {
    made.remove();
  }
});
