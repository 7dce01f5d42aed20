import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { splitProcessors } from '../../../src/machine/processor-split.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from '../support/bench.ts';
import { ahead, blockProfile, doubtful, lintErrors } from '../support/blocks.ts';
import { makeRepository } from '../support/repository.ts';

describe('scenarios that are warmed together', { skip: skipWithoutWrk, timeout: 180_000 }, () => {
  const made = makeRepository();
  after(() => made.remove());
  const warmup = { maxSeconds: 60, otherwise: 'mark', together: ['json', 'counter'] };
  const profile = { ...blockProfile, scenarios: ['json', 'counter'], cycles: 2, warmup };
  made.addProfile('together', profile);

  test('share one load; where code is compiled as it runs, each is confirmed, and one load settles all', async () => {
    made.addTarget('compiles');
    made.addTarget('ahead', 'right', ahead);
    const store = await measureAll(benchOf(made, { processors: splitProcessors() }), 'together');
    const [mixed, ...others] = resultOf(store, 'compiles').warmups ?? [];
    const confirmed = others.filter(({ settling }) => !settling);
    const settled = others.filter(({ settling }) => settling);
    assert.deepEqual(
      settled.map(({ together, steady }) => [together?.toSorted(), steady]),
      [[['counter', 'json'], true]],
    );
    assert.deepEqual([...(mixed?.together ?? [])].sort(), ['counter', 'json']);
    assert.equal(mixed?.scenario, mixed?.together?.[0]);
    assert.deepEqual(
      confirmed.map(({ scenario, place, lightSeconds, steady, together }) => ({
        scenario,
        place,
        lightSeconds,
        steady,
        together,
      })),
      (mixed?.together ?? []).map((scenario, at) => ({
        scenario,
        place: at + 1,
        lightSeconds: 0,
        steady: true,
        together: undefined,
      })),
    );
    const mixedSlices = (mixed?.lightSeconds ?? 0) + (mixed?.durationSeconds.length ?? 0);
    for (const { scenario, durationSeconds } of confirmed) {
      const { rounds, marks } = cellIn(resultOf(store, 'compiles'), scenario);
      const settling = settled[0]?.durationSeconds.length ?? 0;
      assert.deepEqual(rounds.warmupSlices, [mixedSlices + durationSeconds.length + settling]);
      assert.deepEqual(doubtful({ marks }), [], JSON.stringify(marks));
    }
    assert.deepEqual(
      (resultOf(store, 'ahead').warmups ?? []).map(({ place, steady, together }) => [
        place,
        steady,
        together?.toSorted(),
      ]),
      [[0, true, ['counter', 'json']]],
    );
    for (const name of ['compiles', 'ahead']) {
      for (const scenario of ['json', 'counter'] as const) {
        const { slices, rounds } = cellIn(resultOf(store, name), scenario);
        // A disturbed slice is repeated, and then does not count either.
        assert.equal(slices?.kept[0], false, `${name} ${scenario}`);
        assert.equal(slices?.kept.filter((kept) => kept).length, 2, `${name} ${scenario}`);
        assert.ok((rounds.warmupSlices[0] ?? 0) >= 2);
      }
    }
    assert.deepEqual(lintErrors(store), []);
  });

  test('all fail with the server that dies under their load', async () => {
    // In a repository of its own: the others would be verified, warmed up and measured once more.
    const alone = makeRepository();
    alone.addProfile('together', profile);
    alone.addTarget('exits', 'exits');
    const store = await measureAll(benchOf(alone, { processors: splitProcessors() }), 'together');
    for (const scenario of ['json', 'counter']) {
      const { rounds, failures } = cellIn(resultOf(store, 'exits'), scenario);
      assert.deepEqual(rounds.round, []);
      assert.match(failures[0]?.what ?? '', /exit/);
    }
    assert.deepEqual(lintErrors(store), []);
    assert.deepEqual(alone.leftAlive('exits'), []);
    alone.remove();
  });
});
