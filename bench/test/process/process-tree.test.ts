import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createCgroup } from '../../src/process/cgroup.ts';
import { commandOf, isAlive, readAllStats, readStat } from '../../src/process/proc.ts';
import { startTree } from '../../src/process/tree/process-tree.ts';
import { stopAllTrees } from '../../src/process/tree/running-trees.ts';
import { WATCHDOG_NAME } from '../../src/process/tree/watchdog.ts';
import { OPEN_FILES } from '../../src/process/tree/wrapped-command.ts';
import { systemPath, which } from '../../src/process/which.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { until } from './until.ts';

after(stopAllTrees);

const probe = createCgroup();
probe?.remove();
/** Every promise of a tree holds with the kernel's accounting and without. */
const ways = [
  { name: 'cgroup', useCgroup: true, skip: probe ? false : 'this machine lets us make no cgroup' },
  { name: '/proc', useCgroup: false, skip: false },
];

const BUSY = 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done';
const MEGABYTE = 1_000_000;
const alive = (pid: number): boolean => isAlive(readStat(pid));

for (const { name, useCgroup, skip } of ways) {
  const sh = (script: string) => startTree({ command: ['sh', '-c', script], label: 'test', useCgroup });

  test(`${name}: ended children count`, { skip }, async () => {
    const ratios: number[] = [];
    // The speed of a processor that others use too changes from one loop to the next: the middle one counts.
    for (let times = 0; times < 3; times++) {
      const alone = sh(BUSY);
      await alone.exited;
      // The same work twice in children that are gone, once in one that was waited for and once in a pipe.
      const twice = sh(`(${BUSY}); (${BUSY}) | cat; sleep 0.1`);
      await twice.exited;
      const one = alone.usage().cpuNanoseconds ?? 0;
      assert.ok(one > 20e6, `one loop took ${one} ns`);
      ratios.push((twice.usage().cpuNanoseconds ?? 0) / one);
      assert.equal(alone.usage().source.startsWith('cgroup'), useCgroup);
    }
    const [, middle = 0] = ratios.sort((a, b) => a - b);
    assert.ok(middle > 1.4 && middle < 3, `two loops take ${ratios.join(', ')} times as long as one`);
  });

  test(`${name}: what a command used that ended at once is missing where it cannot be known`, {
    skip,
  }, async () => {
    for (const script of ['exit 3', 'sleep 0.05', ':']) {
      const tree = sh(script);
      await tree.exited;
      const { cpuNanoseconds } = tree.usage();
      if (useCgroup) assert.ok((cpuNanoseconds ?? 0) > 0, script);
      else assert.equal(cpuNanoseconds, null, script);
      assert.equal(tree.peakMemoryBytes(), null, script);
    }
  });

  test(`${name}: a file that it was the first to read is not its memory`, { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
    // What is written is in the page cache, as what is read: the group is charged for it.
    const tree = sh(
      `head -c ${40 * MEGABYTE} /dev/zero > ${join(folder, 'file')}; echo ready; exec sleep 20`,
    );
    try {
      await until(() => tree.log().includes('ready'));
      const peakMemoryBytes = tree.peakMemoryBytes();
      assert.ok(peakMemoryBytes !== null && peakMemoryBytes > 0.1 * MEGABYTE, `${peakMemoryBytes}`);
      assert.ok(peakMemoryBytes < 20 * MEGABYTE, `${peakMemoryBytes}`);
    } finally {
      await tree.stop(0);
      rmSync(folder, { recursive: true });
    }
    assert.ok((tree.peakMemoryBytes() ?? 0) > 0, 'what was read while it ran stays');
  });

  test(`${name}: memory that a process shares with those it forked counts once`, {
    skip: skip || (which('perl', systemPath()) ? false : 'no perl'),
  }, async () => {
    const hold = `$x = "a" x ${60 * MEGABYTE}; fork; fork; print STDERR "ready $$\\n"; sleep 20`;
    const tree = startTree({ command: ['perl', '-e', hold], label: 'test', useCgroup });
    try {
      await until(() => (tree.log().match(/ready/g) ?? []).length === 4, { shown: () => tree.log() });
      const megabytes = (tree.peakMemoryBytes() ?? 0) / MEGABYTE;
      // Building the text may take twice its size for a moment; four times would be the sum of the processes.
      assert.ok(megabytes > 55 && megabytes < 170, `${megabytes} MB`);
    } finally {
      await tree.stop(0);
    }
  });

  test(`${name}: the main process is a member from its first instant`, { skip }, async () => {
    const tree = sh('sleep 20');
    assert.ok(tree.alive().includes(tree.pid));
    await tree.stop(0);
    assert.deepEqual(tree.alive(), []);
  });

  test(`${name}: a process that forked twice into a session of its own is found and ended`, {
    skip,
  }, async () => {
    const tree = sh('(setsid sh -c "(setsid sleep 300 & echo daemon \\$!) &") ; exit 3');
    assert.deepEqual(await tree.exited, { exitCode: 3, signal: null });
    await until(() => /daemon \d+/.test(tree.log()), { shown: () => tree.log() });
    const daemon = Number(/daemon (\d+)/.exec(tree.log())?.[1]);
    assert.ok(alive(daemon), 'the daemon runs');
    // While it begins `sleep` it has no environment, by which /proc knows it, for a moment.
    await until(() => tree.alive().includes(daemon));
    assert.equal((await tree.stop(2_000)).killed, false);
    assert.ok(!alive(daemon), 'the daemon is gone');
    assert.deepEqual(tree.alive(), []);
  });

  test(`${name}: a member stays one when it has nothing left that identifies it`, { skip }, async () => {
    // Its parent is gone, it has a session of its own, and then an empty environment: as of one that is just ending.
    const daemon = "setsid sh -c 'echo daemon $$; read go <&3; exec env -i sleep 312'";
    const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
    const pipe = join(folder, 'pipe');
    const tree = sh(`mkfifo ${pipe}; exec 3<>${pipe}; (${daemon} &); sleep 20`);
    try {
      await until(() => /daemon \d+/.test(tree.log()));
      const pid = Number(/daemon (\d+)/.exec(tree.log())?.[1]);
      await until(() => tree.alive().includes(pid));
      writeFileSync(pipe, 'go\n');
      await until(() => commandOf(pid) === 'sleep 312', { shown: () => commandOf(pid) });
      assert.ok(tree.alive().includes(pid), 'it still is');
      await tree.stop(0);
      assert.ok(!alive(pid), 'it is gone');
    } finally {
      await tree.stop(0);
      rmSync(folder, { recursive: true });
    }
  });

  test(`${name}: what ignores SIGTERM is killed after the grace, with its children`, { skip }, async () => {
    const tree = sh('trap "" TERM; sleep 301 & echo child $!; while :; do sleep 302; done');
    await until(() => tree.log().includes('child'));
    const members = tree.alive();
    const stopped = await tree.stop(200);
    assert.equal(stopped.killed, true);
    assert.ok(stopped.seconds >= 0.2 && stopped.seconds < 2, `${stopped.seconds} s`);
    assert.equal((await tree.exited).signal, 'SIGKILL');
    assert.ok(members.length >= 2 && !members.some(alive), `${members} are gone`);
  });

  test(`${name}: a server that stops in order is not killed, and stopping twice is once`, {
    skip,
  }, async () => {
    const tree = sh('trap "exit 7" TERM; echo up; while :; do sleep 0.01; done');
    await until(() => tree.log().includes('up'));
    const [first, second] = await Promise.all([tree.stop(3_000), tree.stop(3_000)]);
    assert.equal(first.killed, false);
    assert.equal(second, first);
    assert.equal((await tree.exited).exitCode, 7);
  });

  test(`${name}: a paused tree stands still with its children until it goes on, and can be stopped`, {
    skip,
  }, async () => {
    const tree = sh('trap "exit 7" TERM; (while :; do :; done) & echo up; while :; do sleep 0.01; done');
    const states = () => tree.alive().map((pid) => readStat(pid)?.state);
    // A child that was stopped before its exec keeps the parent of its vfork waiting (D).
    const standStill = () =>
      states().includes('T') && states().every((state) => state === 'T' || state === 'D');
    // The shell that becomes the command has a child for a moment too: only the command's own word is its start.
    await until(() => tree.log().includes('up'));
    tree.pause();
    await until(standStill, { shown: () => `${states()}` });
    const before = tree.usage().cpuNanoseconds ?? 0;
    await delay(100);
    assert.equal(tree.usage().cpuNanoseconds, before, 'it uses nothing');
    tree.resume();
    await until(() => !states().includes('T'), { shown: () => `${states()}` });
    await until(() => (tree.usage().cpuNanoseconds ?? 0) > before);
    tree.pause();
    const members = tree.alive();
    const stopped = await tree.stop(3_000);
    assert.equal(stopped.killed, false);
    assert.equal((await tree.exited).exitCode, 7);
    assert.deepEqual(members.filter(alive), []);
  });

  test(`${name}: usage is cheap enough to be asked during a load`, { skip }, async () => {
    const tree = sh('sleep 20 & sleep 20 & sleep 20');
    tree.usage();
    const before = process.cpuUsage();
    for (let call = 0; call < 50; call++) tree.usage();
    const spent = process.cpuUsage(before);
    await tree.stop(0);
    // Two calls a second at 10 ms each are 2 % of a processor.
    assert.ok((spent.user + spent.system) / 50 < 10_000, `${(spent.user + spent.system) / 50} µs a call`);
  });
}

