import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { CompilerClock } from '../../src/process/compiler-threads.ts';
import { threadNanoseconds } from '../../src/process/proc.ts';
import { which } from '../../src/process/which.ts';

/** Plenty to compile for two seconds, then little more than sleep. It says when it is through. */
const PROGRAM = `
import java.util.function.IntUnaryOperator;
public class Busy {
  static long sink;
  static IntUnaryOperator made(int n) { return x -> { int y = x; for (int i = 0; i < 50; i++) y = y * 31 + n + i; return y; }; }
  public static void main(String[] words) throws Exception {
    long until = System.nanoTime() + 2_000_000_000L;
    for (int n = 0; System.nanoTime() < until; n++) {
      IntUnaryOperator one = made(n);
      for (int i = 0; i < 2_000; i++) sink += one.applyAsInt(i) + Integer.toString(i).hashCode();
    }
    System.out.println("through");
    System.out.flush();
    Thread.sleep(60_000);
  }
}
`;

const linux = process.platform === 'linux';
const skip = !linux
  ? 'threads are distinguished by /proc'
  : which('java')
    ? false
    : 'no java on this machine';

describe('the clock of compiling threads', () => {
  const children: ChildProcess[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-compiler-'));
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const start = (command: string, ...words: string[]): ChildProcess & { pid: number } => {
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    assert.ok(child.pid);
    return child as ChildProcess & { pid: number };
  };

  test("reports what HotSpot's compilers take, less than the process, and no more once they rest", {
    skip,
    timeout: 60_000,
  }, async () => {
    writeFileSync(join(folder, 'Busy.java'), PROGRAM);
    const java = start('java', join(folder, 'Busy.java'));
    const clock = new CompilerClock();
    const readings: (number | null)[] = [];
    let through = false;
    java.stdout?.once('data', () => {
      through = true;
    });
    while (!through) {
      assert.equal(java.exitCode, null, 'it ended');
      readings.push(clock.read([java.pid]));
      await delay(100);
    }
    const reported = readings.filter((reading) => reading !== null);
    assert.ok(reported.length > 5, `${reported.length} readings`);
    assert.deepEqual(
      reported,
      reported.toSorted((a, b) => a - b),
      'it never goes back',
    );
    const compiled = clock.read([java.pid]) ?? 0;
    const all = nanosecondsOf(java.pid);
    assert.ok(compiled > 50e6, `${compiled / 1e6} ms of compiling`);
    assert.ok(compiled < all, `${compiled / 1e6} ms of ${all / 1e6}`);

    // What is queued is compiled first.
    let [rest, later] = [0, clock.read([java.pid]) ?? 0];
    for (let tried = 0; tried < 40 && later - rest >= 10e6; tried++) {
      await delay(500);
      [rest, later] = [later, clock.read([java.pid]) ?? 0];
    }
    assert.ok(later - rest < 10e6, `${(later - rest) / 1e6} ms in half a second of sleep`);

    java.kill('SIGKILL');
    await new Promise((resolve) => java.once('close', resolve));
    assert.ok((clock.read([java.pid]) ?? 0) >= later, 'a process that has ended keeps what it took');
  });

  test('reports nothing for Node, whose compiling threads also collect garbage', {
    skip: linux ? false : 'threads are distinguished by /proc',
  }, async () => {
    const node = start(
      process.execPath,
      '-e',
      'const t = Date.now(); while (Date.now() - t < 2000) JSON.parse("[1]")',
    );
    await delay(500);
    const clock = new CompilerClock();
    assert.equal(clock.read([node.pid]), null);
    assert.equal(clock.read([node.pid, process.pid]), null);
  });

  test('reports nothing for no process, or for one that is gone', () => {
    const clock = new CompilerClock();
    assert.equal(clock.read([]), null);
    assert.equal(clock.read([2 ** 22 + 1]), null);
  });
});

function nanosecondsOf(pid: number): number {
  return [...threadNanoseconds(pid).values()].reduce((sum, nanoseconds) => sum + nanoseconds, 0);
}
