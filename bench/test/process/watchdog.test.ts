import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, readStat } from '../../src/process/proc.ts';
import { until } from './until.ts';

const alive = ({ pid }: ChildProcess): boolean => isAlive(readStat(pid ?? 0));

test('when the harness is gone, what it watches over ends, and nothing that it watched over before', async () => {
  const sleeps = Array.from({ length: 4 }, () =>
    spawn('sleep', ['311'], { stdio: 'ignore', detached: true }),
  );
  const [first, second, third, stranger] = sleeps as [ChildProcess, ChildProcess, ChildProcess, ChildProcess];
  const script = `
    import { unwatch, watch } from '${new URL('../../src/process/tree/watchdog.ts', import.meta.url).href}';
    watch(${first.pid}, 'one'); watch(${second.pid}, 'two'); watch(${third.pid}, 'three');
    unwatch(${second.pid}); unwatch(${stranger.pid});
    console.log('watching');
    setInterval(() => {}, 1000);`;
  const harness = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => harness.stdout.once('data', resolve));
    await delay(100);
    assert.deepEqual(sleeps.map(alive), [true, true, true, true]);
    harness.kill('SIGKILL');
    await until(() => !alive(first) && !alive(third));
    assert.deepEqual(sleeps.map(alive), [false, true, false, true]);
  } finally {
    for (const child of [harness, ...sleeps]) child.kill('SIGKILL');
  }
});

test('a harness that watches ends by itself', async () => {
  const script = `
    import { watch } from '${new URL('../../src/process/tree/watchdog.ts', import.meta.url).href}';
    watch(2 ** 22 + 1, 'nobody');`;
  const harness = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const ended = new Promise((resolve) => harness.once('exit', resolve));
  const late = delay(20_000, 'it never ended', { ref: false });
  assert.equal(await Promise.race([ended, late]), 0);
});
