import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { selectVariants, type TargetVariant } from '../../../src/catalog/targets.ts';
import {
  blockGroups,
  cycleOrder,
  type Needs,
  type Room,
  SHARED_TARGETS,
  tableKey,
} from '../../../src/measure/blocks/block-groups.ts';
import { cellName, type PlannedCell, plannedCells } from '../../../src/measure/planned-cells.ts';
import { hasRate, manifestSchema, profileSchema } from '../../../src/model/index.ts';
import { manifestOf, shortProfile } from '../support/repository.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const targetVariants: TargetVariant[] = selectVariants(
  names.map((name) => ({
    id: `go/${name}`,
    build: `go/${name}`,
    folder: '/nowhere',
    manifest: manifestSchema.parse(manifestOf(name, name === 'a' ? ['json'] : ['json', 'asset'])),
  })),
  [],
);
const profile = profileSchema.parse({
  ...shortProfile,
  name: 'many',
  scenarios: ['json', 'asset'],
  loadShapes: [
    { loader: 'oha', connections: 8, rate: { shareOfCapacity: 0.5 } },
    { loader: 'wrk', connections: 64 },
    { loader: 'wrk', connections: 8 },
    { loader: 'oha', connections: 8, rate: { perSecond: 100 } },
  ],
});
const cells = plannedCells(targetVariants, profile);
const flat = (order: readonly PlannedCell[][]): string[] => order.flat().map(cellName);
const takesShare = ({ shape }: PlannedCell): boolean => hasRate(shape) && 'shareOfCapacity' in shape.rate;
const tablesOf = (order: readonly PlannedCell[][]): string[] =>
  order.map((table) => tableKey(table[0] as PlannedCell));

describe('the order of a cycle', () => {
  test('holds every cell once, whatever the seed; those at a rate in one cycle of four', () => {
    const closed = cells.filter(({ shape }) => !hasRate(shape));
    for (let seed = 0; seed < 50; seed++) {
      const namesIn = (cycle: number): string[] => flat(cycleOrder(cells, seed, seed % 3, cycle)).sort();
      for (const cycle of [0, 4, 8]) assert.deepEqual(namesIn(cycle), cells.map(cellName).sort());
      for (const cycle of [1, 2, 3, 9]) assert.deepEqual(namesIn(cycle), closed.map(cellName).sort());
    }
  });

  test('holds cells at a rate in every cycle where there are no others', () => {
    const rates = cells.filter(({ shape }) => hasRate(shape));
    for (const cycle of [0, 1, 2, 7])
      assert.deepEqual(flat(cycleOrder(rates, 3, 0, cycle)).sort(), rates.map(cellName).sort());
  });

  test('follows from seed, block and cycle alone: a block that is begun anew has the same', () => {
    const whole = [0, 1, 2, 3].map((cycle) => flat(cycleOrder(cells, 42, 5, cycle)));
    // Asked for in another order, and for one cycle only, it is the same.
    assert.deepEqual(flat(cycleOrder(cells, 42, 5, 3)), whole[3]);
    assert.deepEqual(flat(cycleOrder(cells, 42, 5, 1)), whole[1]);
    assert.equal(new Set(whole.map(String)).size, 4, 'each cycle has an order of its own');
    assert.notDeepEqual(flat(cycleOrder(cells, 43, 5, 0)), whole[0]);
    assert.notDeepEqual(flat(cycleOrder(cells, 42, 6, 0)), whole[0]);
  });

  test('keeps together what is compared: one scenario under one shape', () => {
    for (let cycle = 0; cycle < 20; cycle++) {
      const order = cycleOrder(cells, 1, 0, cycle);
      for (const table of order) assert.equal(new Set(table.map(tableKey)).size, 1);
      assert.equal(new Set(tablesOf(order)).size, order.length, String(tablesOf(order)));
    }
  });

  test('has shares of a capacity last: the same cycle has measured it', () => {
    for (let cycle = 0; cycle < 40; cycle++) {
      const order = cycleOrder(cells, 1, 0, cycle);
      const isShare = order.map(([cell]) => cell !== undefined && takesShare(cell));
      assert.deepEqual(isShare, [...isShare].sort(), String(tablesOf(order)));
      assert.equal(isShare.filter(Boolean).length, cycle % 4 === 0 ? 2 : 0);
    }
  });

  test('permutes the tables, too: no scenario is always the one that comes first', () => {
    const firsts = Array.from({ length: 60 }, (_, cycle) => tablesOf(cycleOrder(cells, 1, 0, cycle))[0]);
    const closed = cells.filter((cell) => !takesShare(cell));
    assert.deepEqual([...new Set(firsts)].sort(), [...new Set(closed.map(tableKey))].sort());
  });

  test('gives every target every place about equally often', () => {
    const six = cells
      .filter(({ scenario, shape }) => scenario.id === 'json' && shape.connections === 64)
      .slice(0, 6);
    const first = new Map<string, number>();
    for (let cycle = 0; cycle < 600; cycle++) {
      const name = cycleOrder(six, 5, 0, cycle)[0]?.[0]?.targetVariant.name ?? '';
      first.set(name, (first.get(name) ?? 0) + 1);
    }
    // Binomial, 600 draws of 1/6: mean 100, standard deviation 9; five of them to either side.
    for (const [name, times] of first)
      assert.ok(times > 55 && times < 145, `${name} came first ${times} times`);
    assert.equal(first.size, 6);
  });
});

