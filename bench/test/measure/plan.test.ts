import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { selectVariants, type TargetVariant } from '../../src/measure/catalog/targets.ts';
import { cellName, mix, type PlannedCell, plannedCells, roundOrder } from '../../src/measure/plan.ts';
import { manifestSchema, profileSchema, type Target } from '../../src/model/index.ts';
import { manifestOf, shortProfile } from './support/repository.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const target = (name: string, scenarios: string[]): Target => ({
  id: `go/${name}`,
  build: `go/${name}`,
  folder: '/nowhere',
  manifest: manifestSchema.parse(manifestOf(name, scenarios)),
});
const entries: TargetVariant[] = selectVariants(
  names.map((name) => target(name, name === 'a' ? ['json'] : ['json', 'asset', 'plaintext'])),
  [],
);
const profile = profileSchema.parse({
  ...shortProfile,
  name: 'many',
  scenarios: ['json', 'asset'],
  loadShapes: [
    { loader: 'wrk', connections: 64 },
    { loader: 'wrk', connections: 8 },
    { loader: 'oha', connections: 8, rate: { perSecond: 100 } },
  ],
});
const cells = plannedCells(entries, profile, 'wrk');
const named = (order: readonly PlannedCell[]): string[] => order.map(cellName);
const groupOf = (name: string): string => name.slice(name.indexOf(' ') + 1);

describe('the cells of a run', () => {
  test('every target in every scenario of the profile that it serves, once for each shape of the loader', () => {
    // Six targets serve json, five asset; two shapes of wrk, one of oha.
    assert.equal(cells.length, (6 + 5) * 2);
    assert.equal(new Set(named(cells)).size, cells.length);
    assert.ok(!named(cells).some((name) => name.startsWith('go/a asset') || name.includes('plaintext')));
    assert.deepEqual(named(plannedCells([entries[0] as TargetVariant], profile, 'oha')), [
      'go/a json oha-8-rate-100',
    ]);
  });
});

describe('the order of a round', () => {
  test('holds every cell once, whatever the seed', () => {
    for (let seed = 0; seed < 50; seed++) {
      assert.deepEqual(named(roundOrder(cells, seed, 'wrk', seed % 7)).sort(), named(cells).sort());
    }
  });

  test('follows from seed, stage and round alone: a resumed run goes on in it', () => {
    const whole = [0, 1, 2, 3].map((round) => named(roundOrder(cells, 42, 'wrk', round)));
    // Asked for in another order, and for one round only, it is the same.
    assert.deepEqual(named(roundOrder(cells, 42, 'wrk', 3)), whole[3]);
    assert.deepEqual(named(roundOrder(cells, 42, 'wrk', 1)), whole[1]);
    assert.equal(new Set(whole.map(String)).size, 4, 'each round has an order of its own');
    assert.notDeepEqual(named(roundOrder(cells, 43, 'wrk', 0)), whole[0]);
    assert.notDeepEqual(named(roundOrder(cells, 42, 'oha', 0)), whole[0]);
  });

  test('keeps together what is compared: one scenario under one shape', () => {
    for (let round = 0; round < 20; round++) {
      const groups = named(roundOrder(cells, 1, 'wrk', round)).map(groupOf);
      const changes = groups.filter((group, index) => group !== groups[index - 1]);
      assert.equal(changes.length, new Set(groups).size, String(groups));
    }
  });

  test('permutes the groups, too: no scenario is always the one that is measured on a warm machine', () => {
    const firsts = Array.from({ length: 40 }, (_, round) =>
      groupOf(named(roundOrder(cells, 1, 'wrk', round))[0] ?? ''),
    );
    assert.deepEqual([...new Set(firsts)].sort(), [...new Set(named(cells).map(groupOf))].sort());
  });

  test('gives every target every place about equally often', () => {
    const json = cells.filter(({ scenario, shape }) => scenario.id === 'json' && shape.connections === 8);
    const rounds = 600;
    const first = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      const name = roundOrder(json, 5, 'wrk', round)[0]?.entry.name ?? '';
      first.set(name, (first.get(name) ?? 0) + 1);
    }
    // Binomial, 600 draws of 1/6: mean 100, standard deviation 9; five of them to either side.
    for (const [name, times] of first)
      assert.ok(times > 55 && times < 145, `${name} came first ${times} times`);
    assert.equal(first.size, 6);
  });

  test('seeds of rounds and cells do not collide', () => {
    const seeds = Array.from({ length: 100 }, (_, round) =>
      Array.from({ length: 100 }, (_, cell) => mix(9, round, cell)),
    );
    assert.ok(new Set(seeds.flat()).size > 9_990);
    assert.notEqual(mix(1, 2), mix(2, 1));
  });
});
