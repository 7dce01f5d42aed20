import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hosts } from '../../src/hosts/hosts.ts';
import {
  fingerprintOf,
  type InspectHost,
  machinesOf,
  seeHosts,
  splitOf,
} from '../../src/hosts/role-hosts.ts';
import { givenName, type MachineSource } from '../../src/machine/machine.ts';
import { machineSchema } from '../../src/model/index.ts';
import { PitwallError } from '../../src/util/errors.ts';

interface Kind {
  boot: string;
  cores: number;
  /** Those that a cpuset leaves, as a list; all if left out. */
  allowed?: string;
  model?: string;
  name?: string;
}

function sourceOf({ boot, cores, allowed, model = 'AMD EPYC 7763', name }: Kind): MachineSource {
  const files: Record<string, string> = {
    '/proc/cpuinfo': Array.from(
      { length: cores },
      (_, at) => `processor\t: ${at}\nmodel name\t: ${model}\n`,
    ).join('\n'),
    '/proc/meminfo': `MemTotal: ${16 * 1024 ** 2} kB\n`,
    '/proc/sys/kernel/osrelease': '6.1.0-40-amd64\n',
    '/proc/sys/kernel/random/boot_id': `${boot}\n`,
    '/proc/self/status': `Cpus_allowed_list:\t${allowed ?? `0-${cores - 1}`}\n`,
    '/etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
  };
  return {
    read: (path) => files[path] ?? null,
    architecture: 'x64',
    environment: name === undefined ? {} : { PITWALL_MACHINE: name },
  };
}

/** Contexts by name, each leading to a machine. */
function looking(machines: Record<string, Kind>): InspectHost {
  return async (context) => ({
    ...sourceOf(machines[context] as Kind),
    engine: '28.2.2',
    refresh: async () => {},
  });
}

const at = (context: string | null, address = '127.0.0.1') => ({ context, address });
const APART: Hosts = {
  server: at('server', '10.0.0.2'),
  database: at('database', '10.0.0.3'),
  loader: at('loader'),
};
const MACHINES = {
  server: { boot: 'b', cores: 8 },
  database: { boot: 'c', cores: 4 },
  loader: { boot: 'd', cores: 4 },
};
const own = sourceOf({ boot: 'a', cores: 2, model: 'Intel Xeon' });
const see = (hosts: Hosts, machines: Record<string, Kind> = MACHINES, here: MachineSource = own) =>
  seeHosts(hosts, undefined, looking(machines), here);

describe('hosts of their own', () => {
  test('no context, nothing to look at: the machine is what it was without hosts', async () => {
    const hosts = await see({ server: at(null), database: at(null), loader: at(null) });
    assert.equal(hosts, null);
    assert.deepEqual(Object.keys(fingerprintOf(hosts)).includes('hosts'), false);
  });

  test('three machines: each role has all of its own, the harness none of theirs', async () => {
    const hosts = await see(APART);
    assert.ok(hosts);
    assert.deepEqual(
      machinesOf(hosts).map(({ roles }) => roles),
      [['server'], ['database'], ['loader']],
    );
    const { server, database, loader, pinned, harness } = splitOf(hosts);
    assert.deepEqual([server.length, database.length, loader.length, pinned], [8, 4, 4, true]);
    assert.deepEqual(harness, []);
    assert.deepEqual([hosts.server.here, hosts.loader.here], [false, false]);
  });

  test('contexts that lead to one machine share its processors', async () => {
    const here = sourceOf({ boot: 'a', cores: 2 });
    const engines = {
      server: { boot: 'a', cores: 2 },
      database: { boot: 'a', cores: 2 },
      loader: { boot: 'a', cores: 2 },
    };
    const hosts = await see(
      { server: at('server'), database: at('database'), loader: at('loader') },
      engines,
      here,
    );
    assert.ok(hosts);
    assert.deepEqual(splitOf(hosts), { server: [0], database: [1], loader: [1], pinned: true, harness: [1] });
    assert.equal(hosts.server.here, true);
    assert.match(fingerprintOf(hosts).id, /-1-host-[0-9a-f]{6}$/);
  });

  test('database and loader share a host and halve it', async () => {
    const hosts = await see(
      { server: at('server', '10.0.0.2'), database: at('database', '10.0.0.3'), loader: at('loader') },
      { ...MACHINES, loader: MACHINES.database },
    );
    assert.ok(hosts);
    const { database, loader } = splitOf(hosts);
    assert.deepEqual(
      [database, loader],
      [
        [0, 1],
        [2, 3],
      ],
    );
  });

  test('the server here, loads from elsewhere: the harness keeps off the server’s processors where there are others', async () => {
    const hosts = await see(
      { server: at(null, '10.0.0.1'), database: at(null, '10.0.0.1'), loader: at('loader') },
      MACHINES,
      sourceOf({ boot: 'a', cores: 4 }),
    );
    assert.ok(hosts);
    const { server, database, harness } = splitOf(hosts);
    assert.deepEqual([server, database, harness], [[0, 1, 2], [3], [3]]);
  });

  test('an address of loopback where somebody else asks', async () => {
    const cases: [Hosts, RegExp][] = [
      [{ ...APART, server: at('server') }, /PITWALL_SERVER_ADDRESS/],
      [{ ...APART, database: at('database') }, /PITWALL_DATABASE_ADDRESS/],
      [{ server: at(null), database: at(null), loader: at('loader') }, /PITWALL_SERVER_ADDRESS/],
    ];
    for (const [hosts, where] of cases) {
      await assert.rejects(see(hosts), (error) => error instanceof PitwallError && where.test(error.where));
    }
  });
});

