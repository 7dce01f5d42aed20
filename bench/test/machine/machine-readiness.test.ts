import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { machineReadiness } from '../../src/machine/machine-readiness.ts';
import { OPEN_FILES } from '../../src/process/tree/wrapped-command.ts';
import { repository } from '../../src/util/repository.ts';

/** A machine whose processors are busy for so many of the first samples, and idle after that. */
function machine(change: Record<string, string | null> = {}, busySamples = 0, effects: object = {}) {
  const files: Record<string, string | null> = {
    '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'performance\n',
    '/sys/devices/system/cpu/intel_pstate/no_turbo': '1\n',
    '/proc/meminfo': 'MemTotal: 1000 kB\nMemAvailable: 900 kB\n',
    '/proc/self/limits':
      'Limit  Soft Hard Units\nMax open files            1024                 524288               files\n',
    '/sys/devices/system/clocksource/clocksource0/current_clocksource': 'tsc\n',
    ...change,
  };
  let [busy, idle, slept] = [0, 0, 0];
  return {
    waited: () => slept,
    effects: {
      sleep: async (seconds: number) => {
        slept += seconds;
        if (slept / seconds <= busySamples) busy += 200;
        else idle += 200;
      },
      isSynchronised: async (): Promise<boolean | null> => true,
      freeDisk: async () => ({ folder: '/var/lib/docker', bytes: 200 * 1024 ** 3 }),
      ...effects,
      source: {
        architecture: 'x64',
        environment: {},
        read: (path: string) =>
          path === '/proc/stat'
            ? `cpu ${busy} 0 0 ${idle} 0 0 0 0\ncpu0 ${busy} 0 0 ${idle} 0 0 0 0\n`
            : (files[path] ?? null),
      },
    },
  };
}
const states = async (made: ReturnType<typeof machine>) =>
  Object.fromEntries((await machineReadiness(made.effects)).map(({ name, state }) => [name, state]));

test('a machine that is fit', async () => {
  assert.deepEqual(Object.values(await states(machine())), Array(8).fill('ready'));
});

test('each thing that is wrong is found, with the command that fixes it', async () => {
  const wrong: [string, Record<string, string>][] = [
    ['governor', { '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'powersave' }],
    ['turbo', { '/sys/devices/system/cpu/intel_pstate/no_turbo': '0' }],
    ['memory', { '/proc/meminfo': 'MemTotal: 1000 kB\nMemAvailable: 100 kB\n' }],
    [
      'open files',
      { '/proc/self/limits': 'Max open files            1024                 4096                files\n' },
    ],
    ['clock', { '/sys/devices/system/clocksource/clocksource0/current_clocksource': 'hpet' }],
  ];
  for (const [name, change] of wrong) {
    const findings = await machineReadiness(machine(change).effects);
    const bad = findings.filter(({ state }) => state === 'wrong');
    assert.deepEqual(
      bad.map((finding) => finding.name),
      [name],
    );
    assert.ok(bad[0]?.next);
  }
});

test('what the kernel does not report is unknown, not wrong', async () => {
  const found = await states(
    machine({
      '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': null,
      '/sys/devices/system/cpu/intel_pstate/no_turbo': null,
    }),
  );
  assert.deepEqual([found.governor, found.turbo], ['unknown', 'unknown']);
});

test('work that ends is waited for; work that goes on is wrong after a minute', async () => {
  const soon = machine({}, 5);
  assert.equal((await states(soon)).load, 'ready');
  assert.equal(soon.waited(), 12);
  const never = machine({}, 1_000);
  assert.equal((await states(never)).load, 'wrong');
  assert.equal(never.waited(), 60);
});

test('what the hypervisor takes is no work of other programs', async () => {
  const { effects } = machine();
  let stolen = 0;
  const stat = () => `cpu 0 0 0 0 0 0 0 ${stolen}\ncpu0 0 0 0 0 0 0 0 ${stolen}\n`;
  const findings = await machineReadiness({
    ...effects,
    sleep: async () => {
      stolen += 200;
    },
    source: {
      ...effects.source,
      read: (path) => (path === '/proc/stat' ? stat() : effects.source.read(path)),
    },
  });
  assert.equal(findings.find(({ name }) => name === 'load')?.state, 'ready');
});

test('containers are given as many open files as processes', () => {
  const compose = readFileSync(join(repository.root, 'compose.yaml'), 'utf8');
  assert.equal(Number(/nofile: (\d+)/.exec(compose)?.[1]), OPEN_FILES);
});

test('a clock without a time server and an almost full disk are wrong; unknown if nothing reports them', async () => {
  const seen = async (effects: object) => {
    const found = await machineReadiness(machine({}, 0, effects).effects);
    return found.filter(({ state }) => state !== 'ready').map(({ name, state, next }) => [name, state, next]);
  };
  assert.deepEqual(await seen({ isSynchronised: async () => false }), [
    ['time server', 'wrong', 'sudo timedatectl set-ntp true'],
  ]);
  const full = async () => ({ folder: '/var/lib/docker', bytes: 19 * 1024 ** 3 });
  assert.deepEqual(await seen({ freeDisk: full }), [['disk', 'wrong', 'npm run bench -- ci sweep']]);
  assert.deepEqual(await seen({ isSynchronised: async () => null, freeDisk: undefined }), [
    ['time server', 'unknown', null],
    ['disk', 'unknown', null],
  ]);
});
