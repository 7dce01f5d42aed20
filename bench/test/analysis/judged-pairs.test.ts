import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costRatios, judgedPairs, mostPairs, pairsAtLook, verdictOf } from '../../src/analysis/verdict.ts';
import type { ComparedCell, Comparison } from '../../src/model/index.ts';

interface PairValues {
  base?: number | null;
  head?: number | null;
  stolen?: number | null;
  again?: boolean;
}

function cellOf(
  pairs: readonly PairValues[],
  metric: ComparedCell['metric'] = 'cpuPerRequestNanoseconds',
): ComparedCell {
  const column = <T>(of: (pair: PairValues, index: number) => T): T[] => pairs.map(of);
  return {
    ...{ pair: 0, scenario: 'json', scenarioVersion: 1, metric, mode: 'together', failures: [] },
    loadShape: { loader: 'wrk', connections: 16, connection: 'keep-alive' },
    rounds: {
      round: column((_, index) => index),
      startedSeconds: column((_, index) => index),
      first: column(() => 'base'),
      base: column(({ base = 100 }) => base),
      head: column(({ head = 100 }) => head),
      baseRequests: column(() => 1_000),
      headRequests: column(() => 1_000),
      stolenRatio: column(({ stolen = 0 }) => stolen),
      again: column(({ again = false }) => again),
    },
  };
}

const many = (count: number, pair: PairValues = {}): PairValues[] =>
  Array.from({ length: count }, () => pair);

test('a pair from which the hypervisor took time is left out, whichever side looks better for it', () => {
  const cell = cellOf([
    { stolen: 0.4, head: 10 },
    ...many(4),
    { stolen: 0.021, head: 900 },
    { stolen: 0.02 },
  ]);
  assert.deepEqual(judgedPairs(cell, false), [1, 2, 3, 4, 6]);
  assert.deepEqual(costRatios(cell, false), [1, 1, 1, 1, 1]);
});

test('where more than a third are such pairs, all are judged', () => {
  assert.equal(judgedPairs(cellOf([...many(2), { stolen: 0.1 }]), false).length, 2);
  assert.equal(judgedPairs(cellOf([...many(3), ...many(2, { stolen: 0.1 })]), false).length, 5);
  assert.equal(judgedPairs(cellOf(many(3, { stolen: 1 })), false).length, 3);
  assert.deepEqual(judgedPairs(cellOf([]), false), []);
});

test('a look judges the pairs that it had, whatever comes after them', () => {
  const disturbed = many(4, { stolen: 0.1, head: 300 });
  // Four of ten are disturbed, so all are judged; later they are fewer than a third.
  const noisy = [...many(6), ...disturbed];
  const all = Array.from({ length: 10 }, (_, index) => index);
  assert.deepEqual(pairsAtLook(cellOf(noisy), 10), all);
  assert.deepEqual(pairsAtLook(cellOf([...noisy, ...many(30)]), 10), all);
  assert.deepEqual(judgedPairs(cellOf([...noisy, ...many(30)]), false).length, 36);
  // None of ten is disturbed; later they are more than a third.
  const quiet = [{ stolen: 0.1 }, ...many(10)];
  const first = all.map((index) => index + 1);
  assert.deepEqual(pairsAtLook(cellOf(quiet), 10), first);
  assert.deepEqual(pairsAtLook(cellOf([...quiet, ...many(9, { stolen: 0.1 })]), 10), first);
  assert.deepEqual(pairsAtLook(cellOf(many(9)), 10), []);
  assert.deepEqual(pairsAtLook(cellOf([...many(9), ...many(9, { again: true })]), 10), []);
});

test('a cell that a look left undecided is not judged at it once more, on other pairs', () => {
  const before = [...many(6, { head: 150 }), ...many(4, { stolen: 0.1, head: 60 })];
  const comparison = (pairs: readonly PairValues[]) =>
    ({
      method: {
        looks: [
          { rounds: 10, errorRate: 0.01 },
          { rounds: 60, errorRate: 0.04 },
        ],
        minimumEffects: { cpuPerRequestNanoseconds: 0.01 },
      },
      cells: [cellOf(pairs)],
    }) as unknown as Comparison;
  for (const after of [0, 10]) {
    const [cell] = verdictOf(comparison([...before, ...many(after, { head: 150 })])).cells;
    assert.equal(cell?.judgement.state, 'undecided', `${after} pairs later`);
    assert.equal(cell?.judgement.flagged, null);
  }
});

test('as many more are measured as may be left out', () => {
  assert.equal(mostPairs(10), 15);
  const most = [...many(10), ...many(mostPairs(10) - 10, { stolen: 0.1 })];
  assert.equal(judgedPairs(cellOf(most), false).length, 10);
  assert.equal(judgedPairs(cellOf([...most.slice(1), { stolen: 0.1 }]), false).length, 15);
});

test('a machine that reports no stolen time has no such pair; one without a figure of both sides is none', () => {
  assert.equal(judgedPairs(cellOf(many(3, { stolen: null })), false).length, 3);
  assert.deepEqual(judgedPairs(cellOf([{ base: null }, {}, { head: null }]), false), [1]);
});

test('pairs measured again are a lot of their own', () => {
  const cell = cellOf([...many(3), { again: true, head: 300 }, { again: true, stolen: 0.5 }]);
  assert.deepEqual(judgedPairs(cell, false), [0, 1, 2]);
  assert.deepEqual(judgedPairs(cell, true), [3, 4]);
});

test('above 1 is worse, whatever the metric', () => {
  assert.deepEqual(costRatios(cellOf([{ base: 100, head: 200 }]), false), [2]);
  assert.deepEqual(costRatios(cellOf([{ base: 200, head: 100 }], 'throughputPerSecond'), false), [2]);
});
