import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { exitCodes } from '../../src/util/errors.ts';

const urlOf = (path: string): string => new URL(path, import.meta.url).href;

/** Runs what a figure's script might do, as the command `figure` starts it. */
function ran(script: string) {
  const words = [
    '--import',
    urlOf('../../figures/support/describe-errors.ts'),
    '--input-type=module',
    '-e',
    script,
  ];
  return spawnSync(process.execPath, words, { encoding: 'utf8' });
}

test('a figure tells what it lacks in four parts, without a stack, and ends as a command does', () => {
  const { status, stderr } = ran(`
    import { PitwallError } from '${urlOf('../../src/util/errors.ts')}';
    await Promise.resolve();
    throw new PitwallError({
      what: 'The figure cannot be measured', where: 'this machine', expected: 'an engine', seen: 'none',
      next: 'Start it', exitCode: ${exitCodes.missing},
    });
  `);
  assert.equal(status, exitCodes.missing, stderr);
  for (const part of ['The figure cannot be measured', 'this machine', 'an engine', 'none', 'Start it'])
    assert.ok(stderr.includes(part), stderr);
  assert.ok(!/^\s+at /m.test(stderr), stderr);
});

test('an error of the script itself keeps its stack', () => {
  const { status, stderr } = ran('const nothing = undefined; nothing.name;');
  assert.equal(status, exitCodes.failed);
  assert.match(stderr, /TypeError[\s\S]*^\s+at /m);
});
