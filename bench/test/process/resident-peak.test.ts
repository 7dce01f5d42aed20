import assert from 'node:assert/strict';
import { test } from 'node:test';
import { residentBytes } from '../../src/process/resident-peak.ts';

test('processes of one server: a program that they run, and what a fork left in common, count once', () => {
  const worker = { peak: 50, files: 30, copies: 0 };
  assert.equal(residentBytes([worker]), 50);
  assert.equal(residentBytes([worker, worker]), 70);
  // A parent of 40, of which its two children still have 30 in common with it: each of the three counts 10 of them.
  const forked = { peak: 40, files: 0, copies: 20 };
  assert.equal(residentBytes([forked, forked, forked]), 60);
  assert.equal(residentBytes([]), 0);
});
