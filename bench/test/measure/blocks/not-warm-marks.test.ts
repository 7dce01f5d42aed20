import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Slice } from '../../../src/measure/blocks/block-cells.ts';
import { NotWarmMarks, stillWarming } from '../../../src/measure/blocks/not-warm.ts';

const slice = (kept: boolean) => ({ kept }) as Slice;
const newCell = () => ({
  warm: true,
  slices: [] as Slice[],
  marks: [] as { code: 'not-warm'; detail: string }[],
});

/** A start of the cell's server: whether each warm-up showed that it is warm, and the slices after them. */
function start(marks: NotWarmMarks, cell: ReturnType<typeof newCell>, warm: boolean[], slices: boolean[]) {
  marks.begin([cell]);
  for (const [index, isWarm] of warm.entries()) {
    cell.warm = isWarm;
    marks.judge(cell, `warm-up ${index}`);
  }
  cell.slices.push(...slices.map(slice));
  return cell.marks.map(({ detail }) => detail);
}

test('what was left of a warm-up is said where it was anything', () => {
  const second = (cost: number, compilingRatio: number | null) => ({
    cpuPerRequestNanoseconds: cost,
    throughputPerSecond: 1e9 / cost,
    compilingRatio,
  });
  const still = 'still warming up after 90 s of load';
  assert.equal(stillWarming(90, []), still);
  const seen = [100, 100, 97, 97].map((cost) => second(cost, 0.05));
  assert.equal(
    stillWarming(90, seen),
    `${still}: 5 % of its CPU time went to compiling and a request cost 3 % less than 2 s before`,
  );
  const blind = [100, 100, 100, 90, 90, 90].map((cost) => second(cost, null));
  assert.equal(stillWarming(90, blind), `${still}: a request cost 10 % less than 3 s before`);
  assert.equal(
    stillWarming(
      90,
      [90, 90, 100, 100].map((cost) => second(cost, 0.001)),
    ),
    still,
  );
});

test('a cell that was not warm in one group of its block keeps the mark, however warm it is in the next', () => {
  const [marks, cell] = [new NotWarmMarks(), newCell()];
  assert.deepEqual(start(marks, cell, [false], [false, true]), ['warm-up 0']);
  assert.deepEqual(start(marks, cell, [true], [true]), ['warm-up 0']);
  assert.deepEqual(start(marks, cell, [true], [true]), ['warm-up 0']);
});

test('a cell that is not warm in the second group has one mark', () => {
  const [marks, cell] = [new NotWarmMarks(), newCell()];
  assert.deepEqual(start(marks, cell, [true], [true]), []);
  assert.deepEqual(start(marks, cell, [false], [true]), ['warm-up 0']);
});

test('the last warm-up of a start decides, and a start without a slice that counts leaves no mark', () => {
  const [marks, cell] = [new NotWarmMarks(), newCell()];
  assert.deepEqual(start(marks, cell, [false, true], [true]), []);
  assert.deepEqual(start(marks, cell, [false, true], [true]), []);
  const other = newCell();
  assert.deepEqual(start(marks, other, [false], [false]), ['warm-up 0']);
  assert.deepEqual(start(marks, other, [true], [true]), []);
});
