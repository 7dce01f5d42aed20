import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { estimate, tableEstimates } from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

const random = seededRandom(29);

/** Figures of targets whose true one is 1,000, by block. */
function tableOf(deviations: readonly number[], blocks: number): Map<string, Map<number, number>> {
  return new Map(
    deviations.map((deviation, target) => [
      `target-${target}`,
      new Map(
        Array.from({ length: blocks }, (_, block) => [block, 1_000 * Math.exp(deviation * random.normal())]),
      ),
    ]),
  );
}

/** Share of the intervals of drawn tables that hold the truth, and the width of the widest over the narrowest. */
function drawn(deviations: readonly number[], blocks: number, tables: number) {
  let held = 0;
  let all = 0;
  const spreads: number[] = [];
  for (let table = 0; table < tables; table++) {
    const figures = tableOf(deviations, blocks);
    const widths: number[] = [];
    for (const { low, high } of tableEstimates(figures, new Set(figures.keys())).values()) {
      all += 1;
      if (low !== null && high !== null && low <= 1_000 && high >= 1_000) held += 1;
      widths.push(Math.log((high as number) / (low as number)));
    }
    spreads.push(Math.max(...widths) / Math.min(...widths));
  }
  return { share: held / all, spread: spreads.sort((a, b) => a - b)[tables / 2] as number };
}

const ALIKE = Array.from({ length: 30 }, () => 0.03);
/** A fifth of the targets deviates three times as much. */
const ERRATIC = ALIKE.map((deviation, target) => (target % 5 === 0 ? 3 * deviation : deviation));

describe('the figures of a table', () => {
  for (const [name, deviations] of [
    ['alike', ALIKE],
    ['of which some are erratic', ERRATIC],
  ] as const) {
    for (const blocks of [2, 3, 5]) {
      test(`${name}, ${blocks} blocks: at least 95 % of the intervals hold the truth`, () => {
        const { share } = drawn(deviations, blocks, 200);
        assert.ok(share >= 0.945, `${share}`);
      });
    }
  }

  test('two blocks that happen to be close claim no more than the others', () => {
    const { spread } = drawn(ALIKE, 2, 200);
    assert.ok(spread < 6, `${spread}`);
    const figures = tableOf(ALIKE, 2);
    const alone = [...figures.values()].map((byBlock) => {
      const { low, high } = estimate([...byBlock.values()]);
      return Math.log((high as number) / (low as number));
    });
    assert.ok(Math.max(...alone) / Math.min(...alone) > 20, 'each by itself is erratic');
  });

  test('the median lies within, whatever the values', () => {
    for (let table = 0; table < 200; table++) {
      for (const { median, low, high } of tableEstimates(
        tableOf(ERRATIC, 2 + (table % 4)),
        new Set(),
      ).values())
        assert.ok((low as number) <= median && median <= (high as number), `${low} ${median} ${high}`);
    }
  });

  test('a row alone, six blocks, one block, and values without logarithm are as ever', () => {
    const rows: [string, number[]][] = [
      ['six', [5, 1, 4, 2, 6, 3]],
      ['one', [7]],
      ['zero', [0, 1, 2]],
    ];
    for (const [id, values] of rows) {
      const figures = new Map([[id, new Map(values.map((value, block) => [block, value]))]]);
      assert.deepEqual(tableEstimates(figures, new Set([id])).get(id), estimate(values));
    }
    const pair = new Map([
      [
        'pair',
        new Map([
          [0, 10],
          [1, 12],
        ]),
      ],
    ]);
    const found = tableEstimates(pair, new Set(['pair'])).get('pair');
    const own = estimate([10, 12]);
    assert.ok(Math.abs((found?.low ?? 0) / (own.low ?? 1) - 1) < 1e-9);
    assert.equal(tableEstimates(new Map([['none', new Map()]]), new Set()).size, 0);
  });

  test('three blocks that agree, as rounded latencies may, have an interval as wide as the rounding', () => {
    const figures = new Map([['tied', new Map([0, 1, 2].map((block) => [block, 0.503]))]]);
    const { low, high } = tableEstimates(figures, new Set(['tied'])).get('tied') ?? {};
    assert.ok((low as number) < 0.501 && (high as number) > 0.505, `${low} ${high}`);
  });

  test('an erratic row that is not ranked leaves the others as they are', () => {
    const figures = tableOf(ALIKE, 2);
    const before = tableEstimates(figures, new Set(figures.keys())).get('target-3');
    const typical = new Set(figures.keys());
    figures.set(
      'broken',
      new Map([
        [0, 1],
        [1, 900],
      ]),
    );
    assert.deepEqual(tableEstimates(figures, typical).get('target-3'), before);
  });
});
