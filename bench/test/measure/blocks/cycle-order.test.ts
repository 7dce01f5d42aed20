import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cycleOrder, type Pass, tableKey } from '../../../src/measure/blocks/cycle-order.ts';
import { cellName, type PlannedCell, plannedCells } from '../../../src/measure/planned-cells.ts';
import { hasRate, profileSchema, type ScenarioId } from '../../../src/model/index.ts';
import { madeUpVariants } from '../support/made-up-variants.ts';
import { shortProfile } from '../support/repository.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const targetVariants = madeUpVariants(names, (name) => (name === 'a' ? ['json'] : ['json', 'asset']));
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
const orderOf = (
  of: readonly PlannedCell[],
  seed: number,
  block: number,
  cycle: number,
  plannedCycles = 1,
): Pass[] => cycleOrder(of, { together: [], plannedCycles }, seed, block, cycle);
const flat = (order: readonly Pass[]): string[] => order.flatMap(({ visits }) => visits.flat().map(cellName));
const takesShare = ({ shape }: PlannedCell): boolean => hasRate(shape) && 'shareOfCapacity' in shape.rate;
const tablesOf = (order: readonly Pass[]): string[] => order.flatMap(({ tables }) => tables);

describe('the order of a cycle', () => {
  test('holds every cell once, whatever the seed; those at a rate in one cycle of four', () => {
    const closed = cells.filter(({ shape }) => !hasRate(shape));
    for (let seed = 0; seed < 50; seed++) {
      const namesIn = (cycle: number): string[] => flat(orderOf(cells, seed, seed % 3, cycle)).sort();
      for (const cycle of [0, 4, 8]) assert.deepEqual(namesIn(cycle), cells.map(cellName).sort());
      for (const cycle of [1, 2, 3, 9]) assert.deepEqual(namesIn(cycle), closed.map(cellName).sort());
    }
  });

  test('holds cells at a rate in every cycle where there are no others', () => {
    const rates = cells.filter(({ shape }) => hasRate(shape));
    for (const cycle of [0, 1, 2, 7])
      assert.deepEqual(flat(orderOf(rates, 3, 0, cycle)).sort(), rates.map(cellName).sort());
  });

  test('follows from seed, block and cycle alone: a block that is begun anew has the same', () => {
    const whole = [0, 1, 2, 3].map((cycle) => flat(orderOf(cells, 42, 5, cycle)));
    // Asked for in another order, and for one cycle only, it is the same.
    assert.deepEqual(flat(orderOf(cells, 42, 5, 3)), whole[3]);
    assert.deepEqual(flat(orderOf(cells, 42, 5, 1)), whole[1]);
    assert.equal(new Set(whole.map(String)).size, 4, 'each cycle has an order of its own');
    assert.notDeepEqual(flat(orderOf(cells, 43, 5, 0)), whole[0]);
    assert.notDeepEqual(flat(orderOf(cells, 42, 6, 0)), whole[0]);
  });

  test('keeps together what is compared: one scenario under one shape', () => {
    for (let cycle = 0; cycle < 20; cycle++) {
      const order = orderOf(cells, 1, 0, cycle);
      for (const { tables, visits } of order) {
        assert.deepEqual([...new Set(visits.flat().map(tableKey))], tables);
        assert.equal(tables.length, 1, 'nothing is warmed up together');
      }
      assert.equal(new Set(tablesOf(order)).size, order.length, String(tablesOf(order)));
    }
  });

  test('has shares of a capacity last: the same cycle has measured it', () => {
    for (let cycle = 0; cycle < 40; cycle++) {
      const order = orderOf(cells, 1, 0, cycle);
      const isShare = order.map(({ visits: [visit] }) => visit !== undefined && takesShare(visit[0]));
      assert.deepEqual(isShare, [...isShare].sort(), String(tablesOf(order)));
      assert.equal(isShare.filter(Boolean).length, cycle % 4 === 0 ? 2 : 0);
    }
  });

  test('has shares of a capacity late in the planned cycles, when several slices have shown it', () => {
    for (const [plannedCycles, late] of [
      [1, 0],
      [3, 2],
      [4, 3],
      [9, 3],
    ] as const) {
      for (let cycle = 0; cycle < 12; cycle++) {
        const visits = orderOf(cells, 1, 0, cycle, plannedCycles).flatMap((pass) => pass.visits.flat());
        assert.equal(visits.some(takesShare), cycle % 4 === late, `${plannedCycles} planned, cycle ${cycle}`);
        const atRate = visits.some((cell) => hasRate(cell.shape) && !takesShare(cell));
        assert.equal(atRate, cycle % 4 === 0);
      }
    }
  });

  test('permutes the tables, too: no scenario is always the one that comes first', () => {
    const firsts = Array.from({ length: 60 }, (_, cycle) => tablesOf(orderOf(cells, 1, 0, cycle))[0]);
    const closed = cells.filter((cell) => !takesShare(cell));
    assert.deepEqual([...new Set(firsts)].sort(), [...new Set(closed.map(tableKey))].sort());
  });

  test('gives every target every place about equally often', () => {
    const six = cells
      .filter(({ scenario, shape }) => scenario.id === 'json' && shape.connections === 64)
      .slice(0, 6);
    const first = new Map<string, number>();
    for (let cycle = 0; cycle < 600; cycle++) {
      const name = orderOf(six, 5, 0, cycle)[0]?.visits[0]?.[0].targetVariant.name ?? '';
      first.set(name, (first.get(name) ?? 0) + 1);
    }
    // Binomial, 600 draws of 1/6: mean 100, standard deviation 9; five of them to either side.
    for (const [name, times] of first)
      assert.ok(times > 55 && times < 145, `${name} came first ${times} times`);
    assert.equal(first.size, 6);
  });
});

