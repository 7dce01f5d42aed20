import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint, givenName, type MachineSource, machineSuffix } from '../../src/machine/machine.ts';
import { readProcessorTimes } from '../../src/machine/processor-times.ts';
import { identifier, machineSchema } from '../../src/model/index.ts';

const machine = (files: Record<string, string>, environment = {}): MachineSource => ({
  read: (path) => files[path] ?? null,
  architecture: 'x64',
  environment,
});

const processors = (name: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `processor\t: ${index}\nmodel name\t: ${name}\nflags\t: fpu hypervisor\n`,
  ).join('\n');

test('a virtual machine: the id holds what does not fluctuate', () => {
  const found = fingerprint(
    machine({
      '/proc/cpuinfo': processors('Intel(R) Xeon(R) Processor @ 2.80GHz', 2),
      '/proc/meminfo': 'MemTotal:       24684084 kB\nMemFree: 1 kB\n',
      '/proc/sys/kernel/osrelease': '6.18.44-generic\n',
      '/etc/os-release': 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
      '/sys/devices/system/clocksource/clocksource0/available_clocksource': 'kvm-clock tsc\n',
    }),
  );
  machineSchema.parse(found);
  assert.equal(found.id, 'intel-xeon-processor-2-cores-24-gib-kvm-6-18');
  assert.equal(found.virtualisation, 'kvm');
  assert.equal(found.governor, null);
  assert.equal(found.shared, true);
});

test('bare metal with a governor, said to be dedicated', () => {
  const found = fingerprint(
    machine(
      {
        '/proc/cpuinfo': processors('AMD Ryzen 9 7950X 16-Core Processor', 32).replaceAll(' hypervisor', ''),
        '/proc/meminfo': 'MemTotal: 65000000 kB\n',
        '/proc/sys/kernel/osrelease': '6.1.0-13-amd64',
        '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'performance\n',
        '/sys/class/dmi/id/sys_vendor': 'ASUS',
      },
      { PITWALL_DEDICATED: '1' },
    ),
  );
  machineSchema.parse(found);
  assert.equal(found.id, 'amd-ryzen-9-7950x-32-cores-62-gib-bare-metal-6-1');
  assert.deepEqual([found.governor, found.virtualisation, found.shared], ['performance', null, false]);
});

test('a cloud machine is known by its firmware; one that reports nothing is still described', () => {
  assert.equal(
    fingerprint(machine({ '/sys/class/dmi/id/sys_vendor': 'Amazon EC2' })).virtualisation,
    'amazon',
  );
  machineSchema.parse(fingerprint(machine({})));
  machineSchema.parse(fingerprint());
});

test('processor times: guest time is not counted twice, and stolen time is no work of this machine', () => {
  const stat = 'cpu  100 0 50 800 50 0 0 25 40 0\ncpu0 100 0 50 800 50 0 0 25 40 0\nintr 1\n';
  assert.deepEqual(readProcessorTimes(machine({ '/proc/stat': stat })), {
    total: 10.25,
    steal: 0.25,
    processors: [{ processor: 0, busy: 1.5, total: 10.25, steal: 0.25 }],
  });
});

test('processor times: interrupts are nobody’s work where the kernel keeps them apart', () => {
  const stat = 'cpu  100 0 50 800 50 20 30 0 0 0\ncpu0 100 0 50 800 50 20 30 0 0 0\n';
  const busy = (files: Record<string, string>): number | undefined =>
    readProcessorTimes(machine({ '/proc/stat': stat, ...files })).processors[0]?.busy;
  assert.equal(busy({}), 2);
  assert.equal(busy({ '/proc/pressure/irq': 'full avg10=0.00' }), 1.5);
  const release = { '/proc/sys/kernel/osrelease': '6.1.0\n' };
  assert.equal(busy({ ...release, '/boot/config-6.1.0': 'CONFIG_IRQ_TIME_ACCOUNTING=y\n' }), 1.5);
  assert.equal(busy({ ...release, '/boot/config-6.1.0': '# CONFIG_IRQ_TIME_ACCOUNTING is not set\n' }), 2);
});

test('machines of one model are distinguished by the name that somebody gave them', () => {
  const files = { '/proc/cpuinfo': processors('AMD EPYC 7763', 2), '/proc/sys/kernel/osrelease': '6.1.0' };
  const id = (environment: object): string => fingerprint(machine(files, environment)).id;
  assert.ok(id({ PITWALL_MACHINE: 'Pitwall A' }).endsWith('-6-1-pitwall-a'));
  assert.equal(id({ PITWALL_MACHINE: '' }), id({}));
});

test('processors that report no number are distinguished by what identifies them to a compiler', () => {
  const idOf = (name: string, model: number): string => {
    const fields = `cpu family\t: 6\nmodel\t\t: ${model}\nmodel name\t: ${name}\nstepping\t: 1\n`;
    return fingerprint(machine({ '/proc/cpuinfo': `processor\t: 0\n${fields}` })).id;
  };
  assert.ok(
    idOf('Intel(R) Xeon(R) Processor', 167).startsWith('intel-xeon-processor-family-6-model-167-stepping-1-'),
  );
  assert.notEqual(idOf('Intel(R) Xeon(R) Processor', 167), idOf('Intel(R) Xeon(R) Processor', 143));
  assert.equal(idOf('Intel(R) Xeon(R) Gold 6338 CPU', 106), idOf('Intel(R) Xeon(R) Gold 6338 CPU', 85));
});

test('ARM processors, of which the kernel reports no name, are distinguished in the same way', () => {
  const found = (part: string) => {
    const fields = `CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: ${part}\n`;
    const cpuinfo = `processor\t: 0\nBogoMIPS\t: 50.00\n${fields}CPU revision\t: 1\n\n`;
    return fingerprint({ ...machine({ '/proc/cpuinfo': cpuinfo }), architecture: 'arm64' });
  };
  assert.equal(found('0xd40').processor, 'arm64 (implementer 0x41, part 0xd40, variant 0x1)');
  assert.notEqual(found('0xd40').id, found('0xd0c').id);
  assert.equal(givenName(found('0xd40')), '');
  assert.equal(fingerprint(machine({})).processor, 'x64');
});

test('an id is a file name, however long the processor and the name are', () => {
  const files = { '/proc/cpuinfo': processors('x'.repeat(500), 2), '/proc/sys/kernel/osrelease': '6.1.0' };
  const id = (name: string): string => fingerprint(machine(files, { PITWALL_MACHINE: name })).id;
  for (const name of ['', 'pitwall-a', 'y'.repeat(63), 'z'.repeat(500)]) {
    identifier.parse(id(name));
    if (name.length < 100) assert.ok(id(name).endsWith(name), id(name));
  }
});

test('the name that a machine was given is distinguished from its kernel and its hosts', () => {
  const files = { '/proc/cpuinfo': processors('AMD EPYC 7763', 2), '/proc/sys/kernel/osrelease': '6.1.0' };
  const named = (name?: string, further: string[] = []) =>
    fingerprint(machine(files, name === undefined ? {} : { PITWALL_MACHINE: name }), further);
  assert.ok(named().id.endsWith('-6-1'));
  assert.equal(givenName(named()), '');
  for (const name of ['1', 'pinned-1', 'Pitwall A']) {
    assert.equal(givenName(named(name)), machineSuffix(name));
    assert.equal(givenName({ ...named(name, ['3 hosts', 'ab12cd']), hosts: [{}] }), machineSuffix(name));
  }
  assert.equal(givenName({ ...named(undefined, ['1 host', 'ab12cd']), hosts: [{}] }), '');
});
