import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedNames, namesExportedTwice } from './house/sources.ts';

test('no two files of harness and site export one name, so that a name means one thing', () => {
  const declared = exportedNames();
  assert.ok(declared.filter(({ file }) => file.startsWith('site/')).length > 100 && declared.length > 600);
  assert.deepEqual(namesExportedTwice(), []);
});
