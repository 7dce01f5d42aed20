import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cgroupAt, foldersOf, withParents } from '../../src/process/cgroup.ts';

const V2 = '30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n';
const V1 = [
  '32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct',
  '35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
  '41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw',
].join('\n');

test('one hierarchy: the folder is below its mount', () => {
  assert.deepEqual(foldersOf('0::/user.slice/run-1.scope\n', V2), {
    unified: '/sys/fs/cgroup/user.slice/run-1.scope',
  });
});

test('one hierarchy a controller: each is found by its controllers', () => {
  assert.deepEqual(
    foldersOf('9:name=systemd:/\n4:memory:/a/b\n3:cpu,cpuacct:/docker/x\n0::/docker/x\n', V1),
    {
      unified: '/sys/fs/cgroup/unified/docker/x',
      cpu: '/sys/fs/cgroup/cpu,cpuacct/docker/x',
      cpuacct: '/sys/fs/cgroup/cpu,cpuacct/docker/x',
      memory: '/sys/fs/cgroup/memory/a/b',
    },
  );
});

test('in a container the mount shows a part: paths are taken relative to it', () => {
  const mounts = '35 31 0:32 /docker/x /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu';
  assert.deepEqual(foldersOf('4:cpu:/docker/x/inner', mounts), { cpu: '/sys/fs/cgroup/cpu/inner' });
  assert.deepEqual(foldersOf('4:cpu:/elsewhere', mounts), { cpu: '/sys/fs/cgroup/cpu' });
});

test('version 2 is read in its own units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  writeFileSync(join(folder, 'cpu.stat'), 'usage_usec 1500\nuser_usec 1000\nthrottled_usec 20\n');
  assert.deepEqual(cgroupAt({ unified: folder })?.usage(), {
    cpuNanoseconds: 1_500_000,
    throttledNanoseconds: 20_000,
    source: 'cgroup-v2',
  });
  writeFileSync(join(folder, 'cpu.stat'), 'usage_usec 1500\n');
  assert.deepEqual(cgroupAt({ unified: folder })?.usage(), {
    cpuNanoseconds: 1_500_000,
    throttledNanoseconds: null,
    source: 'cgroup-v2',
  });
  rmSync(folder, { recursive: true });
  assert.equal(cgroupAt({ unified: folder })?.usage(), null);
  assert.equal(cgroupAt({ cpu: folder }), null);
});

/** Makes a group that may use a tenth of a processor; `null` if this machine does not let us. */
function limitedGroup(): { joinFile: string; remove(): void } | null {
  const read = (name: string) => readFileSync(`/proc/self/${name}`, 'utf8');
  const { cpu, unified } = foldersOf(read('cgroup'), read('mountinfo'));
  const folder = join(cpu ?? unified ?? '/', `pitwall-test-${process.pid}`);
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  const remove = () => cgroupAt({ unified: folder })?.remove();
  try {
    const [file, quota] = cpu === undefined ? ['cpu.max', '10000 100000'] : ['cpu.cfs_quota_us', '10000'];
    writeFileSync(join(folder, file), quota);
    return { joinFile: join(folder, 'cgroup.procs'), remove };
  } catch {
    rmdirSync(folder);
    return null;
  }
}

test('a limit on a group around the harness is seen to hold a tree back', (context) => {
  const limited = limitedGroup();
  if (limited === null) return context.skip('this machine lets us limit no group');
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  const file = join(folder, 'harness.ts');
  const module = new URL('../../src/process/tree/process-tree.ts', import.meta.url).href;
  const busy = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done';
  writeFileSync(
    file,
    `import { startTree } from '${module}';
     for (const useCgroup of [true, false]) {
       const tree = startTree({ command: ['sh', '-c', ${JSON.stringify(busy)}], label: 'test', useCgroup });
       const before = tree.usage().throttledNanoseconds;
       await tree.exited;
       console.log(tree.usage().throttledNanoseconds - before);
     }`,
  );
  try {
    const join = `echo $$ > ${limited.joinFile} && exec "$@"`;
    const said = execFileSync('sh', ['-c', join, 'sh', process.execPath, file], { encoding: 'utf8' });
    const times = said.trim().split('\n').map(Number);
    assert.ok(times.length === 2 && times.every((time) => time > 0), said);
  } finally {
    limited.remove();
    rmSync(folder, { recursive: true });
  }
});

test('the groups around one are those of its path', () => {
  assert.deepEqual(withParents('/sys/fs/cgroup/a'), [
    '/sys/fs/cgroup/a',
    '/sys/fs/cgroup',
    '/sys/fs',
    '/sys',
  ]);
  assert.deepEqual(withParents(undefined), []);
});

test('a group that is still in use is tried again for half a second, whatever happens to the date', ({
  mock,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
  writeFileSync(join(folder, 'member'), '');
  let hours = 0;
  mock.method(Date, 'now', () => 3_600_000 * hours++);
  const began = performance.now();
  cgroupAt({ unified: folder })?.remove();
  assert.ok(performance.now() - began > 400);
  rmSync(folder, { recursive: true });
});
