import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nowSince } from '../../src/util/clock.ts';

test('what ends now does not end before it began, though the clock was set back', () => {
  const later = new Date(Date.now() + 600_000).toISOString();
  assert.equal(nowSince(later), later);
  const earlier = new Date(Date.now() - 600_000).toISOString();
  assert.ok(Math.abs(Date.parse(nowSince(earlier)) - Date.now()) < 60_000);
});
