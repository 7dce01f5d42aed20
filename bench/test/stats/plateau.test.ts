import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plateau } from '../../src/stats/index.ts';

const field = (...values: number[]) => values.map((value, index) => ({ id: `t${index}`, value }));

test('a field whose best stop at one throughput is a plateau', () => {
  const found = plateau(field(96_900, 97_400, 97_000, 96_100, 97_200, 40_000, 9_000));
  assert.deepEqual(found?.ids, ['t1', 't4', 't2', 't0', 't3']);
  assert.equal(found?.low, 96_100);
  assert.equal(found?.high, 97_400);
});

test('a field that is spread out, a few that are close, or a crowd below the top are none', () => {
  assert.equal(plateau(field(100, 90, 80, 70, 60, 50)), null);
  assert.equal(plateau(field(100, 99, 99, 99, 50, 40)), null, 'four are too few');
  assert.equal(plateau(field(200, 100, 100, 100, 100, 100)), null, 'the best is not among them');
  assert.equal(
    plateau([
      ...field(100, 100, 100, 100, 100),
      ...Array.from({ length: 20 }, (_, i) => ({ id: `s${i}`, value: i + 1 })),
    ]),
    null,
    'five of twenty-five are too small a share',
  );
  assert.equal(plateau([]), null);
});
