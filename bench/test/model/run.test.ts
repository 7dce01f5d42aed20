import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../src/model/index.ts';
import { runOf } from '../publish/small-results.ts';

test('a run that has only begun has no block yet', () => {
  const { blocks: _, ...run } = runOf([]).run;
  const profile = { ...run.profile, blocks: 3 };
  assert.equal(blocksOf({ ...run, profile, finishedAt: null }), 0);
  assert.equal(blocksOf({ ...run, profile, finishedAt: run.startedAt }), 3);
  assert.equal(
    blocksOf({
      ...run,
      profile,
      finishedAt: null,
      blocks: [{ block: 0, startedSeconds: 0, seconds: 1, groups: 1 }],
    }),
    1,
  );
});