test('the limit of open files is that of a container, however high the hard one is', async () => {
  const tree = startTree({ command: ['sh', '-c', 'ulimit -S -n; ulimit -H -n'], label: 'test' });
  await tree.exited;
  await until(() => tree.log().split('\n').length === 2);
  const [soft, hard] = tree.log().split('\n');
  assert.equal(Number(soft), Math.min(OPEN_FILES, hard === 'unlimited' ? OPEN_FILES : Number(hard)));
});

test('the kernel ends a tree rather than the harness when memory runs out', async () => {
  const tree = startTree({ command: ['sh', '-c', 'cat /proc/self/oom_score_adj'], label: 'test' });
  await tree.exited;
  assert.equal(tree.log(), '1000');
});

test('processors pin the whole tree', async () => {
  const tree = startTree({
    command: ['sh', '-c', 'grep Cpus_allowed_list /proc/self/status'],
    label: 'test',
    processors: [0],
  });
  await tree.exited;
  await until(() => tree.log() !== '');
  assert.match(tree.log(), /:\s*0$/);
});

test('a program that is not there is reported before anything starts', () => {
  assert.throws(
    () => startTree({ command: ['no-such-program-here'], label: 'the fixture' }),
    (error) =>
      error instanceof PitwallError &&
      error.exitCode === 3 &&
      error.expected.includes('no-such-program-here'),
  );
});

