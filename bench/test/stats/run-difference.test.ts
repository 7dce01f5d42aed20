import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgedDifferences, logDifference, logSummary } from '../../src/stats/index.ts';
import { studentT } from '../../src/stats/student-t.ts';
import { seededRandom } from '../../src/util/random.ts';

const summaryOf = (values: readonly number[]) => logSummary(values) ?? assert.fail();
const differenceOf = (before: readonly number[], after: readonly number[], threshold = 0.05) =>
  logDifference(summaryOf(before), summaryOf(after), 'lower', threshold, studentT);

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
  assert.equal(differenceOf([100, 100, 100], [120, 120, 120])?.p, 0);
});

test('a difference is beyond its threshold, within it, or not resolved', () => {
  const beyond = differenceOf([100, 100.1, 99.9, 100], [120, 120.1, 119.9, 120]);
  const within = differenceOf([100, 100.1, 99.9, 100], [101, 101.1, 100.9, 101]);
  const open = differenceOf([100, 130, 80], [110, 90, 140]);
  assert.ok(beyond && within && open);
  const judged = judgedDifferences([within, open, beyond]);
  assert.deepEqual([judged.significant, judged.same, judged.unresolved], [[beyond], [within], [open]]);
});
