import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MachineSource } from '../../src/machine/machine.ts';
import {
  parseProcessorList,
  splitAmong,
  splitProcessors,
  usableCores,
} from '../../src/machine/processor-split.ts';

const singles = (processors: readonly number[]): number[][] => processors.map((processor) => [processor]);

test('processors are split into disjoint sets, all of them used', () => {
  const split = (...processors: number[]) => splitProcessors(singles(processors));
  assert.deepEqual(split(0), { server: [0], database: [0], loader: [0], pinned: false });
  assert.deepEqual(split(0, 1), { server: [0], database: [1], loader: [1], pinned: true });
  assert.deepEqual(split(0, 1, 2, 3), { server: [0, 1], database: [2], loader: [3], pinned: true });
  assert.deepEqual(split(8, 9), { server: [8], database: [9], loader: [9], pinned: true });
  for (let count = 3; count <= 128; count++) {
    const all = Array.from({ length: count }, (_, index) => index);
    const { server, database, loader } = split(...all);
    assert.deepEqual([...server, ...database, ...loader], all);
    assert.ok(database.length > 0 && loader.length > 0);
    assert.ok(server.length >= loader.length);
  }
});

describe('two processors of a core', () => {
  test('are both the server’s, or neither is', () => {
    const cores = [
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ];
    assert.deepEqual(splitProcessors(cores), {
      server: [0, 1, 4, 5],
      database: [2, 6],
      loader: [3, 7],
      pinned: true,
    });
    assert.deepEqual(
      splitProcessors([
        [0, 1],
        [2, 3],
      ]),
      {
        server: [0, 1],
        database: [2],
        loader: [3],
        pinned: true,
      },
    );
    // A quarter of twelve is three, which is a core and a half.
    const six = Array.from({ length: 6 }, (_, core) => [core, core + 6]);
    assert.deepEqual(splitAmong(['server', 'loader'], six).shares, {
      server: [0, 1, 2, 3, 6, 7, 8, 9],
      loader: [4, 5, 10, 11],
    });
    // Cores of different size, as a quota or a cpuset leaves them.
    const serverOf = (cores: number[][]): number[] => splitProcessors(cores).server;
    assert.deepEqual(serverOf([[0, 4], [1]]), [1]);
    assert.deepEqual(serverOf([[0, 1], [2, 3], [4]]), [0, 1, 4]);
    assert.deepEqual(serverOf([[0], [1, 5], [2]]), [0, 2]);
    for (let count = 2; count <= 64; count++) {
      const many = Array.from({ length: count }, (_, core) => [core, core + count]);
      const { server, database, loader } = splitProcessors(many);
      for (const [one, other] of many as [number, number][])
        assert.equal(server.includes(one), server.includes(other), `${count} cores`);
      assert.deepEqual(
        [...server, ...database, ...loader].toSorted((a, b) => a - b),
        many.flat().toSorted((a, b) => a - b),
      );
    }
  });

  test('are shared by the roles if there is only one core', () => {
    assert.deepEqual(splitProcessors([[0, 1]]), { server: [0], database: [1], loader: [1], pinned: true });
    assert.deepEqual(splitProcessors([[0, 1, 2, 3]]), {
      server: [0, 1],
      database: [2],
      loader: [3],
      pinned: true,
    });
  });
});

describe('what a machine lets the harness use', () => {
  const machine = (files: Record<string, string>): MachineSource => ({
    read: (path) => files[path] ?? null,
    architecture: 'x64',
    environment: {},
  });
  const cpuinfo = (cores: readonly number[]): string =>
    cores
      .map((core, processor) => `processor\t: ${processor}\nphysical id\t: 0\ncore id\t\t: ${core}\n`)
      .join('\n');
  const allowed = { '/proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t0-7\n' };
  const groups = {
    '/proc/self/cgroup': '0::/kubepods/pod\n',
    '/proc/self/mountinfo': '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n',
  };

  test('cores are known by the kernel’s list; without one, each processor is a core', () => {
    const siblings = { '/proc/cpuinfo': cpuinfo([0, 1, 2, 3, 0, 1, 2, 3]) };
    assert.deepEqual(usableCores(machine({ ...allowed, ...siblings })), [
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]);
    assert.deepEqual(usableCores(machine(allowed)), singles([0, 1, 2, 3, 4, 5, 6, 7]));
  });

  test('a control group that allows fewer, whichever is narrowest, gives one of each core before a second one of any', () => {
    const siblings = { '/proc/cpuinfo': cpuinfo([0, 1, 2, 3, 0, 1, 2, 3]) };
    const own = '/sys/fs/cgroup/kubepods/pod/cpu.max';
    const around = '/sys/fs/cgroup/kubepods/cpu.max';
    const of = (files: Record<string, string>) =>
      usableCores(machine({ ...allowed, ...siblings, ...groups, ...files }));
    assert.deepEqual(of({ [own]: '350000 100000\n' }), [[0], [1], [2]]);
    assert.deepEqual(of({ [own]: '600000 100000\n' }), [[0, 4], [1, 5], [2], [3]]);
    assert.deepEqual(of({ [own]: 'max 100000\n', [around]: '200000 100000\n' }), [[0], [1]]);
    assert.deepEqual(of({ [own]: '50000 100000\n' }).flat(), [0, 1], 'two that are throttled');
    assert.equal(of({ [own]: 'max 100000\n' }).length, 4);
  });

  test('version 1 has a file for quota and period each', () => {
    const first = {
      '/proc/self/cgroup': '3:cpu,cpuacct:/docker/x\n',
      '/proc/self/mountinfo':
        '32 31 0:29 /docker/x /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n',
    };
    const folder = '/sys/fs/cgroup/cpu,cpuacct';
    const of = (quota: string) =>
      usableCores(
        machine({
          ...allowed,
          ...first,
          [`${folder}/cpu.cfs_quota_us`]: quota,
          [`${folder}/cpu.cfs_period_us`]: '100000\n',
        }),
      ).flat();
    assert.deepEqual(of('200000\n'), [0, 1]);
    assert.equal(of('-1\n').length, 8);
  });

  test('the processors that a cpuset allows are read', () => {
    assert.deepEqual(parseProcessorList('0-2,5'), [0, 1, 2, 5]);
    assert.deepEqual(parseProcessorList('7'), [7]);
  });
});
