import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  holmAdjusted,
  meanRankWidth,
  provenPairs,
  RANK_ERROR_RATE,
  type RankedSeries,
  rankIntervals,
  testedPairs,
  twoSidedP,
} from '../../src/stats/index.ts';
import { type Random, seededRandom } from '../../src/util/random.ts';

/** Returns a figure of each target in each block: its level, what the block does to all of them, and its own noise. */
function drawnTable(
  random: Random,
  levels: readonly number[],
  blocks: number,
  { noise, common }: { noise: number | readonly number[]; common: number },
): RankedSeries[] {
  const shifts = Array.from({ length: blocks }, () => common * random.normal());
  return levels.map((level, target) => {
    const spread = typeof noise === 'number' ? noise : (noise[target] ?? 0);
    return {
      id: `t${target}`,
      byBlock: new Map(
        shifts.map((shift, block) => [block, level * Math.exp(shift + spread * random.normal())]),
      ),
    };
  });
}

/** The bound of a share in this many draws: three standard errors above the expected one. */
const atMost = (share: number, draws: number): number => share + 3 * Math.sqrt((share * (1 - share)) / draws);
const equal = (targets: number): number[] => Array(targets).fill(1_000);
const hasOrder = (series: readonly RankedSeries[]): boolean => provenPairs(series, 'higher').length > 0;
const DRAWS = 2_000;

describe('targets are compared block by block', () => {
  test('what slows all of them in a block changes no rank', () => {
    const levels = [1_000, 1_020, 1_040, 1_060, 1_200, 1_201];
    for (let seed = 0; seed < 20; seed++) {
      const calm = drawnTable(seededRandom(seed), levels, 4, { noise: 0.005, common: 0 });
      const shaken = calm.map(({ id, byBlock }) => ({
        id,
        byBlock: new Map(
          [...byBlock].map(([block, value]) => [block, value * ([1, 0.5, 1.7, 0.9][block] ?? 1)]),
        ),
      }));
      assert.deepEqual(rankIntervals(shaken, 'higher'), rankIntervals(calm, 'higher'));
    }
  });

  test('two per cent are distinguished where blocks differ by half', () => {
    const series = drawnTable(seededRandom(8), [1_000, 1_020, 1_040, 1_060, 1_080, 1_100], 4, {
      noise: 0.003,
      common: 0.5,
    });
    const ranks = rankIntervals(series, 'higher');
    assert.deepEqual(
      series.map(({ id }) => ranks.get(id)),
      [6, 5, 4, 3, 2, 1].map((rank) => ({ best: rank, worst: rank })),
    );
    assert.equal(meanRankWidth(ranks), 0);
  });

  test('over the blocks that both have, whatever their numbers', () => {
    const [a, b] = drawnTable(seededRandom(9), [1_000, 1_100], 8, { noise: 0.005, common: 0.3 });
    assert.ok(a && b);
    const without = (series: RankedSeries, gone: number[]): RankedSeries => ({
      ...series,
      byBlock: new Map([...series.byBlock].filter(([block]) => !gone.includes(block))),
    });
    const apart = (one: RankedSeries, other: RankedSeries) => provenPairs([one, other], 'higher');
    assert.deepEqual(apart(without(a, [0, 1]), without(b, [6, 7])), [{ better: 't1', worse: 't0' }]);
    assert.deepEqual(apart(without(a, [0, 1, 2, 3]), without(b, [4, 5, 6, 7])), [], 'none in common');
  });
});

describe('latencies of few targets that a loader rounds to the same', () => {
  const rounded = (id: string, values: readonly number[]) => ({
    id,
    byBlock: new Map(values.map((value, block) => [block, value])),
  });

  test('in both blocks prove nothing', () => {
    const tied = [rounded('a', [0.12, 0.24]), rounded('b', [0.15, 0.3])];
    assert.deepEqual(provenPairs(tied, 'lower'), []);
    assert.equal(testedPairs(tied)[0]?.error, null);
  });

  test('in all of three blocks prove no difference that is as small as a bucket', () => {
    const fast = rounded('fast', [0.503, 0.503, 0.503]);
    const near = rounded('near', [0.507, 0.507, 0.507]);
    const slow = rounded('slow', [2.01, 2.01, 2.01]);
    assert.deepEqual(provenPairs([fast, near, slow], 'lower'), [
      { better: 'fast', worse: 'slow' },
      { better: 'near', worse: 'slow' },
    ]);
  });

  for (const targets of [3, 4]) {
    test(`at the edge of a bucket, ${targets} targets in three blocks: an order in at most 5 % of tables`, () => {
      const random = seededRandom(6_000 + targets);
      let wrong = 0;
      for (let draw = 0; draw < DRAWS; draw++) {
        const table = equal(targets).map((_, target) =>
          rounded(
            `t${target}`,
            [0, 1, 2].map(() => (random.next() < 0.5 ? 0.503 : 0.507)),
          ),
        );
        if (hasOrder(table)) wrong++;
      }
      assert.ok(wrong / DRAWS <= atMost(RANK_ERROR_RATE, DRAWS), `${wrong} of ${DRAWS}`);
    });
  }
});