describe('who is alive at once', () => {
  const needs = (): Needs => ({ memoryBytes: 100, connections: { postgresql: 16 } });
  const unbounded: Room = { memoryBytes: null, connections: { postgresql: null } };
  const groupsIn = (
    room: Room,
    seed = 1,
    block = 0,
    needsOf: (targetVariant: TargetVariant) => Needs = needs,
  ) => blockGroups(targetVariants, needsOf, room, seed, block).map((group) => group.map(({ name }) => name));
  const everybody = targetVariants.map(({ name }) => name);

  test('all of them, where there is room', () => {
    for (const room of [
      unbounded,
      { memoryBytes: 100 * targetVariants.length, connections: { postgresql: 16 * targetVariants.length } },
      { memoryBytes: null, connections: {} },
    ]) {
      const [group, ...others] = groupsIn(room);
      assert.deepEqual(others, []);
      assert.deepEqual(group?.toSorted(), everybody.toSorted());
    }
  });

  for (const [lack, room] of [
    ['memory', { memoryBytes: 550, connections: {} }],
    ['connections', { memoryBytes: null, connections: { postgresql: 16 * 5 + 3 } }],
  ] as const) {
    test(`groups that are joined by two targets, where ${lack} does not suffice`, () => {
      for (let block = 0; block < 20; block++) {
        const groups = groupsIn(room, 1, block);
        assert.ok(groups.length > 1);
        assert.deepEqual([...new Set(groups.flat())].sort(), everybody.toSorted(), 'nobody is left out');
        for (const [index, group] of groups.entries()) {
          assert.ok(group.length <= 5, `${group.length} at once`);
          const next = groups[index + 1];
          if (!next) continue;
          const shared = group.filter((name) => next.includes(name));
          assert.equal(shared.length, SHARED_TARGETS, `${group} and ${next}`);
          assert.ok(
            next.some((name) => !group.includes(name)),
            'the next one has somebody new',
          );
        }
      }
    });
  }

  test('a target that fits nowhere is still in a group, with the two that join it', () => {
    const large = (targetVariant: TargetVariant): Needs => ({
      memoryBytes: targetVariant.name === 'go/f' ? 10_000 : 100,
      connections: {},
    });
    for (let block = 0; block < 20; block++) {
      const groups = groupsIn({ memoryBytes: 550, connections: {} }, 1, block, large);
      assert.deepEqual([...new Set(groups.flat())].sort(), everybody.toSorted());
    }
    const none = groupsIn({ memoryBytes: 0, connections: {} });
    assert.deepEqual([...new Set(none.flat())].sort(), everybody.toSorted());
    assert.ok(none.every((group) => group.length <= SHARED_TARGETS + 1));
  });

  test('what a target does not ask takes none of its connections', () => {
    const some = ({ name }: TargetVariant): Needs => ({
      memoryBytes: 1,
      connections: name < 'go/c' ? { postgresql: 16 } : { mysql: 16 },
    });
    const room: Room = { memoryBytes: null, connections: { postgresql: 32, mysql: null } };
    assert.equal(groupsIn(room, 1, 0, some).length, 1);
  });

  test('the order follows from seed and block alone, and differs between blocks', () => {
    assert.deepEqual(groupsIn(unbounded, 3, 4), groupsIn(unbounded, 3, 4));
    const orders = Array.from({ length: 20 }, (_, block) => String(groupsIn(unbounded, 3, block)));
    assert.equal(new Set(orders).size, 20);
    assert.notDeepEqual(groupsIn(unbounded, 4, 4), groupsIn(unbounded, 3, 4));
    // Room changes who is alive together, and not who is next to whom.
    const few = groupsIn({ memoryBytes: 550, connections: {} }, 3, 4);
    assert.deepEqual([...new Set(few.flat())], groupsIn(unbounded, 3, 4)[0]);
  });
});
