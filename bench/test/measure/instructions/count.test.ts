import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../src/process/command.ts';
import { which } from '../../../src/process/which.ts';
import { exitCodes } from '../../../src/util/errors.ts';
import { repository } from '../../../src/util/repository.ts';

const missing = ['valgrind', 'vgdb', 'cc'].filter((program) => which(program) === null);

test('a server of this machine is counted under valgrind: both sides the same, as many as a request takes', {
  skip: missing.length > 0 && `${missing.join(', ')}: not on PATH`,
}, async (context) => {
  const counted = await runCommand(
    [
      process.execPath,
      join(repository.root, 'bench/src/cli.ts'),
      ...['instructions', 'c/epoll', 'c/epoll', '--counts', '4', '--json'],
    ],
    { timeoutSeconds: 120 },
  );
  if (counted.exitCode === exitCodes.locked) return context.skip('a run is going on in this checkout');
  assert.equal(counted.exitCode, exitCodes.ok, counted.stderr);
  const [json] = JSON.parse(counted.stdout).scenarios;
  const counts: number[] = [...json.base, ...json.head];
  assert.equal(counts.length, 8);
  // c/epoll renews its date by the clock: two counts of a side may differ by 0.03 %, and would decide nothing.
  assert.equal(json.verdict, 'same');
  for (const count of counts) assert.ok(count > 500 && count < 20_000, String(count));
  assert.ok(Math.max(...counts) / Math.min(...counts) < 1.005, counts.join(' '));
});
