import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targetsData } from '../../src/publish/target-data.ts';
import { runOf, targetOf } from './small-results.ts';

const digest = `sha256:${'0'.repeat(64)}`;

function run(startedAt: string, kind: 'files' | 'image', sizeBytes: number, machine = 'machine') {
  const target = targetOf('go/gin', [], { artifact: { kind, digest, sizeBytes } });
  return runOf([target], { id: startedAt, startedAt, machine });
}

test('the size of an image is the newest one of the same machine, whichever run is shown', () => {
  const shown = run('2026-01-05T00:00:00.000Z', 'files', 9_000);
  const others = [
    run('2026-01-02T00:00:00.000Z', 'image', 200),
    run('2026-01-04T00:00:00.000Z', 'image', 400),
    run('2026-01-03T00:00:00.000Z', 'image', 300),
    run('2026-01-06T00:00:00.000Z', 'image', 600, 'another'),
  ];
  const imageAmong = (runs: ReturnType<typeof run>[]) =>
    targetsData([{ result: shown, tables: [] }], runs)[0]?.appearances[0]?.variants[0]?.containerImage;
  assert.deepEqual(imageAmong([shown, ...others]), {
    sizeBytes: 400,
    startedAt: '2026-01-04T00:00:00.000Z',
  });
  assert.equal(imageAmong([shown]), null);
});
