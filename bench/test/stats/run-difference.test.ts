import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgedDifferences, logDifference, logSummary } from '../../src/stats/index.ts';
import { studentT } from '../../src/stats/student-t.ts';
import { seededRandom } from '../../src/util/random.ts';

const summaryOf = (values: readonly number[]) => logSummary(values) ?? assert.fail();
const differenceOf = (
  before: readonly number[],
  after: readonly number[],
  threshold = 0.05,
  unit: 'perSecond' | 'seconds' | 'bytes' = 'perSecond',
) => logDifference(summaryOf(before), summaryOf(after), { direction: 'lower', threshold, unit }, studentT);

test('the p of two runs at the threshold itself is wrong at its own rate, in whichever direction', () => {
  const random = seededRandom(5);
  const [draws, rate] = [20_000, 0.05];
  let called = 0;
  for (let draw = 0; draw < draws; draw++) {
    // One run scatters, the other hardly does: the worst case for few degrees of freedom.
    const before = [1, 2].map(() => Math.exp(0.15 * random.normal()));
    const after = [1, 2].map(() => 1.05 * Math.exp(0.001 * random.normal()));
    if ((differenceOf(before, after)?.p ?? 1) <= rate) called++;
  }
  assert.ok(called / draws < 1.1 * rate, `${called / draws}`);
});

test('where two values agree in both runs, nothing says how far they scatter', () => {
  assert.equal(differenceOf([100, 100], [120, 120]), null);
  assert.notEqual(differenceOf([100, 100], [120, 121]), null);
});

test('where more agree, the difference is known as well as the digits of the figures, or their buckets or pages', () => {
  const halfWidth = (unit: 'perSecond' | 'seconds' | 'bytes', level = 100) => {
    const found = differenceOf(
      [level, level, level],
      [1.2, 1.2, 1.2].map((times) => times * level),
      0.05,
      unit,
    );
    assert.ok(found && found.p > 0 && found.p < 0.01, `${found?.p}`);
    return Math.log(found.high / found.low) / 2;
  };
  const [digits, bucket] = [halfWidth('perSecond'), halfWidth('seconds')];
  assert.ok(digits > 0.00005 && digits < 0.0002, `${digits}`);
  assert.ok(Math.abs(bucket / digits - 1e4 / 128) < 1e-3, `${bucket}`);
  // A page of 4 KiB is 0.2 % of 2 MB, and nothing of 2 GB.
  const [small, large] = [halfWidth('bytes', 2e6), halfWidth('bytes', 2e9)];
  assert.ok(small > 10 * digits && small < 30 * digits, `${small}`);
  assert.ok(Math.abs(large / digits - 1) < 1e-9, `${large}`);
});

test('a difference is beyond its threshold, within it, or not resolved', () => {
  const beyond = differenceOf([100, 100.1, 99.9, 100], [120, 120.1, 119.9, 120]);
  const within = differenceOf([100, 100.1, 99.9, 100], [101, 101.1, 100.9, 101]);
  const open = differenceOf([100, 130, 80], [110, 90, 140]);
  assert.ok(beyond && within && open);
  const judged = judgedDifferences([within, open, beyond]);
  assert.deepEqual([judged.significant, judged.same, judged.unresolved], [[beyond], [within], [open]]);
});
