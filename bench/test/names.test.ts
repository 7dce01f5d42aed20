import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedNames, namesExportedTwice } from './house/sources.ts';

test('no two files of harness and site export one name: whoever reads it knows which one is meant', () => {
  const declared = exportedNames();
  assert.ok(declared.filter(({ file }) => file.startsWith('site/')).length > 100 && declared.length > 600);
  assert.deepEqual(namesExportedTwice(), []);
});
