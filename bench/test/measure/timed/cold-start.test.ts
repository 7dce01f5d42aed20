import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { TargetVariant } from '../../../src/catalog/targets.ts';
import { createProcessLauncher } from '../../../src/launch/index.ts';
import type { Bench } from '../../../src/measure/bench.ts';
import { coldStarts } from '../../../src/measure/timed/cold-start.ts';
import { which } from '../../../src/process/which.ts';
import { type Fixture, fixture } from '../../launch/fixture-target.ts';

const path = which('hyperfine');
const skip = path ? false : 'no hyperfine here';
/** The fewest that are accepted. */
const STARTS = 10;

async function time({ repository, target, variant }: Fixture): Promise<number[] | null> {
  const launcher = createProcessLauncher({ repository, pinned: false });
  const { signal } = new AbortController();
  const built = await launcher.build(target, { signal });
  const processors = { server: [0], database: [0], loader: [0], pinned: false };
  const hyperfine = { path: path ?? '', version: '1' };
  const bench = { repository, launcher, hyperfine, processors, databases: {}, signal } as unknown as Bench;
  return coldStarts(bench, { target, variant } as TargetVariant, built, STARTS);
}

/** Everything that timing left in the cache, without what is compiled once for all timings. */
function leftBy({ repository: { cache } }: Fixture): string[] {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.pid$|cold-start/.test(name),
  );
}

test('cold starts are timed, and leave no process id to stop some other time', { skip }, async () => {
  const made = fixture('well');
  try {
    const seconds = await time(made);
    assert.equal(seconds?.length, STARTS);
    assert.deepEqual(leftBy(made), []);
  } finally {
    made.remove();
  }
});

test('nor does a start that fails', { skip }, async () => {
  const made = fixture('exit');
  try {
    await assert.rejects(time(made), /non-zero exit code: 4/);
    assert.deepEqual(leftBy(made), []);
  } finally {
    made.remove();
  }
});
