import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeGroupBytes } from '../../src/machine/group-limits.ts';

const source = (files: Record<string, string>) => ({ read: (path: string) => files[path] ?? null });

test('memory that a control group leaves: its limit without what it uses, but for idle pages of files', () => {
  const groups = {
    '/proc/self/cgroup': '0::/a/b\n',
    '/proc/self/mountinfo': '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n',
    '/sys/fs/cgroup/a/b/memory.max': 'max\n',
    '/sys/fs/cgroup/a/b/memory.current': '1000\n',
    '/sys/fs/cgroup/a/memory.current': '3000\n',
    '/sys/fs/cgroup/a/memory.stat': 'anon 2000\ninactive_file 500\nactive_file 100\n',
  };
  assert.equal(freeGroupBytes(source(groups)), null, 'none has a limit');
  assert.equal(freeGroupBytes(source({ ...groups, '/sys/fs/cgroup/a/memory.max': '4000\n' })), 1_500);
  assert.equal(freeGroupBytes(source({ ...groups, '/sys/fs/cgroup/a/memory.max': '2000\n' })), 0);
});

test('version 1 writes a page number for no limit', () => {
  const groups = {
    '/proc/self/cgroup': '4:memory:/a\n',
    '/proc/self/mountinfo': '35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n',
    '/sys/fs/cgroup/memory/a/memory.usage_in_bytes': '1000\n',
    '/sys/fs/cgroup/memory/a/memory.limit_in_bytes': '9223372036854771712\n',
  };
  assert.equal(freeGroupBytes(source(groups)), null);
  const limited = { ...groups, '/sys/fs/cgroup/memory/memory.limit_in_bytes': '5000\n' };
  assert.equal(freeGroupBytes(source(limited)), null, 'how much of it is used is not known');
  const known = { ...limited, '/sys/fs/cgroup/memory/memory.usage_in_bytes': '2000\n' };
  assert.equal(freeGroupBytes(source(known)), 3_000);
});

test('without control groups nothing is known', () => {
  assert.equal(freeGroupBytes(source({})), null);
});
