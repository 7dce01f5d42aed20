import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ascending,
  estimate,
  geometricInterval,
  median,
  medianIntervalRank,
  quantileOfSorted,
  type RankedSeries,
  rankIntervals,
  tInterval,
  tQuantile,
  twoSidedP,
} from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

const near = (actual: number, expected: number, tolerance = 1e-9): void => {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);
};

describe('quantiles', () => {
  test('interpolate between order statistics (type 7)', () => {
    near(quantileOfSorted([1, 2, 3, 4], 0.25), 1.75);
    near(quantileOfSorted([1, 2, 3, 4], 1), 4);
    near(median([5, 1, 3]), 3);
  });

  test('are monotone in the probability', () => {
    const random = seededRandom(7);
    const values = ascending(Array.from({ length: 31 }, () => random.next()));
    let last = Number.NEGATIVE_INFINITY;
    for (let step = 0; step <= 100; step++) {
      const value = quantileOfSorted(values, step / 100);
      assert.ok(value >= last);
      last = value;
    }
  });

  test('refuse what has no answer', () => {
    assert.throws(() => quantileOfSorted([], 0.5), RangeError);
    assert.throws(() => quantileOfSorted([1], 1.5), RangeError);
  });
});

describe("Student's t", () => {
  // R: qt(0.975, c(1, 2, 9)); 2 * pt(-2.5, 4)
  test('agrees with R', () => {
    near(tQuantile(0.975, 1), 12.706204736174698);
    near(tQuantile(0.975, 2), 4.302652729749462);
    near(tQuantile(0.975, 9), 2.2621571628540993);
    near(twoSidedP(2.5, 4), 0.06676654481198);
  });

  test('an interval of [1, 2, 3] worked by hand: 2 ± 4.3027 / √3', () => {
    const interval = tInterval([1, 2, 3]);
    assert.ok(interval);
    near(interval.low, 2 - 4.302652729749462 / Math.sqrt(3));
    assert.equal(tInterval([1]), null);
  });

  test('the geometric interval of reciprocals is the reciprocal interval', () => {
    const values = [1.1, 0.9, 1.3, 1.05];
    const forward = geometricInterval(values);
    const backward = geometricInterval(values.map((value) => 1 / value));
    assert.ok(forward && backward);
    near(forward.low * backward.high, 1);
    near(forward.estimate * backward.estimate, 1);
  });
});

describe('estimate', () => {
  test('one value has no interval, two have one', () => {
    assert.deepEqual(estimate([5]), { median: 5, low: null, high: null, count: 1 });
    const two = estimate([100, 110]);
    assert.ok(two.low !== null && two.high !== null && two.low < 100 && two.high > 110);
  });

  test('always holds its median', () => {
    const random = seededRandom(3);
    for (let count = 2; count < 40; count++) {
      const {
        median: middle,
        low,
        high,
      } = estimate(Array.from({ length: count }, () => 1 + random.next() ** 4 * 100));
      assert.ok(low !== null && high !== null && low <= middle && middle <= high, `${count} values`);
    }
  });

  // Classic table of ranks for a 95 % interval of the median (1-based: 1, 1, 2, 2, 6).
  test('picks the tabled order statistics', () => {
    assert.deepEqual(
      [6, 8, 9, 10, 20].map((n) => medianIntervalRank(n, 0.95)),
      [0, 0, 1, 1, 5],
    );
  });

  test('covers the median of a skewed distribution at least 94 % of the time', () => {
    const random = seededRandom(11);
    let covered = 0;
    const trials = 2_000;
    for (let trial = 0; trial < trials; trial++) {
      const { low, high } = estimate(Array.from({ length: 10 }, () => -Math.log(1 - random.next())));
      if ((low ?? 0) <= Math.LN2 && Math.LN2 <= (high ?? 0)) covered++;
    }
    assert.ok(covered / trials >= 0.94, `${covered / trials}`);
  });

  const widthOf = (values: number[], step?: number | null): number | null => {
    const { low, high } = step === undefined ? estimate(values) : estimate(values, step);
    return low === null || high === null ? null : high / low - 1;
  };

  test('two values that agree have no interval, more have that of their rounding', () => {
    assert.equal(widthOf([5, 5]), null);
    for (const count of [3, 4, 5, 6, 7, 20]) {
      const equal = Array(count).fill(0.503);
      const { median: middle, low, high } = estimate(equal);
      assert.ok(low !== null && high !== null && low < middle && middle < high, `${count} values`);
      // No narrower than a bucket, no wider than about two; in proportion to the step.
      const width = widthOf(equal) ?? 0;
      assert.ok(width >= 1 / 128 && width < 2.1 / 128, `${count} values: ${width}`);
      assert.ok(Math.abs(width / (widthOf(equal, 1e-4) ?? 0) / (1e4 / 128) - 1) < 0.02, `${count} values`);
    }
  });

  test('what floating point makes of equal values is no spread', () => {
    const equal = [0.1 * 3, 0.3, 0.3];
    assert.notEqual(equal[0], equal[1]);
    assert.ok((widthOf(equal) ?? 0) > 1e-3);
    assert.equal(widthOf([0.1 * 3, 0.3]), null);
  });

  test('values that agree have no interval where they have no logarithm, or their step says nothing', () => {
    assert.equal(widthOf([0, 0, 0]), null);
    assert.equal(widthOf([3, 3, 3, 3, 3], null), null);
    assert.equal(widthOf([3, 3, 3, 3, 3, 3, 3], null), null);
    assert.ok((widthOf([3, 3, 3, 4], null) ?? 0) > 0);
  });

  test('refuses no rounds and NaN', () => {
    assert.throws(() => estimate([]), RangeError);
    assert.throws(() => estimate([1, Number.NaN]), RangeError);
  });
});

