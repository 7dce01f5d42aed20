import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discoverDatabase, openDatabase } from '../../../src/databases/index.ts';
import { splitProcessors } from '../../../src/machine/processor-split.ts';
import { repository } from '../../../src/util/repository.ts';
import { benchOf, cellIn, measureAll, resultOf, skipWithoutWrk } from '../support/bench.ts';
import { ahead, blockProfile, doubtful, lintErrors } from '../support/blocks.ts';
import { makeRepository, withMenus } from '../support/repository.ts';

const providers = await discoverDatabase('postgresql', repository.root);
const own = providers.find(({ provider, available }) => available && ['path', 'embedded'].includes(provider));

/** Five targets with pools of 16, and 48 connections beside those that are kept back: three at a time. */
test('a database of few connections: groups, and every target has its figures', {
  skip: skipWithoutWrk || (own ? false : 'no PostgreSQL that this test could have for itself'),
  timeout: 180_000,
}, async () => {
  const made = makeRepository();
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) made.addTarget(name, 'right', { ...withMenus, ...ahead });
  made.addProfile('groups', { ...blockProfile, scenarios: ['menus'], cycles: 2 });
  const { signal } = new AbortController();
  const whole = await openDatabase('postgresql', { processors: [], signal, only: own?.provider ?? 'path' });
  let plans = 0;
  const database = {
    ...whole,
    async mostConnections() {
      plans++;
      return 20 + 3 * 16;
    },
  };
  try {
    const bench = benchOf(made, { processors: splitProcessors(), databases: { postgresql: database } });
    const store = await measureAll(bench, 'groups');
    assert.equal(store.run.blocks?.[0]?.groups, 3);
    assert.equal(plans, 1, 'one plan, for what is announced and for what is measured');
    const cycles = new Map<string, Set<number>>();
    for (const name of names) {
      const { rounds, failures, slices, marks } = cellIn(resultOf(store, name), 'menus');
      assert.deepEqual([rounds.round, failures], [[0], []], name);
      assert.ok((rounds.throughputPerSecond?.[0] ?? 0) > 10, name);
      assert.deepEqual(doubtful({ marks }), [], `${name}: ${JSON.stringify(marks)}`);
      cycles.set(name, new Set(slices?.cycle.filter((_, index) => slices.kept[index])));
    }
    // Two cycles a group: one target is in all three, two are in two, and the outermost two in one each.
    const counts = names.map((name) => cycles.get(name)?.size).sort();
    assert.deepEqual(counts, [2, 2, 4, 4, 6]);
    const [first, last] = [...cycles.values()].filter(({ size }) => size === 2);
    assert.deepEqual(
      [...(first ?? [])].filter((cycle) => last?.has(cycle)),
      [],
      'not at one time',
    );
    assert.deepEqual(lintErrors(store), []);
    assert.deepEqual(
      names.flatMap((name) => made.leftAlive(name)),
      [],
    );
  } finally {
    await whole.close();
    made.remove();
  }
});
