import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharpAtLooks } from '../../../src/measure/blocks/sharpness.ts';
import { profileSchema } from '../../../src/model/index.ts';
import { targetOf, throughputCell } from '../../publish/small-results.ts';
import { shortProfile } from '../support/repository.ts';

const profile = profileSchema.parse({ ...shortProfile, name: 'looks', blocks: 12, looks: [3, 8] });
/** Two blocks in which nobody can tell which of the two is faster, then any number in which one is. */
const targetsOf = (blocks: number) =>
  [1_000, 1_100].map((level, index) => {
    const other = index === 0 ? 1.2 : 0.8;
    const values = Array.from({ length: blocks }, (_, block) => level * (block < 2 ? other : 1) + block);
    return targetOf(`go/${index}`, [throughputCell(values)]);
  });
const sharpAfter = (blocks: number, looks = profile.looks) =>
  sharpAtLooks(targetsOf(blocks), { profile: { ...profile, looks } }, blocks);

test('a table is judged at the planned looks, and with the blocks that were there then', () => {
  // As sharp as it will be, but nobody looks.
  assert.deepEqual(sharpAfter(24, [24]), ['json']);
  assert.deepEqual(sharpAfter(24, [3]), []);
  assert.deepEqual(sharpAfter(23, [24]), []);
  assert.deepEqual(sharpAfter(24, []), []);
  assert.deepEqual(sharpAfter(24, undefined), []);
});

test('a table that was sharp at a look stays so', () => {
  const targets = [1_000, 2_000].map((level, index) =>
    targetOf(`go/${index}`, [throughputCell([level, level + 1, level + 2])]),
  );
  assert.deepEqual(sharpAtLooks(targets, { profile }, 2), []);
  for (const block of [3, 5, 7]) assert.deepEqual(sharpAtLooks(targets, { profile }, block), ['json']);
});

test('a run that was given more blocks shares the error rate of its looks with what was seen of it', () => {
  // t = 8.2 with two degrees of freedom: p is 0.0145, less than a third of 5 % and more than a quarter.
  const targets = [
    targetOf('go/one', [throughputCell([1_000, 1_000, 1_000])]),
    targetOf('go/other', [throughputCell([1_048.47, 1_061.84, 1_075.38])]),
  ];
  assert.deepEqual(sharpAtLooks(targets, { profile }, 3), ['json']);
  assert.deepEqual(
    sharpAtLooks(targets, { profile, extendedAfter: [1] }, 3),
    ['json'],
    'one block shows no order',
  );
  assert.deepEqual(sharpAtLooks(targets, { profile, extendedAfter: [2] }, 3), []);
});

test('ranks are those of the rankings: a platform beside frameworks has none', () => {
  const level = (perSecond: number) => [throughputCell([perSecond, perSecond + 1, perSecond + 2])];
  const frameworks = [targetOf('go/one', level(1_000)), targetOf('go/other', level(2_000))];
  // As fast as one of them: with a rank of its own, it would share that one's.
  const platform = targetOf('c/epoll', level(2_000), { kind: 'platform' });
  assert.deepEqual(sharpAtLooks([...frameworks, platform], { profile }, 3), ['json']);
});
