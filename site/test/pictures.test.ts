import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompareData } from '@pitwall/bench/model';
import { seededRandom } from '../../bench/src/util/random.ts';
import { labelPlaces, overlap } from '../src/lib/charts/label-places.ts';
import { compareGrid } from '../src/lib/compare/compare-grid.ts';
import { pairRows, summaryByMetric } from '../src/lib/compare/compare-view.ts';
import { acrossAxes, offeredAxes, readAxes, upAxes, writeAxes } from '../src/lib/field/scatter.ts';

const area = { left: 40, top: 10, right: 900, bottom: 560 };

test('no label overlaps another, a point or the edge, however crowded the points are', () => {
  const random = seededRandom(7);
  for (const [count, spread] of [
    [1, 500],
    [23, 500],
    [60, 500],
    [60, 60],
  ] as const) {
    const points = Array.from({ length: count }, () => ({
      x: 300 + (random.next() - 0.5) * spread,
      y: 280 + (random.next() - 0.5) * Math.min(spread, 400),
      width: 30 + random.next() * 90,
    }));
    const places = labelPlaces(points, 14, area);
    const boxes = places.filter((box) => box !== null);
    boxes.forEach((box, index) => {
      assert.ok(
        box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom,
      );
      for (const other of boxes.slice(index + 1))
        assert.ok(!overlap(box, other), `${count} within ${spread}`);
      for (const { x, y } of points) {
        assert.ok(!(x > box.left && x < box.right && y > box.top && y < box.bottom), 'a point is readable');
      }
    });
    if (spread === 500 && count <= 23) assert.equal(boxes.length, count, 'there is room for all');
  }
});

test('a label that finds no room has no place', () => {
  const narrow = { left: 0, top: 0, right: 50, bottom: 20 };
  assert.deepEqual(labelPlaces([{ x: 25, y: 10, width: 200 }], 14, narrow), [null]);
});

test('the axes go into the address and come back; others mean the first', () => {
  const all = { up: [...upAxes], across: [...acrossAxes] };
  for (const up of all.up) {
    for (const across of all.across) {
      assert.deepEqual(readAxes(writeAxes({ up, across }), all), { up, across });
    }
  }
  assert.deepEqual(readAxes('?y=memory&x=nothing', all), { up: 'throughput', across: 'memory' });
  const { up, across } = readAxes('', all);
  assert.equal(writeAxes({ up, across }, '?q=gin&x=lines'), '?q=gin&x=memory&y=throughput', 'filters stay');
});

test('only axes that some point has a figure for are offered, and an address cannot ask for others', () => {
  const one = (median: number): [number, null, null] => [median, null, null];
  const offered = offeredAxes([
    { values: { throughput: one(9), memory: one(2) } },
    { values: { throughput: one(8), lines: one(100) } },
  ]);
  assert.deepEqual(offered, { up: ['throughput'], across: ['memory', 'lines'] });
  assert.deepEqual(readAxes('?y=cpu&x=p99', offered), { up: 'throughput', across: 'memory' });
  assert.deepEqual(readAxes('?y=cpu&x=lines', offered), { up: 'throughput', across: 'lines' });
});

/** Three that are always better, in between, always worse: A ahead of B ahead of C. */
function dataOf(key: string, times: Record<string, number>): CompareData {
  const estimate = { median: 1, low: 1, high: 1, rounds: 3 };
  return {
    target: `go/${key}`,
    variant: 'default',
    name: key,
    rows: (['json', 'menus'] as const).map((scenario) => ({
      scenario,
      metric: 'throughputPerSecond',
      minimumEffect: 0.01,
      estimate,
    })),
    others: Object.entries(times).map(([other, ratio]) => ({
      target: `go/${other}`,
      variant: 'default',
      name: other,
      times: [
        [ratio, ratio * 0.95, ratio * 1.05],
        [ratio * 1.5, ratio * 1.4, ratio * 1.6],
      ],
    })),
  } as unknown as CompareData;
}
const documents = new Map([
  ['c', dataOf('c', { a: 4, b: 2 })],
  ['a', dataOf('a', { b: 0.5, c: 0.25 })],
  ['b', dataOf('b', { a: 2, c: 0.5 })],
]);

test('the grid starts with who is most often better, and mirrors every pair', () => {
  const grid = compareGrid(
    [...documents.keys()].map((key) => ({ key })),
    documents,
  );
  assert.deepEqual(
    grid.map(({ own }) => own.key),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(
    grid.map(({ cells }) =>
      cells.map((cell) => (cell === null ? '–' : `${cell.better}:${cell.worse} ${cell.tone}`)),
    ),
    [
      ['–', '2:0 much-better', '2:0 much-better'],
      ['0:2 much-worse', '–', '2:0 much-better'],
      ['0:2 much-worse', '0:2 much-worse', '–'],
    ],
  );
});

test('a pair is summed up by metric, each side with the range of what is proven for it', () => {
  const [b, a] = [documents.get('b'), documents.get('a')];
  assert.ok(a && b);
  const [summary] = summaryByMetric(pairRows(b, a));
  assert.deepEqual(
    [summary?.counts.first, summary?.counts.second, summary?.ranges],
    [0, 2, { first: '', second: '2.00×–3.00×' }],
  );
});
