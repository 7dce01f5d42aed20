import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownEstimates } from '../../src/analysis/cells.ts';
import { blockLevels, levelled, type TableSeries, tableFigures } from '../../src/analysis/levels.ts';
import type { Run } from '../../src/model/index.ts';
import { huberMiddle } from '../../src/stats/index.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';
import { roundsProfile, throughputCell } from '../publish/small-results.ts';

const series = (id: string, values: readonly number[], ranked = true): TableSeries => ({
  id,
  byBlock: new Map(values.map((value, block) => [block, value])),
  ranked,
});
const near = (seen: number | undefined, expected: number, what: string): void =>
  assert.ok(seen !== undefined && Math.abs(seen / expected - 1) < 1e-6, `${what}: ${seen}, not ${expected}`);
/** The third block is slow for all, the last one fast. */
const machine = [1, 1, 0.6, 1, 1.3];
const blocksProfile = {
  name: 'standard',
  description: '',
  scenarios: ['json' as const],
  loadShapes: [{ loader: 'wrk' as const, connections: 64, connection: 'keep-alive' as const }],
  blocks: 5,
  sliceSeconds: 1,
  cycles: 2,
  warmup: { maxSeconds: 20, otherwise: 'mark' as const },
  coldStarts: 0 as const,
};

test('what a block does to all targets is taken out', () => {
  const table = ['a', 'b', 'c', 'd'].map((id, at) =>
    series(
      id,
      machine.map((level) => (at + 1) * 1_000 * level),
    ),
  );
  const levels = blockLevels(table);
  for (const [block, level] of machine.entries()) near(levels.get(block), level, `block ${block}`);
  for (const [id, byBlock] of levelled(table)) {
    const [first] = byBlock.values();
    for (const value of byBlock.values()) near(value, first ?? 0, id);
  }
});

test('the ratio of two targets in a block stays what it is', () => {
  const [a, b] = [series('a', [100, 120, 70]), series('b', [50, 66, 30])];
  const found = levelled([a, b]);
  for (const [block, value] of a.byBlock) {
    const ratio = (found.get('a')?.get(block) ?? 0) / (found.get('b')?.get(block) ?? 1);
    near(ratio, value / (b.byBlock.get(block) ?? 1), `block ${block}`);
  }
});

test('a target that is not ranked is levelled by the others and moves nothing', () => {
  const table = [series('a', [100, 200, 100]), series('b', [10, 20, 10])];
  const odd = series('odd', [5, 5, 500], false);
  const found = levelled([...table, odd]);
  assert.deepEqual(blockLevels([...table, odd]), blockLevels(table));
  near(found.get('odd')?.get(1), 2.5, 'its second block');
  near(found.get('odd')?.get(2), 500, 'its third block');
});

test('a target that lacks a block keeps the others; one block alone stays as it was', () => {
  const late: TableSeries = { id: 'late', byBlock: new Map([[2, 30]]), ranked: true };
  const found = levelled([series('a', [100, 100, 50]), series('b', [10, 10, 5]), late]);
  near(found.get('late')?.get(2), 60, 'the late one');
  assert.deepEqual([...(levelled([series('a', [7])]).get('a') ?? [])], [[0, 7]]);
  assert.equal(levelled([]).size, 0);
});

test('rounds and peak memory are shown as they were measured', () => {
  const cells = [
    { id: 'a', cell: throughputCell([100, 50], { rounds: { peakMemoryBytes: [1_000, 2_000] } }) },
    { id: 'b', cell: throughputCell([10, 5], { rounds: { peakMemoryBytes: [100, 200] } }) },
  ];
  const rounds = { profile: roundsProfile };
  const blocks = { profile: blocksProfile };
  const of = (run: Parameters<typeof tableFigures>[0], metric: Parameters<typeof tableFigures>[2]) => [
    ...(tableFigures(run, cells, metric).figures.get('a')?.values() ?? []),
  ];
  assert.deepEqual(of(rounds, 'throughputPerSecond'), [100, 50]);
  assert.deepEqual(of(blocks, 'peakMemoryBytes'), [1_000, 2_000]);
  const [first, second] = of(blocks, 'throughputPerSecond');
  near(first, second ?? 0, 'throughput in blocks');
});

