import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  failedFiles,
  failureSummary,
  readOutcomes,
  skippedSummary,
  slowestSummary,
  type TestOutcome,
} from '../../src/commands/project/test-summary.ts';

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
    { kind: 'failed', file: 'a.test.ts', name: 'a', reason: '' },
    { kind: 'ended', file: 'a.test.ts', seconds: 1 },
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
  assert.deepEqual(skippedSummary([{ kind: 'failed', file: 'a.test.ts', name: 'a', reason: 'x' }]), []);
});

test('a file that never ended has failed, whatever became of the program that ran it', () => {
  const failed: TestOutcome = { kind: 'failed', file: '/x/b', name: 'b', reason: '' };
  const ended = (file: string): TestOutcome => ({ kind: 'ended', file, seconds: 1 });
  const files = ['/x/a', '/x/b', '/x/c'];
  assert.deepEqual(failedFiles([ended('/x/a'), failed, ended('/x/b'), ended('/x/c')], files), ['/x/b']);
  assert.deepEqual(failedFiles([ended('/x/a'), failed, ended('/x/b')], files), ['/x/b', '/x/c']);
  assert.deepEqual(failedFiles([], files), files);
  const whole = `${JSON.stringify(ended('/x/a'))}\n`;
  assert.deepEqual(readOutcomes(`${whole}{"kind":"failed","fi`), [ended('/x/a')], 'a line cut off');
});

test('what failed in a file is shown again, cut where it is long; the slowest files are named', () => {
  const failed = (file: string, reason: string): TestOutcome => ({ kind: 'failed', file, name: 'a', reason });
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const outcomes = [failed('/x/a', 'Error: why\n    at b'), failed('/x/b', long), skipped('no wrk')];
  assert.deepEqual(failureSummary(outcomes, '/x/a'), ['  a', '    Error: why', '        at b']);
  const cut = failureSummary(outcomes, '/x/b');
  assert.deepEqual([cut.length, cut.at(-1)], [32, '    … and 10 more lines']);
  assert.deepEqual(failureSummary(outcomes, '/x/c'), []);

  const ended = [3, 70.4, 1, 20, 5, 2].map(
    (seconds): TestOutcome => ({ kind: 'ended', file: `/x/${seconds}`, seconds }),
  );
  assert.equal(
    slowestSummary([...outcomes, ...ended], (file) => file.slice(3)),
    '70.4 70 s, 20 20 s, 5 5 s, 3 3 s, 2 2 s',
  );
});

test('test files begin in the order in which they are named; what came of them is listed, and none hangs', () => {
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
       describe('another', () => { test('fails', () => { throw new Error('on purpose'); }); });`,
    );
    const earlier = join(folder, 'earlier.test.mjs');
    writeFileSync(earlier, `import { test } from 'node:test'; test('passes too', () => {});`);
    const run = (files: string[], variables = {}) => {
      const list = join(folder, 'outcomes');
      const program = fileURLToPath(new URL('../../bin/run-tests.mjs', import.meta.url));
      const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
      const { status, stdout } = spawnSync(process.execPath, [program, '1', list, ...files], {
        encoding: 'utf8',
        env: { ...env, ...variables },
      });
      return { status, stdout, outcomes: readOutcomes(readFileSync(list, 'utf8')) };
    };
    const { status, stdout, outcomes } = run([file, earlier]);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /✔ passes [\s\S]*✔ passes too/);
    assert.deepEqual(
      outcomes.map((outcome) =>
        outcome.kind === 'ended'
          ? [outcome.file]
          : [outcome.kind, outcome.name, outcome.reason.split('\n')[0]],
      ),
      [
        ['skipped', 'is skipped', 'no oha: cargo install oha'],
        ['skipped', 'has no reason', ''],
        ['skipped', 'a group', 'no Docker'],
        ['failed', 'fails', 'Error: on purpose'],
        [file],
        [earlier],
      ],
      stdout,
    );
    assert.ok(outcomes.every((outcome) => outcome.kind !== 'ended' || outcome.seconds > 0));
    assert.equal(run([earlier]).status, 0);

    const never = join(folder, 'never.test.mjs');
    writeFileSync(
      never,
      `import { test } from 'node:test'; test('leaves a timer', () => { setInterval(() => {}, 1_000); });`,
    );
    const ended = run([never, earlier], { PITWALL_TEST_FILE_MINUTES: '0.03' });
    assert.equal(ended.status, 1);
    assert.match(
      failureSummary(ended.outcomes, never).join('\n'),
      /never\.test\.mjs did not end within 0\.03 minutes/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
