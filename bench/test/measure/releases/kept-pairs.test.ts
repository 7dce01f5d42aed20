import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openKeptPairs } from '../../../src/measure/releases/kept-pairs.ts';

test('a bisection that was stopped finds the pairs of its question, on the same day', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-kept-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'bisections', 'one.json');
  const first = openKeptPairs(file, 'gin 1..2', new Date('2026-11-27T10:00:00Z'));
  assert.equal(first.count, 0);
  first.keep(['1.0', '2.0', 6, 'question'], [1.1, 1.2]);
  const again = (question: string, at: string) => openKeptPairs(file, question, new Date(at));
  const later = again('gin 1..2', '2026-11-27T12:00:00Z');
  assert.deepEqual([later.count, later.ratios(['1.0', '2.0', 6, 'question'])], [1, [1.1, 1.2]]);
  // More pairs are another look, which begins with none.
  assert.equal(later.ratios(['1.0', '2.0', 12, 'question']), null);
  assert.equal(later.ratios(['1.0', '2.0', 6, 'confirmation']), null);
  assert.equal(again('gin 1..3', '2026-11-27T12:00:00Z').count, 0, 'another question');
  assert.equal(again('gin 1..2', '2026-11-28T11:00:00Z').count, 0, 'another day');
  // What is kept later has the day of the first answer.
  later.keep(['1.0', '1.5', 6, 'question'], [1]);
  assert.equal(again('gin 1..2', '2026-11-28T09:00:00Z').count, 2);
  later.forget();
  assert.equal(existsSync(file), false);
  for (const text of ['{', '{"answers":{"a":["x"]}}', '[]']) {
    writeFileSync(file, text);
    assert.equal(again('gin 1..2', '2026-11-27T12:00:00Z').count, 0, text);
  }
});
