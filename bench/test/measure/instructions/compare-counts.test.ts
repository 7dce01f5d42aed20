import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCounts } from '../../../src/measure/instructions/compare-counts.ts';

test('a handler that executes 0.2 % more is distinguished from one that executes as many', () => {
  const base = [30_000, 30_002, 29_999, 30_001, 30_000];
  const longer = base.map((count) => count * 1.002);
  assert.equal(compareCounts(base, longer).verdict, 'more');
  assert.equal(compareCounts(longer, base).verdict, 'fewer');
  assert.equal(compareCounts(base, [30_001, 30_000, 30_000, 30_002, 29_999]).verdict, 'same');
});

test('less than the minimum effect is the same, however sure', () => {
  const base = [30_000, 30_000, 30_000];
  assert.equal(compareCounts(base, [30_010, 30_010, 30_010]).verdict, 'same');
  assert.equal(compareCounts(base, [30_020, 30_020, 30_020]).verdict, 'more');
});

test('the effect is that of head over base, with an interval that holds it', () => {
  const { effect } = compareCounts([100, 101, 99, 100], [110, 111, 109, 110]);
  assert.ok(effect);
  assert.ok(Math.abs(effect.ratio - 1.1) < 0.001);
  assert.ok(effect.low < 1.1 && effect.high > 1.1);
  assert.equal(compareCounts([100], [110]).effect, null);
  assert.equal(compareCounts([100], [110]).verdict, 'undecided', 'one count says nothing about its spread');
});

test('what is not proven is undecided, not the same', () => {
  const base = [30_000, 30_060, 29_940];
  const { verdict, effect } = compareCounts(base, [30_400, 30_250, 30_500]);
  assert.ok(effect && effect.ratio > 1.01, 'one per cent more, as far as three counts show');
  assert.equal(verdict, 'undecided');
  assert.equal(compareCounts(base, base).verdict, 'undecided', 'nor is an interval wider than the limit');
});