test('one target alone cannot tell the machine from itself, so its blocks stay as they were', () => {
  const alone = { id: 'a', cell: throughputCell([100, 50, 80]) };
  const unranked = {
    id: 'b',
    cell: throughputCell([10, 5, 7], { marks: [{ code: 'errors', rounds: [], detail: '' }] }),
  };
  const { figures, levelledBy } = tableFigures(
    { profile: blocksProfile },
    [alone, unranked],
    'throughputPerSecond',
  );
  assert.equal(levelledBy, 0);
  assert.deepEqual([...(figures.get('a')?.values() ?? [])], [100, 50, 80]);
  assert.deepEqual([...(figures.get('b')?.values() ?? [])], [10, 5, 7]);
});

/** Draws cells of equal targets that deviate by a share from the levels of their blocks, which are logarithms. */
function drawnCells(random: Random, targets: number, levels: readonly number[], deviation: number) {
  return Array.from({ length: targets }, (_, at) => ({
    id: `target-${at}`,
    cell: throughputCell(levels.map((level) => 1_000 * Math.exp(level + deviation * random.normal()))),
  }));
}

test('few targets, which all take part in the levels, get intervals as wide as their own spread', () => {
  const random = seededRandom(7);
  for (const blocks of [3, 5, 9]) {
    for (const targets of [2, 3]) {
      let [levelled, raw] = [0, 0];
      for (let draw = 0; draw < 400; draw++) {
        // No block is slower than another, so levelling takes away nothing but what targets deviate by.
        const cells = drawnCells(random, targets, Array(blocks).fill(0), 0.05);
        const width = (profile: Run['profile']): number => {
          const table = tableFigures({ profile }, cells, 'throughputPerSecond');
          const { low, high } = shownEstimates(table, cells).get('target-0') ?? {};
          return Math.log((high ?? 0) / (low ?? 0));
        };
        levelled += width(blocksProfile);
        raw += width(roundsProfile);
      }
      const ratio = levelled / raw;
      assert.ok(ratio > 0.88 && ratio < 1.12, `${targets} targets, ${blocks} blocks: ${ratio}`);
    }
  }
});

test('few targets: 95 % intervals hold what a target does in the middle of the blocks', () => {
  const random = seededRandom(8);
  for (const blocks of [3, 5, 9]) {
    for (const targets of [2, 3]) {
      let [held, all] = [0, 0];
      for (let draw = 0; draw < 1_000; draw++) {
        // Blocks differ by more than targets deviate within them, as on a shared machine.
        const shifts = Array.from({ length: blocks }, () => 0.1 * random.normal());
        const cells = drawnCells(random, targets, shifts, 0.02);
        const truth = 1_000 * Math.exp(huberMiddle(shifts));
        const table = tableFigures({ profile: blocksProfile }, cells, 'throughputPerSecond');
        for (const { low, high } of shownEstimates(table, cells).values()) {
          all += 1;
          if ((low ?? 0) <= truth && truth <= (high ?? 0)) held += 1;
        }
      }
      assert.ok(held / all > 0.91, `${targets} targets, ${blocks} blocks: ${held} of ${all}`);
    }
  }
});

test('a block that is far from the others hardly moves the middle', () => {
  const table = ['a', 'b', 'c'].map((id) => series(id, [100, 101, 99, 102, 25]));
  const [first] = levelled(table).get('a')?.values() ?? [];
  assert.ok(first !== undefined && first > 98 && first < 102, `${first}`);
});

test('a block that only one target has keeps its figure: nothing tells the machine from the target', () => {
  const alone: TableSeries = {
    id: 'a',
    byBlock: new Map([
      [0, 100],
      [1, 130],
      [2, 90],
    ]),
    ranked: true,
  };
  const given: TableSeries = { id: 'b', byBlock: new Map([[0, 50]]), ranked: true };
  const found = levelled([alone, given]).get('a');
  near(found?.get(1), 130, 'block 1');
  near(found?.get(2), 90, 'block 2');
});
