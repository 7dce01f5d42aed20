import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownQuantile } from '../../src/model/index.ts';

test('what falls into a stall waits for the rest of it', () => {
  const stalls = { durationSeconds: 50, stallEveryMilliseconds: 5_000, stallMilliseconds: 200 };
  assert.equal(knownQuantile(stalls, 0.5), 0);
  assert.equal(knownQuantile(stalls, 0.96), 0);
  assert.ok(Math.abs(knownQuantile(stalls, 0.99) - 0.15) < 1e-9);
  assert.ok(Math.abs(knownQuantile(stalls, 0.999) - 0.195) < 1e-9);
  // The same from a server that is asked once a millisecond for ten stalls.
  const waits = Array.from({ length: 50_000 }, (_, due) => Math.max(0, 200 - (due % 5_000)) / 1_000);
  const sorted = waits.sort((a, b) => a - b);
  for (const probability of [0.97, 0.99, 0.999]) {
    const counted = sorted[Math.floor(probability * sorted.length)] ?? 0;
    assert.ok(Math.abs(counted - knownQuantile(stalls, probability)) < 0.001, `p${probability}`);
  }
  // A part of an interval at the end has no stall.
  const part = { ...stalls, durationSeconds: 22 };
  assert.ok(Math.abs(knownQuantile(part, 0.99) - 0.145) < 1e-9);
});
