import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NamespaceClient } from '../../src/hosts/namespace/client.ts';
import { READY } from '../../src/hosts/namespace/protocol.ts';
import { createCgroup } from '../../src/process/cgroup.ts';
import { freePort } from '../../src/process/port.ts';
import { isAlive, readStat } from '../../src/process/proc.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { until } from '../process/until.ts';

/** A namespace with nothing but loopback, which needs no engine and, where the kernel permits it, no root. */
const ENTER = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const [UNSHARE = '', ...WORDS] = ENTER;
const entered = spawnSync(UNSHARE, [...WORDS, 'true'], { encoding: 'utf8' });
const skip =
  entered.status === 0 ? false : `no namespace of networks here: ${entered.stderr || entered.error}`;

const AGENT = fileURLToPath(new URL('../../src/hosts/namespace/agent.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
const socket = join(folder, 'agent');
const client = new NamespaceClient('test', socket);
const options = { timeoutSeconds: 20 };
after(() => rmSync(folder, { recursive: true }));

/**
 * A server: it answers a line with the same line and its own network, ends its half after `bye`, cuts the
 * connection after `cut`, and says when a client has ended its half.
 */
const SERVER = `
const { readlinkSync, appendFileSync } = require('node:fs');
const [port, log] = process.argv.slice(1);
require('node:net').createServer({ allowHalfOpen: true }, (socket) => {
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', (text) => {
    if (text === 'cut') return socket.destroy();
    if (text === 'bye') return socket.end('bye');
    socket.write(text + ' ' + readlinkSync('/proc/self/ns/net'));
  });
  socket.on('end', () => { appendFileSync(log, 'ended\\n'); socket.end('after the end'); });
}).listen(Number(port), '127.0.0.1', () => appendFileSync(log, 'listening\\n'));
`;

/** Starts a command that becomes the agent, and waits until the agent listens. */
async function startAgent([program = '', ...words]: readonly string[], cwd?: string): Promise<ChildProcess> {
  const agent = spawn(program, words, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = await once(agent.stdout.setEncoding('utf8'), 'data');
  assert.equal(said, `${READY}\n`);
  return agent;
}

/** Ends the agent as the end of its parent does, by closing its standard input. Returns its exit code. */
async function endAgent(agent: ChildProcess): Promise<number | null> {
  agent.stdin?.end();
  if (agent.exitCode === null) await once(agent, 'exit');
  return agent.exitCode;
}

describe('a program of the harness in a network namespace', { skip, timeout: 120_000 }, () => {
  let agent: ChildProcess;

  before(async () => {
    agent = await startAgent([UNSHARE, ...WORDS, process.execPath, AGENT, socket]);
  });
  after(async () => {
    assert.equal(await endAgent(agent), 0);
  });

  test('a command runs there as it does here', async () => {
    const script = `i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; pwd; echo $A; readlink /proc/self/ns/net
echo 好 >&2; exit 3`;
    const ran = await client.run(['sh', '-c', script], { ...options, environment: { A: 'b' }, cwd: folder });
    const [cwd, a, network] = ran.stdout.split('\n');
    assert.deepEqual([cwd, a, ran.stderr, ran.exitCode, ran.timedOut], [folder, 'b', '好\n', 3, false]);
    assert.notEqual(network, readlinkSync('/proc/self/ns/net'));
    assert.ok(ran.seconds > 0);
    const { cpuNanoseconds } = ran.usage;
    assert.ok(cpuNanoseconds === null || cpuNanoseconds > 1e6, String(cpuNanoseconds));
  });

  test('a command is pinned to its processors', async () => {
    const { stdout } = await client.run(['grep', 'Cpus_allowed_list', '/proc/self/status'], {
      ...options,
      processors: [0],
    });
    assert.match(stdout, /:\s*0\n/);
  });

  test('a command is interrupted and ended on request', async () => {
    const trap = 'trap "echo reported; exit 0" INT; while :; do sleep 0.05; done';
    const reported = await client.run(['sh', '-c', trap], { timeoutSeconds: 20, interruptAfterSeconds: 1.5 });
    assert.equal(reported.stdout, 'reported\n');
    const late = await client.run(['sleep', '60'], { timeoutSeconds: 0.3 });
    assert.equal(late.timedOut, true);
  });

  test('an aborted command is gone once that is said', async () => {
    const controller = new AbortController();
    const file = join(folder, 'pid');
    const running = client.run(['sh', '-c', `echo $$ > ${file}; exec sleep 60`], {
      ...options,
      signal: controller.signal,
    });
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
    const pid = Number(readFileSync(file, 'utf8'));
    assert.ok(isAlive(readStat(pid)));
    controller.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
    assert.ok(!isAlive(readStat(pid)));
    await assert.rejects(client.run(['true'], { ...options, signal: controller.signal }), /enough/);
  });

  test('an error of a command arrives with its parts', async () => {
    const { what, expected } = await refusalOf(() => client.run(['no-such-program'], options));
    assert.match(what, /Cannot start no-such-program/);
    assert.match(expected, /no-such-program on PATH/);
  });

  test('it reports the limits of the namespace, not those of this machine', async () => {
    await client.run(['sh', '-c', 'echo 40000 40999 > /proc/sys/net/ipv4/ip_local_port_range'], options);
    assert.equal((await client.limits()).ports, 1_000);
  });

  test('an exposed port is the namespace’s, with both halves of each connection', async () => {
    const port = await freePort();
    const log = join(folder, 'log');
    const stop = new AbortController();
    const serving = client.run([process.execPath, '-e', SERVER, String(port), log], {
      timeoutSeconds: 60,
      signal: stop.signal,
    });
    const hide = await client.expose(port);
    try {
      await until(() => existsSync(log));
      const one = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('utf8');
      one.write('你好');
      const [said] = (await once(one, 'data')) as [string];
      const [hello, network] = said.split(' ');
      assert.equal(hello, '你好');
      assert.notEqual(network, readlinkSync('/proc/self/ns/net'));
      assert.equal(await client.countClients([port]), 0, 'the harness’s own do not count');

      one.end();
      assert.equal(((await once(one, 'data')) as [string])[0], 'after the end');
      await once(one, 'end');
      assert.match(readFileSync(log, 'utf8'), /ended/);

      const other = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('utf8');
      other.write('bye');
      assert.equal(((await once(other, 'data')) as [string])[0], 'bye');
      await once(other, 'end');
      other.destroy();

      const third = connect({ port, host: '127.0.0.1' });
      third.write('cut');
      third.resume().on('error', () => {});
      await once(third, 'close');
    } finally {
      stop.abort(new Error('over'));
      await assert.rejects(serving, /over/);
      hide();
    }
  });

  test('an exposed port on which nobody listens resets, and a hidden one refuses', async () => {
    const port = await freePort();
    const fault = async (): Promise<unknown> => {
      const asking = connect({ port, host: '127.0.0.1' });
      const [error] = await once(asking.resume(), 'close').then(
        () => [null],
        (reason: NodeJS.ErrnoException) => [reason.code],
      );
      return error;
    };
    const hide = await client.expose(port);
    assert.equal(await fault(), 'ECONNRESET');
    hide();
    assert.equal(await fault(), 'ECONNREFUSED');
  });

  test('what this machine listens on is not there', async () => {
    const here = createServer().listen(0, '127.0.0.1');
    await once(here, 'listening');
    const { port } = here.address() as { port: number };
    const asking = `require('node:net').connect(${port}, '127.0.0.1').on('error', ({ code }) => console.log(code))`;
    try {
      assert.equal((await client.run([process.execPath, '-e', asking], options)).stdout, 'ECONNREFUSED\n');
    } finally {
      here.close();
    }
  });
});

/** A group for the agent alone, as its container has one; only root may make it, and become an ordinary user in it. */
const ORDINARY = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--'] as const;
const [SETPRIV, ...AS_NOBODY] = ORDINARY;
const group = process.getuid?.() === 0 ? createCgroup() : null;
after(() => group?.remove());
const READ = "require('node:fs').readFileSync(process.argv[1])";
const readable = spawnSync(SETPRIV, [...AS_NOBODY, process.execPath, '-e', READ, AGENT], {
  encoding: 'utf8',
});
const skipOrdinary =
  group === null
    ? 'only root may make a control group and become another user'
    : readable.status === 0
      ? false
      : `this checkout is closed to other users: ${readable.stderr || readable.error}`;

describe('the agent of an ordinary user, in a container of its own', {
  skip: skipOrdinary,
  timeout: 60_000,
}, () => {
  const door = join(folder, 'ordinary');
  const path = join(door, 'agent');
  const ordinary = new NamespaceClient('ordinary', path);
  let agent: ChildProcess;

  before(async () => {
    chmodSync(folder, 0o755);
    mkdirSync(door);
    chownSync(door, 65534, 65534);
    const script = 'if [ -n "$1" ]; then echo $$ > "$1"; fi; shift; exec "$@"';
    const words = [group?.joinFile ?? '', ...ORDINARY, process.execPath, AGENT, path];
    agent = await startAgent(['sh', '-c', script, 'sh', ...words], door);
  });
  after(async () => {
    await endAgent(agent);
    // What watches over its trees ends a moment later.
    await until(() => (group?.members() ?? []).length === 0);
  });

  /** Uses so many milliseconds of a processor and prints the microseconds that it has used in all. */
  const burn = (milliseconds: number) =>
    `const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
while (used() < ${milliseconds * 1_000}); console.log(used());`;

  test('counts a command that takes less than ticks can tell', async () => {
    for (const milliseconds of [60, 90, 150]) {
      const { usage, stdout } = await ordinary.run([process.execPath, '-e', burn(milliseconds)], options);
      const said = Number(stdout) * 1_000;
      const counted = usage.cpuNanoseconds ?? 0;
      assert.match(usage.source, /^cgroup/);
      assert.ok(counted > said * 0.9 && counted < said + 50e6, `${counted} where it says ${said}`);
    }
  });

  test('does not count one command’s time as another’s', async () => {
    const both = await Promise.all(
      [60, 400].map((milliseconds) =>
        ordinary.run([process.execPath, '-e', burn(milliseconds)], { timeoutSeconds: 20 }),
      ),
    );
    for (const { usage, stdout } of both) {
      const said = Number(stdout) * 1_000;
      const counted = usage.cpuNanoseconds ?? 0;
      assert.ok(counted < said + 50e6, `${counted} where it says ${said}`);
    }
  });
});

test('a program that is gone is an error with its parts', async () => {
  const lost = new NamespaceClient('the network of head', join(folder, 'nobody'));
  for (const ask of [() => lost.run(['true'], options), () => lost.limits(), () => lost.countClients([1])]) {
    const { where, seen } = await refusalOf(ask);
    assert.equal(where, 'the network of head');
    assert.match(seen, /ENOENT/);
  }
});
