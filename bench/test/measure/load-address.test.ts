import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SeenHost, SeenHosts } from '../../src/hosts/role-hosts.ts';
import type { SideNetwork } from '../../src/hosts/side-network.ts';
import type { LoadRunner } from '../../src/load/load-runner.ts';
import { WRK_MARKER } from '../../src/load/wrk-script.ts';
import { thisMachine } from '../../src/machine/machine.ts';
import { socketLimits } from '../../src/machine/socket-limits.ts';
import type { Bench } from '../../src/measure/bench.ts';
import { type LoadRequest, putLoad } from '../../src/measure/slice/load.ts';
import { benchOf } from './support/bench.ts';
import { refusalOf } from './support/errors.ts';
import { makeRepository } from './support/repository.ts';

const made = makeRepository();
after(() => made.remove());

const REPORT = {
  requests: 10,
  durationMicroseconds: 1_000_000,
  bytes: 100,
  errors: { connect: 0, read: 0, write: 0, timeout: 0, status: 0 },
  latency: {
    ...{ samples: null, minMicroseconds: null, meanNanoseconds: null, maxMicroseconds: null },
    ...{ stdevNanoseconds: null, p50Microseconds: null, p90Microseconds: null },
    ...{ p99Microseconds: null, p999Microseconds: null },
  },
};

/** Loads that only say where they would have gone. */
function pretending(): { runner: LoadRunner; loaded: string[] } {
  const loaded: string[] = [];
  const runner: LoadRunner = {
    limits: () => socketLimits(),
    async run({ arguments: words }) {
      loaded.push(words.at(-1) ?? '');
      const stdout = `${WRK_MARKER}${JSON.stringify(REPORT)}\n`;
      return { stdout, stderr: '', exitCode: 0, signal: null, cpuNanoseconds: 1, seconds: 1 };
    },
  };
  return { runner, loaded };
}

const SHAPE = { loader: 'wrk', connections: 1, connection: 'keep-alive' } as const;
const request = (origin: string): LoadRequest => ({
  shape: SHAPE,
  origin,
  requests: [{ method: 'GET', path: '/json' }],
  seconds: 1,
  ratePerSecond: null,
  seed: 1,
});

const { signal } = new AbortController();

test('no load leaves this machine, unless the server has a host of its own, and then for that alone', async () => {
  const { runner, loaded } = pretending();
  const bench: Bench = {
    ...benchOf(made),
    loaders: { wrk: { path: '/usr/bin/wrk', version: '4.1.0' } },
    loadRunner: runner,
  };
  for (const origin of ['http://127.0.0.1:8080', 'http://127.1.2.3:8080', 'http://[::1]:8080'])
    await putLoad(bench, request(origin), signal);
  assert.equal(loaded.length, 3);

  const outside = [
    'http://10.0.0.2:8080',
    'http://example.org',
    'http://127.0.0.1.example.org',
    'http://[::]:80',
  ];
  for (const origin of outside)
    assert.match(
      (await refusalOf(() => putLoad(bench, request(origin), signal))).what,
      /No load may go to this address/,
    );

  const host: SeenHost = {
    ...{ context: 'server', address: '10.0.0.2', boot: 'b', here: false, engine: '28', source: thisMachine },
    refresh: async () => {},
  };
  const hosts: SeenHosts = { server: host, database: { ...host, address: '10.0.0.3' }, loader: host };
  await putLoad({ ...bench, hosts }, request('http://10.0.0.2:8080'), signal);
  assert.equal(loaded.length, 4);
  for (const origin of ['http://10.0.0.3:8080', 'http://10.0.0.22:8080'])
    await refusalOf(() => putLoad({ ...bench, hosts }, request(origin), signal));
  assert.equal(loaded.length, 4, 'nothing that was refused was begun');
});

test('a load for a side runs in its network, where it goes to the loopback address and nowhere else', async () => {
  const ran: { command: readonly string[]; options: object }[] = [];
  const network: SideNetwork = {
    name: 'pitwall-1-2-head',
    async run(command, options) {
      ran.push({ command, options });
      const stdout = `${WRK_MARKER}${JSON.stringify(REPORT)}\n`;
      const end = { stdout, stderr: '', exitCode: 0, signal: null, timedOut: false, seconds: 1 };
      const usage = {
        cpuNanoseconds: 7,
        throttledNanoseconds: null,
        source: 'proc',
      } as const;
      return { ...end, usage };
    },
    limits: async () => socketLimits(),
    countClients: async () => 0,
    expose: async () => () => {},
    remove: async () => {},
  };
  const bench: Bench = {
    ...benchOf(made),
    loaders: { wrk: { path: '/nowhere/wrk', version: '4.1.0' } },
    processors: { server: [0], database: [0], loader: [1], pinned: true },
    network,
  };
  const { report, cpuNanoseconds } = await putLoad(bench, request('http://127.0.0.1:8080'), signal);
  assert.deepEqual([report.requests, cpuNanoseconds], [10, 7]);
  const [{ command, options } = assert.fail()] = ran;
  // A program that this machine does not have: only the network can have run it.
  assert.equal(command[0], '/nowhere/wrk');
  assert.equal(command.at(-1), 'http://127.0.0.1:8080/json');
  assert.deepEqual((options as { processors: number[] }).processors, [1]);

  for (const origin of ['http://172.18.0.2:8080', 'http://10.0.0.2:8080', 'http://example.org'])
    assert.match(
      (await refusalOf(() => putLoad(bench, request(origin), signal))).expected,
      /^127\.0\.0\.0\/8, ::1$/,
    );
  assert.equal(ran.length, 1, 'nothing that was refused was begun');

  const small = { ...network, limits: async () => ({ ...socketLimits(), openFiles: 4 }) };
  const held = { ...request('http://127.0.0.1:8080'), shape: { ...SHAPE, connections: 100 } };
  await refusalOf(() => putLoad({ ...bench, network: small }, held, signal));
  assert.equal(ran.length, 1, 'its own limits count');
});
