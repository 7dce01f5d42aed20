import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateTicks } from '../src/lib/charts/date-ticks.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const dates = (from: string, to: string, most: number): string[] =>
  dateTicks(day(from), day(to), most).map(({ date }) => date);

test('dates of an axis are beginnings of months or years, as many as fit', () => {
  assert.deepEqual(dates('2024-01-20', '2024-05-10', 6), ['2024-02', '2024-03', '2024-04', '2024-05']);
  assert.deepEqual(dates('2023-11-20', '2025-02-10', 6), [
    '2024-01',
    '2024-04',
    '2024-07',
    '2024-10',
    '2025-01',
  ]);
  assert.deepEqual(dates('2023-02-20', '2026-06-10', 3), ['2024', '2025', '2026']);
  assert.deepEqual(dates('2010-02-20', '2026-06-10', 3), ['2015', '2020', '2025']);
  assert.equal(dateTicks(day('2024-01-01'), day('2024-03-01'), 6)[0]?.time, day('2024-01-01'));
});

test('a few days have no beginnings of months to name', () => {
  assert.deepEqual(dates('2024-01-03', '2024-01-20', 6), []);
  assert.deepEqual(dates('2024-01-03', '2024-02-20', 6), [], 'one date alone is no scale');
});
