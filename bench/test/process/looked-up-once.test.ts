import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, mock, test } from 'node:test';
import { cgroupOf } from '../../src/process/cgroup.ts';
import { runCommand } from '../../src/process/command.ts';
import { whichOnce } from '../../src/process/which.ts';

afterEach(() => {
  mock.restoreAll();
  syncBuiltinESMExports();
});

/** The files that a function of `node:fs` is asked for from now on. */
function asked(name: 'accessSync' | 'readFileSync'): string[] {
  const files: string[] = [];
  const original = fs[name] as (...words: unknown[]) => unknown;
  mock.method(fs, name, (...words: unknown[]) => {
    files.push(String(words[0]));
    return original(...words);
  });
  syncBuiltinESMExports();
  return files;
}

test('a program that is started again is not looked up again', async () => {
  const files = asked('accessSync');
  const lookUps = () => files.filter((file) => basename(file) === 'true').length;
  assert.equal((await runCommand(['true'])).exitCode, 0);
  const first = lookUps();
  assert.ok(first > 0);
  assert.equal((await runCommand(['true'])).exitCode, 0);
  assert.equal(lookUps(), first);
});

test('a name that was not found, and any path, are looked up each time', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'pitwall-which-'));
  const file = join(folder, 'made-up');
  assert.equal(whichOnce('made-up', folder), null);
  fs.writeFileSync(file, '', { mode: 0o755 });
  assert.equal(whichOnce('made-up', folder), file);
  assert.equal(whichOnce(file), file);
  fs.rmSync(folder, { recursive: true });
  assert.equal(whichOnce(file), null);
});

test('where control groups are mounted is read once', () => {
  const files = asked('readFileSync');
  const reads = () => files.filter((file) => file === '/proc/self/mountinfo').length;
  cgroupOf(process.pid);
  cgroupOf(process.pid);
  assert.ok(reads() <= 1, `${reads()} times`);
  assert.equal(files.filter((file) => file === `/proc/${process.pid}/cgroup`).length, 2);
});
