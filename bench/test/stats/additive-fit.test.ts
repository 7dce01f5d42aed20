import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { additiveFit, type TableEntry } from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

const ROWS = { a: 10, b: 11, c: 13 };
/** Half of them above 0, half below. */
const COLUMNS = [-2, -0.5, 0.5, 1];
type Entry = TableEntry<string, number>;

const table = (has: (row: string, column: number) => boolean = () => true): Entry[] =>
  Object.entries(ROWS).flatMap(([row, level]) =>
    COLUMNS.flatMap((shift, column) => (has(row, column) ? [{ row, column, value: level + shift }] : [])),
  );
const near = (seen: number | undefined, expected: number, within = 1e-6, what = ''): void =>
  assert.ok(seen !== undefined && Math.abs(seen - expected) <= within, `${what}: ${seen}, not ${expected}`);

describe('rows and columns of a table', () => {
  test('that is whole: exactly what it was made of', () => {
    const { rows, columns, residuals } = additiveFit(table());
    for (const [row, level] of Object.entries(ROWS)) near(rows.get(row), level, 1e-6, row);
    for (const [column, shift] of COLUMNS.entries()) near(columns.get(column), shift, 1e-6, `${column}`);
    for (const residual of residuals) near(residual, 0);
  });

  test('that is whole and noisy: differences of rows are those of their means, as least squares has it', () => {
    // So alike that none lies far out.
    const noise = [0.1, -0.1, 0.1, -0.1, -0.1, 0.1, 0.1, -0.1, 0.1, 0.1, -0.1, -0.1];
    const entries = table().map((entry, place) => ({ ...entry, value: entry.value + (noise[place] ?? 0) }));
    const { rows } = additiveFit(entries);
    const meanOf = (row: string): number =>
      entries.filter((entry) => entry.row === row).reduce((sum, { value }) => sum + value, 0) / 4;
    for (const row of ['b', 'c'])
      near((rows.get(row) ?? 0) - (rows.get('a') ?? 0), meanOf(row) - meanOf('a'));
  });

  test('that has gaps: a column that a row lacks does not shift it', () => {
    // Without the model c, which only has the two slowest columns, would seem slower than it is.
    const { rows } = additiveFit(table((row, column) => row !== 'c' || column < 2));
    for (const [row, level] of Object.entries(ROWS)) near(rows.get(row), level, 1e-6, row);
  });

  test('rows without a common column are joined by one that shares columns with both', () => {
    const has = (row: string, column: number): boolean =>
      row === 'b' || (row === 'a' ? column < 2 : column >= 2);
    const { rows } = additiveFit(table(has));
    near((rows.get('c') ?? 0) - (rows.get('a') ?? 0), 3);
    near((rows.get('b') ?? 0) - (rows.get('a') ?? 0), 1);
  });

  test('rows that nothing joins keep a level of their own', () => {
    const { rows } = additiveFit(table((row, column) => (row === 'a' ? column < 2 : column >= 2)));
    assert.ok([...rows.values()].every(Number.isFinite));
    near((rows.get('c') ?? 0) - (rows.get('b') ?? 0), 2);
  });

  test('what is common to a column leaves the rows where they are', () => {
    const shifted = table().map((entry) => ({
      ...entry,
      value: entry.value + (entry.column === 1 ? -5 : 0),
    }));
    const { rows } = additiveFit(shifted);
    near((rows.get('c') ?? 0) - (rows.get('a') ?? 0), 3);
    near((rows.get('b') ?? 0) - (rows.get('a') ?? 0), 1);
  });

  test('an entry that lies far out counts little, however far', () => {
    const random = seededRandom(3);
    const rows = Array.from({ length: 12 }, (_, row) => row);
    const clean = rows.flatMap((row) =>
      Array.from({ length: 12 }, (_, column) => ({
        row,
        column,
        value: row + column / 3 + 0.02 * (random.next() - 0.5),
      })),
    );
    const levels = additiveFit(clean).rows;
    for (const far of [-1, -10, -1_000]) {
      const spoiled = clean.map((entry) =>
        entry.row === 4 && entry.column === 7 ? { ...entry, value: entry.value + far } : entry,
      );
      const fit = additiveFit(spoiled);
      for (const row of rows) near(fit.rows.get(row), levels.get(row) ?? 0, 0.01, `row ${row}, ${far}`);
      const place = spoiled.findIndex(({ row, column }) => row === 4 && column === 7);
      near(fit.residuals[place], far, 0.05, 'it stands out of the rest');
    }
  });

  test('has as much in it as it says: entry = row + column + residual', () => {
    const random = seededRandom(4);
    const entries = table((row, column) => row !== 'b' || column !== 2).map((entry) => ({
      ...entry,
      value: entry.value + random.next(),
    }));
    const { rows, columns, residuals } = additiveFit(entries);
    for (const [place, { row, column, value }] of entries.entries())
      near((rows.get(row) ?? 0) + (columns.get(column) ?? 0) + (residuals[place] ?? 0), value, 1e-9);
    const shifts = [...columns.values()];
    assert.equal(shifts.filter((shift) => shift > 0).length, shifts.filter((shift) => shift < 0).length);
  });

  test('of one row, of one entry, of none', () => {
    const one = additiveFit([1, 2, 9].map((value, column) => ({ row: 'a', column, value })));
    near(one.rows.get('a'), 2, 1e-6, 'its median');
    near(additiveFit([{ row: 'a', column: 0, value: 7 }]).rows.get('a'), 7);
    const none = additiveFit([]);
    assert.deepEqual([none.rows.size, none.columns.size, none.residuals], [0, 0, []]);
  });

  test('refuses what is no number', () => {
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY])
      assert.throws(() => additiveFit([{ row: 'a', column: 0, value }]), RangeError);
  });
});
