import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  pairInterval,
  provenOf,
  type RankedSeries,
  ranksOf,
  tablePairs,
  tiersOf,
} from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

const series = (id: string, values: readonly number[]): RankedSeries => ({
  id,
  byBlock: new Map(values.map((value, round) => [round, value])),
});

/** Tables of many sizes, some clear and some all noise. */
function drawn(seed: number): RankedSeries[] {
  const random = seededRandom(seed);
  const rounds = 2 + Math.floor(random.next() * 6);
  const noise = 0.02 + random.next() * 0.6;
  return Array.from({ length: 2 + Math.floor(random.next() * 10) }, (_, index) =>
    series(
      `t${index}`,
      Array.from({ length: rounds }, () => 100 * 1.2 ** index * Math.exp(noise * (random.next() - 0.5))),
    ),
  );
}

describe('two targets of a table', () => {
  test('have the ratio of the figures that the table shows, within the interval that decides', () => {
    let proven = 0;
    let open = 0;
    for (let seed = 0; seed < 200; seed++) {
      for (const pair of tablePairs(drawn(seed))) {
        const interval = pairInterval(pair);
        assert.ok(interval);
        const { low, high } = interval;
        assert.ok(low <= pair.ratio && pair.ratio <= high, `${low} ${pair.ratio} ${high}`);
        assert.equal(low > 1 || high < 1, pair.proven, `${low} ${high}, ${JSON.stringify(pair)}`);
        if (pair.proven) proven += 1;
        else open += 1;
      }
    }
    assert.ok(proven > 500 && open > 500, `both kinds were drawn: ${proven} and ${open}`);
  });

  test('are not proven to differ where their figures point the other way than the test', () => {
    // By the mean of five rounds a is far ahead; by the median, b is.
    const pairs = tablePairs([
      series('a', [10, 10, 10, 1_000, 1_000]),
      series('b', [10.1, 10.1, 10.1, 10.1, 10.1]),
    ]);
    assert.deepEqual(
      pairs.map(({ proven, ratio }) => [proven, ratio < 1]),
      [[false, true]],
    );
  });

  test('have no interval after one round, and no ratio without a round in common', () => {
    const [pair] = tablePairs([series('a', [200]), series('b', [100])]);
    assert.ok(pair);
    assert.deepEqual([pair.ratio, pair.proven, pairInterval(pair)], [2, false, null]);
    const apart = [series('a', [200]), { id: 'b', byBlock: new Map([[7, 100]]) }];
    assert.deepEqual(tablePairs(apart), []);
  });

  test('keep an interval that a page can print, however little is known', () => {
    const [pair] = tablePairs([series('a', [1, 1e5]), series('b', [1e5, 1])]);
    const interval = pair && pairInterval(pair);
    assert.ok(interval && interval.low > 0 && Number.isFinite(interval.high));
  });
});

test('a tier is what is proven behind something in the tier above', () => {
  const pairs = tablePairs([
    series('fast', [400, 401, 399, 400]),
    series('equal', [400, 399, 401, 400]),
    series('middle', [200, 201, 199, 200]),
    series('slow', [100, 101, 99, 100]),
    series('erratic', [30, 900, 100, 300]),
  ]);
  const ids = ['fast', 'equal', 'middle', 'slow', 'erratic'];
  const proven = provenOf(pairs, 'higher');
  const tiers = tiersOf(ids, proven);
  const ranks = ranksOf(ids, proven);
  assert.deepEqual([tiers.get('fast'), tiers.get('equal')], [1, 1]);
  for (const { better, worse } of proven)
    assert.ok((tiers.get(better) ?? 0) < (tiers.get(worse) ?? 0), `${better} above ${worse}`);
  for (const id of ids) assert.equal(tiers.get(id) === 1, ranks.get(id)?.best === 1, id);
  // Lower is better: the order turns round.
  assert.equal(provenOf(pairs, 'lower').length, proven.length);
});

test('a circle of proven pairs, which lost rounds could make, ends', () => {
  const circle = [
    { better: 'a', worse: 'b' },
    { better: 'b', worse: 'c' },
    { better: 'c', worse: 'a' },
  ];
  for (const tier of tiersOf(['a', 'b', 'c'], circle).values()) assert.ok(tier <= 3);
});
