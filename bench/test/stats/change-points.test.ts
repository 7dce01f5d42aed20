import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  CHANGE_POINT_DEFAULTS,
  changePoints,
  changePointsOfAll,
  SEGMENT_POINTS,
  strongestSplit,
} from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

const random = seededRandom(7);
/** Sum of twelve: near enough to normal. */
const normal = (): number => Array.from({ length: 12 }, () => random.next()).reduce((a, b) => a + b) - 6;
const noisy = (length: number, level = 100, noise = 2): number[] =>
  Array.from({ length }, () => level + noise * normal());

describe('change points', () => {
  test('a step is placed where it is, with the levels on both sides', () => {
    const [found, ...others] = changePoints([...noisy(40), ...noisy(30, 110)]);
    assert.deepEqual(others, []);
    assert.ok(Math.abs((found?.index ?? 0) - 40) <= 1, JSON.stringify(found));
    assert.ok(Math.abs((found?.before ?? 0) - 100) < 1.5 && Math.abs((found?.after ?? 0) - 110) < 1.5);
  });

  test('two steps, there and back, are two', () => {
    const found = changePoints([...noisy(40), ...noisy(40, 115), ...noisy(40)]);
    assert.deepEqual(
      found.map(({ index }) => Math.round(index / 10) * 10),
      [40, 80],
    );
  });

  test('what is too short, constant, one point, or nothing at all has none', () => {
    const short = 2 * SEGMENT_POINTS - 1;
    for (const values of [[], [5], Array(50).fill(3), noisy(short), [...noisy(4), ...noisy(4, 900)]])
      assert.deepEqual(changePoints(values), []);
  });

  test('values that only ever take two levels are still distinguished', () => {
    const found = changePoints([...Array(20).fill(1), ...Array(20).fill(2)]);
    assert.deepEqual(
      found.map(({ index, before, after }) => [index, before, after]),
      [[20, 1, 2]],
    );
  });

  test('outliers are no steps, not even several in a row', () => {
    const values = noisy(100);
    for (const at of [10, 11, 12, 40, 41, 77]) values[at] = 200;
    assert.deepEqual(changePoints(values), []);
  });

  test('a series that wanders is not one that steps', () => {
    let called = 0;
    for (let repeat = 0; repeat < 200; repeat++) {
      let state = normal();
      const values = Array.from({ length: 100 }, () => {
        state = 0.5 * state + Math.sqrt(0.75) * normal();
        return 100 + 2 * state;
      });
      if (changePoints(values).length > 0) called += 1;
    }
    assert.ok(called <= 6, `${called} of 200`);
  });

  test('among many series without a step, one with a small step needs more to be called', () => {
    const quiet = Array.from({ length: 300 }, () => noisy(60));
    const clear = [...noisy(30), ...noisy(30, 110)];
    const found = changePointsOfAll([...quiet, clear]);
    assert.equal(found.length, 301);
    assert.equal(found.at(-1)?.length, 1, 'a clear one is called among hundreds');
    assert.equal(found.slice(0, -1).flat().length, 0);
    assert.ok((found.at(-1)?.[0]?.p ?? 1) < 1e-6, 'its p is less than permutations alone could resolve');
  });

  test('series that are too short to have one hide none of the others', () => {
    const step = [...noisy(12), ...noisy(12, 104)];
    const short = Array.from({ length: 100_000 }, () => [100]);
    const [alone] = changePointsOfAll([step]);
    assert.equal(alone?.length, 1);
    assert.deepEqual(changePointsOfAll([step, ...short])[0], alone);
  });

  test('the unit of a series does not matter, however small its figures', () => {
    const values = [...noisy(20), ...noisy(20, 104)];
    const places = (factor: number) =>
      changePoints(values.map((value) => value * factor)).map(({ index }) => index);
    assert.deepEqual(places(1e-9), places(1));
  });

  test('what is not finite is refused', () => {
    assert.throws(() => changePoints([1, 2, Number.NaN]), RangeError);
    assert.throws(() => changePoints([1, Number.POSITIVE_INFINITY]), RangeError);
  });

  test('the same series gives the same figures, to the last digit, whatever is done to find them faster', () => {
    const own = seededRandom(5);
    const wandering = (length: number, step: number, size: number, correlation: number): number[] => {
      let state = 0;
      return Array.from({ length }, (_, at) => {
        state = correlation * state + own.next() - 0.5;
        return 100 + (at >= step ? size : 0) + Math.round(state * 1_000) / 1_000;
      });
    };
    const shapes: [number, number, number, number][] = [
      [60, 30, 5, 0],
      [61, 20, 0.6, 0],
      [100, 70, 0.9, 0.6],
      [190, 95, 0.5, 0.3],
      [37, 18, 0, 0],
      [12, 6, 3, 0],
      [250, 40, 0.35, 0],
    ];
    const found = shapes.map((shape) => strongestSplit(wandering(...shape), CHANGE_POINT_DEFAULTS));
    assert.deepEqual(
      found.map((step) => step && [step.index, step.p, step.statistic]),
      [
        [30, 2.3479015156310077e-9, 6.6529914385911555],
        [15, 0.00029233516737560997, 4.554550224893452],
        [70, 0.0000798895681121356, 7.533102008930674],
        [95, 1.748340430907495e-9, 9.381065252762566],
        [14, 0.1527777777777778, 2.6978475658514838],
        [6, 0.0015, 2.8823067684915684],
        [29, 0.00008705237626936946, 5.157960760094027],
      ],
    );
  });
});
