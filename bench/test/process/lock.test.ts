import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { acquireLock } from '../../src/process/lock.ts';
import { bootId, readStat } from '../../src/process/proc.ts';
import { exitCodes, PitwallError } from '../../src/util/errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
after(() => rmSync(folder, { recursive: true }));
const lockError = (error: unknown): boolean =>
  error instanceof PitwallError && error.exitCode === exitCodes.locked;

const held = (name: string, holder: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(holder));
  return path;
};

test('a lock is held until it is released', async () => {
  const path = join(folder, 'simple');
  const lock = await acquireLock(path);
  await assert.rejects(acquireLock(path), lockError);
  lock.release();
  lock.release();
  assert.ok(!existsSync(path));
  (await acquireLock(path)).release();
});

test('a living holder is named with its pid, its start and the next command', async () => {
  const holder = spawn('sleep', ['308']);
  const pid = holder.pid as number;
  const since = '2026-01-02T03:04:05.000Z';
  const path = held('living', { pid, startTicks: readStat(pid)?.startTicks, bootId: bootId(), since });
  await assert.rejects(acquireLock(path), (error) => {
    assert.ok(lockError(error));
    const { seen, next } = error as PitwallError;
    assert.ok(seen.includes(String(pid)) && seen.includes(since), seen);
    assert.ok(next.includes(`kill -INT ${pid}`), next);
    return true;
  });
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('exit', resolve));
  (await acquireLock(path)).release();
});

test('a dead holder, a pid that came round again, another boot and text that is no holder hold nothing', async () => {
  const own = {
    pid: process.pid,
    startTicks: readStat(process.pid)?.startTicks ?? 0,
    bootId: bootId(),
    since: 'x',
  };
  for (const holder of [
    { ...own, pid: 2 ** 22 + 1 },
    { ...own, startTicks: own.startTicks + 1 },
    { ...own, bootId: 'another' },
    { nonsense: true },
  ]) {
    const lock = await acquireLock(held('dead', holder));
    assert.equal(JSON.parse(readFileSync(join(folder, 'dead'), 'utf8')).pid, process.pid);
    lock.release();
  }
});

test('of many processes that take over one dead lock at once, one has it', async () => {
  const path = held('race', { pid: 2 ** 22 + 1, startTicks: 1, bootId: bootId(), since: 'x' });
  const file = join(folder, 'taker.ts');
  const module = new URL('../../src/process/lock.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { acquireLock } from '${module}';
     // Until it is killed: whoever starts late must still find it taken.
     try { await acquireLock('${path}'); console.log('mine'); await new Promise((r) => setTimeout(r, 60_000)); }
     catch (error) { console.log(error.exitCode === ${exitCodes.locked} ? 'theirs' : error.stack); }`,
  );
  const takers = Array.from({ length: 6 }, () =>
    spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const answers = await Promise.all(
    takers.map(
      (taker) =>
        new Promise<string>((resolve) => taker.stdout.once('data', (data) => resolve(String(data).trim()))),
    ),
  );
  for (const taker of takers) taker.kill('SIGKILL');
  assert.deepEqual(answers.sort(), ['mine', ...Array(5).fill('theirs')]);
});
