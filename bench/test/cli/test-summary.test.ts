import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readOutcomes, skippedSummary, type TestOutcome } from '../../src/commands/project/test-summary.ts';

const skipped = (reason: string, name = 'a'): TestOutcome => ({
  kind: 'skipped',
  file: 'a.test.ts',
  name,
  reason,
});

test('what lacks is named once, with its command; what no command brings comes last', () => {
  const wrk = 'no wrk on this machine: sudo apt-get install -y --no-install-recommends wrk';
  const outcomes: TestOutcome[] = [
    skipped('root may write anywhere'),
    skipped('no mount is allowed here: mount: must be superuser to use mount.\n dmesg(1) may have more'),
    skipped('root may write anywhere'),
    skipped('root may write anywhere'),
    skipped(wrk, 'b'),
    skipped('no Docker: docker info says why'),
    skipped(wrk),
    { ...skipped(''), kind: 'failed' },
  ];
  assert.deepEqual(skippedSummary(outcomes), [
    '7 tests or groups of tests skipped:',
    '    2  no wrk on this machine',
    '       next: sudo apt-get install -y --no-install-recommends wrk',
    '    1  no Docker',
    '       next: docker info says why',
    '    3  root may write anywhere',
    '    1  no mount is allowed here: mount: must be superuser to use mount.',
  ]);
  assert.deepEqual(skippedSummary([{ ...skipped('x'), kind: 'failed' }]), []);
});

test('the reporter tells failed and skipped tests of the files that node runs, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-outcomes-'));
  try {
    const file = join(folder, 'some.test.mjs');
    writeFileSync(
      file,
      `import { describe, test } from 'node:test';
       test('passes', () => {});
       test('is skipped', { skip: 'no oha: cargo install oha' }, () => {});
       test('has no reason', { skip: true }, () => {});
       describe('a group', { skip: 'no Docker' }, () => { test('inside', () => {}); });
       test('fails', () => { throw new Error('on purpose'); });`,
    );
    const reporter = fileURLToPath(new URL('../../bin/test-outcomes.mjs', import.meta.url));
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, file], {
      encoding: 'utf8',
      env,
    });
    const told = readOutcomes(stdout).map(({ kind, name, reason }) => [kind, name, reason]);
    assert.deepEqual(
      told,
      [
        ['skipped', 'is skipped', 'no oha: cargo install oha'],
        ['skipped', 'has no reason', ''],
        ['skipped', 'a group', 'no Docker'],
        ['failed', 'fails', ''],
      ],
      stderr,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