describe('rank intervals', () => {
  const series = (id: string, values: number[]): RankedSeries => ({
    id,
    byBlock: new Map(values.map((value, round) => [round, value])),
  });
  const clear = [
    series('fast', [200, 203, 198, 201]),
    series('slow', [100, 101, 99, 100.5]),
    series('slowish', [101, 100, 100, 100]),
  ];

  test('tell apart what differs and leave together what does not', () => {
    const ranks = rankIntervals(clear, 'higher');
    assert.deepEqual(ranks.get('fast'), { best: 1, worst: 1 });
    assert.deepEqual(ranks.get('slow'), { best: 2, worst: 3 });
    assert.deepEqual(ranks.get('slowish'), { best: 2, worst: 3 });
  });

  test('turn over with the direction and ignore the order given', () => {
    assert.deepEqual(rankIntervals(clear, 'lower').get('fast'), { best: 3, worst: 3 });
    const reversed = rankIntervals([...clear].reverse(), 'higher');
    for (const { id } of clear) assert.deepEqual(reversed.get(id), rankIntervals(clear, 'higher').get(id));
  });

  test('one round or constant equal values leave every rank open', () => {
    const one = rankIntervals([series('a', [1]), series('b', [9])], 'higher');
    assert.deepEqual(one.get('a'), { best: 1, worst: 2 });
    const equal = rankIntervals([series('a', [5, 5, 5]), series('b', [5, 5, 5])], 'higher');
    assert.deepEqual(equal.get('b'), { best: 1, worst: 2 });
  });

  test('differences without spread are differences', () => {
    const ranks = rankIntervals([series('a', [5, 5, 5]), series('b', [6, 6, 6])], 'higher');
    assert.deepEqual(ranks.get('b'), { best: 1, worst: 1 });
  });

  // Also where some targets are twenty times as noisy as others, and with so many rounds that they are paired.
  for (const [rounds, spreads] of [
    [5, [0.03, 0.03, 0.03, 0.03, 0.03, 0.03]],
    [3, [0.005, 0.1, 0.03, 0.03, 0.01, 0.1]],
    [5, [0.005, 0.1, 0.03, 0.03, 0.01, 0.1]],
    [30, [0.005, 0.1, 0.03, 0.03, 0.01, 0.1]],
  ] as const) {
    test(`equal targets, ${rounds} rounds, spreads ${spreads.join(' ')}: ordered in at most 5 % of tables`, () => {
      const random = seededRandom(5);
      const noisy = (spread: number): number =>
        100 * Math.exp(spread * (random.next() + random.next() + random.next() - 1.5));
      let wrong = 0;
      const tables = 600;
      for (let table = 0; table < tables; table++) {
        const ranks = rankIntervals(
          spreads.map((spread, index) =>
            series(
              `t${index}`,
              Array.from({ length: rounds }, () => noisy(spread)),
            ),
          ),
          'higher',
        );
        if ([...ranks.values()].some(({ best, worst }) => best !== 1 || worst !== 6)) wrong++;
      }
      assert.ok(wrong / tables <= 0.07, `${wrong / tables}`);
    });
  }

  test('rounds that share a drift are distinguished by their pairs, once there are enough of them', () => {
    const random = seededRandom(6);
    const drift = Array.from({ length: 30 }, () => Math.exp(0.5 * random.next()));
    const drifting = (id: string, level: number) =>
      series(
        id,
        drift.map((each) => level * each * Math.exp(0.01 * random.next())),
      );
    const ranks = rankIntervals([drifting('a', 100), drifting('b', 103)], 'higher');
    assert.deepEqual(ranks.get('b'), { best: 1, worst: 1 });
  });

  test('a target with a round less than the others is compared by those that it has', () => {
    const ranks = rankIntervals([series('a', [200, 201]), series('b', [100, 101, 99, 100, 102])], 'higher');
    assert.deepEqual(ranks.get('a'), { best: 1, worst: 1 });
  });
});
