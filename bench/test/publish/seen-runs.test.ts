import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Cache } from '../../src/publish/incremental/cache.ts';
import { SeenRuns } from '../../src/publish/incremental/seen-runs.ts';

const root = mkdtempSync(join(tmpdir(), 'pitwall-seen-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('a run is read again when its files look different, or are too young to tell', async () => {
  const file = join(root, 'run.json');
  writeFileSync(file, 'one');
  let reads = 0;
  const publish = (files = ['run.json']): string => {
    const seen = new SeenRuns(new Cache(join(root, 'cache')));
    const digest = seen.digest('runs/a', root, files, () => {
      reads += 1;
      return `digest ${reads}`;
    });
    seen.save();
    return digest;
  };
  assert.deepEqual([publish(), publish()], ['digest 1', 'digest 2'], 'it was written a moment ago');
  await setTimeout(2_100);
  assert.deepEqual([publish(), publish(), publish()], ['digest 3', 'digest 3', 'digest 3']);
  // Same size, and a time of writing that was set back: the time of the change itself cannot be.
  writeFileSync(file, 'two');
  utimesSync(file, new Date('2026-01-01'), new Date('2026-01-01'));
  assert.equal(publish(), 'digest 4');
  await setTimeout(2_100);
  assert.deepEqual([publish(), publish()], ['digest 5', 'digest 5']);
  writeFileSync(join(root, 'go-gin.json'), '{}');
  assert.equal(publish(['go-gin.json', 'run.json']), 'digest 6');
});
