import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedNames, namesExportedTwice } from './house/sources.ts';

test('no two files of harness, figures, site and tests export one name, so that a name means one thing', () => {
  const declared = exportedNames();
  const of = (folder: string) => declared.filter(({ file }) => file.startsWith(folder)).length;
  assert.ok(of('bench/src/') > 500 && of('bench/figures/') > 20 && of('site/') > 100);
  assert.ok(of('bench/test/') > 100);
  assert.deepEqual(namesExportedTwice(), []);
});
