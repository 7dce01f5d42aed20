import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutToBytes, cutToLength } from '../../src/util/cut.ts';

const TEXT = 'a成🚀b';

test('text cut to a length keeps whole characters', () => {
  const cut = [0, 1, 2, 3, 4, 5, 9].map((most) => cutToLength(TEXT, most));
  assert.deepEqual(cut, ['', 'a', 'a成', 'a成', 'a成🚀', TEXT, TEXT]);
  for (const text of cut) assert.ok(text.isWellFormed(), JSON.stringify(text));
});

test('text cut to bytes keeps whole characters and is as long as it may be', () => {
  const cut = Array.from({ length: 10 }, (_, most) => cutToBytes(TEXT, most));
  assert.deepEqual(cut, ['', 'a', 'a', 'a', 'a成', 'a成', 'a成', 'a成', 'a成🚀', TEXT]);
  cut.forEach((text, most) => {
    assert.ok(Buffer.byteLength(text) <= most, text);
    assert.ok(text.isWellFormed());
  });
});