describe('the machine that results are filed under', () => {
  const idOf = async (hosts: Hosts, machines?: Record<string, Kind>): Promise<string> =>
    fingerprintOf(await see(hosts, machines)).id;

  test("the server's, with every host described, and by the schema", async () => {
    const machine = machineSchema.parse(fingerprintOf(await see(APART)));
    assert.match(machine.id, /^amd-epyc-7763-8-cores-16-gib-bare-metal-6-1-3-hosts-[0-9a-f]{6}$/);
    assert.deepEqual(
      machine.hosts?.map(({ roles, logicalProcessors, engines }) => [roles, logicalProcessors, engines]),
      [
        [['server'], 8, ['28.2.2']],
        [['database'], 4, ['28.2.2']],
        [['loader'], 4, ['28.2.2']],
      ],
    );
  });

  test('the same from day to day: a boot, an address or a name of a context changes nothing', async () => {
    const id = await idOf(APART);
    const rebooted = Object.fromEntries(
      Object.entries(MACHINES).map(([name, kind]) => [name, { ...kind, boot: `${kind.boot}2` }]),
    );
    assert.equal(await idOf(APART, rebooted), id);
    assert.equal(await idOf({ ...APART, server: at('server', '10.9.9.9') }), id);
  });

  test('another where a role moves, a host is another, or two share one', async () => {
    const ids = [
      await idOf(APART),
      await idOf(APART, { ...MACHINES, loader: { boot: 'd', cores: 8 } }),
      await idOf(APART, { ...MACHINES, database: { boot: 'c', cores: 4, model: 'Intel Xeon' } }),
      await idOf({ ...APART, loader: at('database') }),
      fingerprintOf(null).id,
    ];
    assert.equal(new Set(ids).size, ids.length);
  });

  test('another where a cpuset leaves fewer processors, whose number it says', async () => {
    const here = (allowed?: string, name?: string) =>
      fingerprintOf(
        null,
        sourceOf({ boot: 'a', cores: 96, ...(allowed && { allowed }), ...(name && { name }) }),
      );
    assert.match(here().id, /-96-cores-16-gib-bare-metal-6-1$/);
    assert.match(here('2-3').id, /-96-cores-16-gib-bare-metal-6-1-2-used$/);
    assert.equal(here('2-3').id, here('4,9').id);
    assert.equal(here('2-3').logicalProcessors, 96);
    assert.equal(givenName(machineSchema.parse(here('2-3'))), '');
    assert.equal(givenName(machineSchema.parse(here('2-3', 'Pitwall A'))), 'pitwall-a');
    const fewer = { ...MACHINES, loader: { ...MACHINES.loader, allowed: '0-1' } };
    assert.notEqual(await idOf(APART, fewer), await idOf(APART));
    const named = { ...MACHINES, server: { ...MACHINES.server, allowed: '0-1', name: 'Pitwall A' } };
    assert.equal(givenName(machineSchema.parse(fingerprintOf(await see(APART, named)))), 'pitwall-a');
  });

  test('its name still comes last, where somebody gave one: plans find a machine by it', async () => {
    const named = Object.fromEntries(
      Object.entries(MACHINES).map(([name, kind]) => [name, { ...kind, name: 'Pitwall A' }]),
    );
    assert.ok((await idOf(APART, named)).endsWith('-pitwall-a'));
  });
});