describe('the error rate', () => {
  for (const [blocks, common] of [
    [4, 0],
    [4, 0.1],
    [3, 0.1],
    [10, 0.1],
  ] as const) {
    test(`12 identical servers, ${blocks} blocks that differ by ${common * 100} %: an order in at most 5 % of tables`, () => {
      const random = seededRandom(1_000 + blocks);
      let wrong = 0;
      for (let draw = 0; draw < DRAWS; draw++)
        if (hasOrder(drawnTable(random, equal(12), blocks, { noise: 0.01, common }))) wrong++;
      assert.ok(wrong / DRAWS <= atMost(RANK_ERROR_RATE, DRAWS), `${wrong} of ${DRAWS}`);
    });
  }

  test('12 equal servers, two of them erratic, that lack a figure in seven: an order in at most 5 % of tables', () => {
    const random = seededRandom(3_000);
    const noise = equal(12).map((_, target) => (target < 2 ? 0.05 : 0.01));
    let wrong = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
      const series = drawnTable(random, equal(12), 4, { noise, common: 0.1 });
      const gaps = series.map(({ id, byBlock }) => ({
        id,
        byBlock: new Map([...byBlock].filter(() => random.next() >= 0.15)),
      }));
      if (hasOrder(gaps)) wrong++;
    }
    assert.ok(wrong / DRAWS <= atMost(RANK_ERROR_RATE, DRAWS), `${wrong} of ${DRAWS}`);
  });

  for (const blocks of [4, 6]) {
    test(`12 servers in three classes, ${blocks} blocks: all ranks hold the true ones in at least 95 % of tables`, () => {
      const levels = [1, 1, 1, 1, 1.02, 1.02, 1.02, 1.02, 1.1, 1.1, 1.1, 1.1].map((level) => 1_000 * level);
      const random = seededRandom(2_000 + blocks);
      let held = 0;
      for (let draw = 0; draw < DRAWS; draw++) {
        const ranks = rankIntervals(
          drawnTable(random, levels, blocks, { noise: 0.01, common: 0.1 }),
          'higher',
        );
        const all = levels.every((level, target) => {
          const { best, worst } = ranks.get(`t${target}`) ?? { best: 99, worst: 0 };
          const above = levels.filter((other) => other > level).length;
          const same = levels.filter((other) => other === level).length;
          return best <= above + 1 && worst >= above + same;
        });
        if (all) held++;
      }
      assert.ok(1 - held / DRAWS <= atMost(RANK_ERROR_RATE, DRAWS), `${held} of ${DRAWS}`);
    });
  }

  test('finds what Holm’s step-down finds, and more where classes differ', () => {
    const levels = [1, 1, 1, 1, 1.04, 1.04, 1.04, 1.04, 1.08, 1.08, 1.08, 1.08].map((level) => 1_000 * level);
    let more = 0;
    for (let seed = 0; seed < 50; seed++) {
      const pairs = testedPairs(drawnTable(seededRandom(seed), levels, 3, { noise: 0.008, common: 0.1 }));
      const byHolm = holmAdjusted(
        pairs.map(({ logRatio, error, degrees }) => twoSidedP(logRatio / (error ?? Number.NaN), degrees)),
      ).map((p) => p <= RANK_ERROR_RATE);
      assert.ok(byHolm.every((found, at) => !found || pairs[at]?.proven));
      more += pairs.filter(({ proven }, at) => proven && !byHolm[at]).length;
    }
    assert.ok(more > 20, `${more} more`);
  });

  test('a stricter rate finds less, and never anything else', () => {
    for (let seed = 0; seed < 50; seed++) {
      const series = drawnTable(seededRandom(seed), [1_000, 1_010, 1_020, 1_030, 1_040], 4, {
        noise: 0.01,
        common: 0.1,
      });
      const named = (rate: number): string[] =>
        provenPairs(series, 'higher', rate).map(({ better, worse }) => `${better} ${worse}`);
      const loose = named(0.05);
      assert.ok(named(0.01).every((pair) => loose.includes(pair)));
    }
  });
});

describe('how wide ranks are', () => {
  test('by hand', () => {
    const ranks = (...spans: [number, number][]) =>
      new Map(spans.map(([best, worst], index) => [`t${index}`, { best, worst }]));
    assert.equal(meanRankWidth(ranks([1, 3], [1, 3], [1, 3])), 1);
    assert.equal(meanRankWidth(ranks([1, 1], [2, 2], [3, 3])), 0);
    assert.equal(meanRankWidth(ranks([1, 1], [2, 3], [2, 3])), 1 / 3);
    assert.equal(meanRankWidth(ranks([1, 1])), 0);
    assert.equal(meanRankWidth(new Map()), 0);
  });
});

test('figures of 0 are compared with nothing', () => {
  const series = [0, 1, 1].map((first, target) => ({
    id: `t${target}`,
    byBlock: new Map([first, target + 1, target + 1.1, target + 1.05].map((value, block) => [block, value])),
  }));
  const tested = testedPairs(series);
  assert.deepEqual(tested.map(({ a, b, blocks }) => [a, b, blocks]).sort(), [
    ['t0', 't1', 3],
    ['t0', 't2', 3],
    ['t1', 't2', 4],
  ]);
  assert.ok(tested.every(({ logRatio }) => Number.isFinite(logRatio)));
});
