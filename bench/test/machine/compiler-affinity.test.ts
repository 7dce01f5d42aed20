import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { withCompilersOn } from '../../src/machine/compiler-affinity.ts';
import { allowedProcessors, parseProcessorList } from '../../src/machine/machine.ts';
import { compilerThreads } from '../../src/process/compiler-threads.ts';
import { which } from '../../src/process/which.ts';
import { writeBusyJava } from '../process/support/busy-java.ts';

const [one = 0, two] = process.platform === 'linux' ? allowedProcessors() : [];
const skip =
  two === undefined
    ? 'it takes two processors'
    : which('java') && which('taskset')
      ? false
      : 'no java or no taskset on this machine';

describe('compiler threads on more processors', { skip, timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-affinity-'));
  const more = [two ?? 0];
  let java: ChildProcess & { pid: number };
  before(async () => {
    const child = spawn('taskset', ['-c', String(one), 'java', writeBusyJava(folder)], { stdio: 'ignore' });
    java = child as typeof java;
    while (compilerThreads([java.pid]).length === 0) {
      assert.equal(java.exitCode, null, 'it ended');
      await delay(20);
    }
  });
  after(() => {
    java.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const pids = (): number[] => [java.pid];
  const processorsOf = (thread: string): number[] => {
    const status = readFileSync(`/proc/${java.pid}/task/${thread}/status`, 'utf8');
    return parseProcessorList(/^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '');
  };
  /** Which threads may use which processors: those that compile, and all others. */
  const seen = (): { compiling: number[][]; others: number[][] } => {
    const compiling = new Set(compilerThreads(pids()).map(({ thread }) => thread));
    const all = readdirSync(`/proc/${java.pid}/task`);
    return {
      compiling: all.filter((thread) => compiling.has(thread)).map(processorsOf),
      others: all.filter((thread) => !compiling.has(thread)).map(processorsOf),
    };
  };
  const spread = async (): Promise<void> => {
    while (!seen().compiling.every((processors) => processors.length === 2)) await delay(20);
  };

  test('are given during the work, to no other thread, and taken back after it', async () => {
    const during = await withCompilersOn({ pids, own: [one], more }, async () => {
      await spread();
      return seen();
    });
    assert.ok(during.others.length > 2);
    assert.ok(during.others.every((processors) => String(processors) === String([one])));
    const { compiling, others } = seen();
    assert.ok(compiling.length > 0);
    for (const processors of [...compiling, ...others]) assert.deepEqual(processors, [one]);
  });

  test('are taken back if the work fails, whose error is thrown', async () => {
    const failing = withCompilersOn({ pids, own: [one], more }, async () => {
      await spread();
      throw new Error('refused');
    });
    await assert.rejects(failing, /refused/);
    for (const processors of seen().compiling) assert.deepEqual(processors, [one]);
  });

  test('are not given where there are none, or the process has ended', async () => {
    await withCompilersOn({ pids, own: [one], more: [] }, () => delay(400));
    for (const processors of seen().compiling) assert.deepEqual(processors, [one]);
    assert.equal(await withCompilersOn({ pids: () => [2 ** 22 + 1], own: [one], more }, async () => 3), 3);
  });
});