/** How the harness may come to its end while a tree runs, and how long its tree may outlive it. */
const ends: { name: string; signal: NodeJS.Signals | null; script: string }[] = [
  { name: 'it ends by itself', signal: null, script: 'setTimeout(() => process.exit(0), 1000)' },
  {
    name: 'an error nobody caught',
    signal: null,
    script: 'setTimeout(() => { throw new Error("x") }, 1000)',
  },
  { name: 'SIGTERM', signal: 'SIGTERM', script: 'setInterval(() => {}, 1000)' },
  { name: 'SIGINT', signal: 'SIGINT', script: 'setInterval(() => {}, 1000)' },
  { name: 'SIGKILL', signal: 'SIGKILL', script: 'setInterval(() => {}, 1000)' },
];

for (const { name, signal, script } of ends) {
  test(`nothing outlives the harness: ${name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
    const file = join(folder, 'harness.ts');
    const module = new URL('../../src/process/tree/process-tree.ts', import.meta.url).href;
    writeFileSync(
      file,
      `import { startTree } from '${module}';
       const tree = startTree({ command: ['sh', '-c', 'trap "" TERM; echo child $$; while :; do sleep 1; done'], label: 'test',
         onLine: (line) => { console.log(line); ${script} } });`,
    );
    const harness = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const line = await new Promise<string>((resolve) =>
        harness.stdout.once('data', (data) => resolve(String(data))),
      );
      const child = Number(/child (\d+)/.exec(line)?.[1]);
      assert.ok(alive(child), `the child runs: ${line}`);
      if (signal) harness.kill(signal);
      await new Promise((resolve) => harness.once('exit', resolve));
      await until(() => !alive(child), { seconds: 2 });
    } finally {
      harness.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  });
}

test('without a cgroup nothing outlives a harness that was killed either, nor what watches over it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  const file = join(folder, 'harness.ts');
  const module = new URL('../../src/process/tree/process-tree.ts', import.meta.url).href;
  // A child, one that has wiped its environment, one in a session of its own; the main process.
  const script =
    'sleep 308 & echo $!; env -i sleep 309 & echo $!; (setsid sh -c "sleep 310 & echo \\$!" &); echo $$; wait';
  writeFileSync(
    file,
    `import { startTree } from '${module}';
     await startTree({ command: ['true'], label: 'first', useCgroup: false }).exited;
     startTree({ command: ['sh', '-c', ${JSON.stringify(script)}], label: 'second', useCgroup: false,
       onLine: (line) => console.log(line) });`,
  );
  const harness = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let reported = '';
    harness.stdout.on('data', (text) => {
      reported += text;
    });
    const pids = (): number[] => reported.trim().split('\n').filter(Boolean).map(Number);
    await until(() => pids().length === 4, { shown: () => reported });
    const children = readAllStats().filter(({ parent }) => parent === harness.pid);
    const watchdog = children.find(({ pid }) => commandOf(pid).includes(WATCHDOG_NAME));
    assert.ok(watchdog, 'one watches');
    const all = [...pids(), watchdog.pid];
    assert.deepEqual(all.filter(alive), all);
    harness.kill('SIGKILL');
    await until(() => !all.some(alive), { shown: () => `${all.filter(alive)}` });
  } finally {
    harness.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});

test('a later harness ends what one that was killed left in its cgroup', {
  skip: probe ? false : 'no cgroup',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  const module = new URL('../../src/process/tree/process-tree.ts', import.meta.url).href;
  const start = (name: string, script: string) => {
    writeFileSync(join(folder, name), `import { startTree } from '${module}';\n${script}`);
    return spawn(process.execPath, [join(folder, name)], { stdio: 'ignore' });
  };
  const pidFile = join(folder, 'pid');
  // The worker is no child of the main process's thread that dies with the harness: only the group knows it.
  const first = start(
    'first.ts',
    `startTree({ command: ['sh', '-c', 'sleep 303 & echo $! > ${pidFile}; wait'], label: 'x' });`,
  );
  const read = (): number => {
    try {
      return Number(readFileSync(pidFile, 'utf8'));
    } catch {
      return 0;
    }
  };
  await until(() => read() > 0);
  // What watches over it would end the worker first.
  const watchdog = readAllStats().find(
    ({ pid, parent }) => parent === first.pid && commandOf(pid).includes(WATCHDOG_NAME),
  );
  if (watchdog) process.kill(watchdog.pid, 'SIGKILL');
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('exit', resolve));
  assert.ok(alive(read()), 'the worker outlived its harness');
  const second = start('second.ts', `await startTree({ command: ['true'], label: 'x' }).exited;`);
  await new Promise((resolve) => second.once('exit', resolve));
  // The next harness ends it.
  await until(() => !alive(read()));
  rmSync(folder, { recursive: true });
});
