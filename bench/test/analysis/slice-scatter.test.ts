import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceScatter } from '../../src/analysis/slice-scatter.ts';
import { throughputCell } from '../publish/small-results.ts';

/** A cell of two blocks with four slices each, whose figures are 1,000/s times these factors. */
function cellOf(factors: readonly number[]) {
  const slices = {
    block: [0, 0, 0, 0, 1, 1, 1, 1],
    cycle: [0, 1, 2, 3, 0, 1, 2, 3],
    startedSeconds: [0, 1, 2, 3, 4, 5, 6, 7],
    requests: factors.map((factor) => 1_000 * factor),
    durationSeconds: factors.map(() => 1),
    serverCpuNanoseconds: factors.map(() => 1e9),
    stolenRatio: factors.map(() => 0),
    kept: factors.map(() => true),
  };
  return { ...throughputCell([1_000, 1_000]), slices };
}

const STEADY = [1, 1, 1, 1, 1, 1, 1, 1];
const table = (erratic: readonly number[]) =>
  ['a', 'b', 'c', 'd', 'e', 'f']
    .map((id) => ({ id, cell: cellOf(STEADY) }))
    .concat({ id: 'erratic', cell: cellOf(erratic) });

test('the scatter of a target is that of its own slices, over their number', () => {
  const deviation = 0.2;
  const factors = [1, -1, 1, -1, 1, -1, 1, -1].map((sign) => Math.exp(sign * deviation));
  for (const metric of ['throughputPerSecond', 'cpuPerRequestNanoseconds'] as const) {
    const found = sliceScatter(table(factors), metric);
    const expected = deviation ** 2 / 4;
    const seen = found.get('erratic') ?? 0;
    assert.ok(Math.abs(seen / expected - 1) < 0.1, `${metric}: ${seen}, not ${expected}`);
  }
});

test('what slows a block or a cycle for all is nobody’s scatter', () => {
  const slow = [1, 0.5, 1, 1, 0.7, 0.7, 0.7, 0.7];
  const all = ['a', 'b', 'c'].map((id) => ({ id, cell: cellOf(slow) }));
  for (const variance of sliceScatter(all, 'throughputPerSecond').values()) assert.ok(variance < 1e-12);
});

test('a metric that is not of slices, and a table without slices, have none', () => {
  assert.equal(sliceScatter(table(STEADY), 'peakMemoryBytes').size, 0);
  assert.equal(sliceScatter([{ id: 'a', cell: throughputCell([1, 2]) }], 'throughputPerSecond').size, 0);
});

test('a target that lacks a block is judged by the slices of those that it has', () => {
  const factors = [1, -1, 1, -1, 1, -1, 1, -1].map((sign) => Math.exp(sign * 0.2));
  const whole = sliceScatter(table(factors), 'throughputPerSecond').get('erratic') ?? 0;
  const cells = table(factors);
  const { slices } = cells.at(-1)?.cell ?? assert.fail();
  for (const column of Object.values(slices)) column.splice(4);
  const half = sliceScatter(cells, 'throughputPerSecond').get('erratic') ?? 0;
  assert.ok(Math.abs(half / whole - 1) < 0.1, `${half} for ${whole}`);
});