describe('tables of scenarios that are warmed up together', () => {
  const five: ScenarioId[] = ['plaintext', 'error', 'not-found', 'counter', 'asset'];
  const all = madeUpVariants(names, (name) => (name === 'a' ? ['json'] : ['json', ...five]));
  const closed = plannedCells(
    all,
    profileSchema.parse({
      ...shortProfile,
      name: 'together',
      scenarios: ['json', ...five],
      loadShapes: [
        { loader: 'wrk', connections: 64 },
        { loader: 'oha', connections: 8, rate: { perSecond: 100 } },
      ],
    }),
  );

  test('share passes of up to three tables; others, and those at a rate, have their own', () => {
    for (let cycle = 0; cycle < 8; cycle++) {
      const order = cycleOrder(closed, { together: five, plannedCycles: 3 }, 7, 0, cycle);
      const sizes = order.map(({ tables }) => tables.length).sort((a, b) => b - a);
      assert.deepEqual(sizes, cycle % 4 === 0 ? [3, 2, 1, 1, 1, 1, 1, 1, 1] : [3, 2, 1]);
      const alone = order.filter(({ tables }) => tables.length === 1).flatMap(({ tables }) => tables);
      assert.ok(alone.every((table) => table.startsWith('json ') || table.endsWith('rate-100')));
    }
  });

  test('are loaded in one visit of each server, one slice of each, in an order that changes', () => {
    const firsts = new Set<string>();
    for (let cycle = 0; cycle < 40; cycle++) {
      for (const { tables, visits } of cycleOrder(
        closed,
        { together: five, plannedCycles: 3 },
        7,
        1,
        cycle,
      )) {
        assert.equal(new Set(visits.map(([cell]) => cell.targetVariant)).size, visits.length);
        for (const visit of visits) {
          assert.equal(new Set(visit.map(({ targetVariant }) => targetVariant)).size, 1);
          assert.deepEqual(visit.map(tableKey).sort(), tables.toSorted());
        }
        if (tables.length > 1) firsts.add(visits[0]?.[0].scenario.id ?? '');
      }
    }
    assert.deepEqual([...firsts].sort(), five.toSorted());
  });

  test('hold every cell once', () => {
    const names = cycleOrder(closed, { together: five, plannedCycles: 3 }, 3, 0, 4).flatMap(({ visits }) =>
      visits.flat().map(cellName),
    );
    assert.deepEqual(names.sort(), closed.map(cellName).sort());
  });
});
