import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CACHED_CODE } from '../../src/publish/incremental/cache.ts';
import { harnessFiles, importsOf } from '../house/sources.ts';

test('a cached document is of the code that made it: every source that publish runs counts', () => {
  const reached = new Set(harnessFiles.filter((file) => /^publish\/(incremental|data|writers)\//.test(file)));
  for (const file of reached) {
    for (const { path, onlyTypes } of importsOf(file))
      if (path.endsWith('.ts') && !onlyTypes) reached.add(path);
  }
  assert.ok(reached.has('scenarios/list.ts') && reached.has('stats/index.ts'));
  assert.deepEqual(
    [...reached].filter((file) => !CACHED_CODE.includes(file.split('/')[0] ?? '')),
    [],
  );
});
