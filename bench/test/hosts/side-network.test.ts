import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dockerAvailable, HARNESS_LABEL, sweepContainers } from '../../src/hosts/docker.ts';
import { SHELL_IMAGE } from '../../src/hosts/host-files.ts';
import { openSideNetwork, type SideNetwork } from '../../src/hosts/side-network.ts';
import { runCommand } from '../../src/process/command.ts';
import type { Usage } from '../../src/process/usage.ts';
import { which } from '../../src/process/which.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { setVariables } from '../process/environment.ts';
import { until } from '../process/until.ts';

const docker = await dockerAvailable();
const skip = docker.available ? false : `no Docker here: ${docker.reason}`;
const { signal } = new AbortController();
const options = { timeoutSeconds: 30 };

const containers = async (...filters: string[]): Promise<string> => {
  const words = filters.flatMap((filter) => ['--filter', filter]);
  return (await runCommand(['docker', 'ps', '--all', '--quiet', ...words])).stdout.trim();
};

describe('the network of a side', { skip, timeout: 120_000 }, () => {
  let network: SideNetwork;
  before(async () => {
    network = await openSideNetwork('head', [0], signal);
  });
  after(async () => {
    await network.remove();
    await network.remove();
    assert.equal(await containers(`name=${network.name}`), '', 'nothing of it is left');
  });

  test('has a loopback of its own and nothing else, not even a route', async () => {
    const script = `const { readFileSync, readlinkSync } = require('node:fs');
const seen = [readlinkSync('/proc/self/ns/net'), require('node:os').networkInterfaces()];
console.log(JSON.stringify([...seen, readFileSync('/proc/net/route', 'utf8')]));`;
    const ran = await network.run([process.execPath, '-e', script], options);
    const [own, interfaces, routes] = JSON.parse(ran.stdout) as [string, object, string];
    assert.notEqual(own, readlinkSync('/proc/self/ns/net'));
    assert.deepEqual(Object.keys(interfaces), ['lo']);
    assert.equal(routes.trim().split('\n').length, 1, routes);
  });

  test('runs programs of this machine as the user of the harness, on the processors of loads', async () => {
    const script = `id -u; readlink /proc/self/ns/mnt /proc/self/ns/pid; grep Cpus_allowed_list /proc/self/status`;
    const { stdout } = await network.run(['sh', '-c', script], options);
    const [uid, files, pids, processors] = stdout.trim().split('\n');
    assert.equal(uid, String(process.getuid?.()));
    assert.deepEqual(
      [files, pids],
      ['mnt', 'pid'].map((name) => readlinkSync(`/proc/self/ns/${name}`)),
    );
    assert.match(processors ?? '', /:\s*0$/);
  });

  test('counts what a load takes', async () => {
    // Asking for the time that was used takes system time of its own, on some machines most of it.
    const burn =
      'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while (used() < 700_000);';
    const { usage } = await network.run([process.execPath, '-e', burn], options);
    assert.ok(
      (usage.cpuNanoseconds ?? 0) > 500e6 && (usage.cpuNanoseconds ?? 0) < 3e9,
      JSON.stringify(usage),
    );
  });

  test('is joined by containers, which then see no other interface', async () => {
    const join = ['docker', 'run', '--rm', '--network', `container:${network.name}`, SHELL_IMAGE];
    const { stdout, stderr } = await runCommand([...join, 'cat', '/proc/net/dev'], { timeoutSeconds: 60 });
    const seen = stdout.split('\n').flatMap((line) => /^\s*([\w-]+):/.exec(line)?.[1] ?? []);
    assert.deepEqual(seen, ['lo'], stderr);
    assert.ok(Object.keys(networkInterfaces()).length > 0);
  });
});

/** Who may use the engine without being root: whoever has the group of its socket. */
const SOCKET = '/var/run/docker.sock';
const AGENT = fileURLToPath(new URL('../../src/hosts/namespace/agent.ts', import.meta.url));
const NOBODY = 65_534;
const READ = "require('node:fs').readFileSync(process.argv[1])";

function whyNoOrdinaryUser(): string | false {
  if (skip) return skip;
  if (process.getuid?.() !== 0) return 'the tests above ran as an ordinary user already';
  if (!existsSync(SOCKET)) return `no ${SOCKET}`;
  const ids = { uid: NOBODY, gid: NOBODY };
  const seen = spawnSync(process.execPath, ['-e', READ, AGENT], { ...ids, encoding: 'utf8' });
  return seen.status === 0 ? false : `this checkout is closed to other users: ${seen.stderr || seen.error}`;
}

test('for an ordinary user in the group docker, a load that is too short for ticks is counted as well', {
  skip: whyNoOrdinaryUser(),
  timeout: 120_000,
}, async () => {
  const url = new URL('../../src/hosts/side-network.ts', import.meta.url);
  const burn = `const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
while (used() < 90_000); console.log(used());`;
  const script = `const { openSideNetwork } = await import(${JSON.stringify(url.href)});
const network = await openSideNetwork('head', [], new AbortController().signal);
const { usage, stdout } = await network.run([process.execPath, '-e', ${JSON.stringify(burn)}], { timeoutSeconds: 30 });
console.log(JSON.stringify([process.getuid(), usage, Number(stdout)]));
await network.remove();`;
  const home = mkdtempSync(join(tmpdir(), 'pitwall-home-'));
  try {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      uid: NOBODY,
      gid: statSync(SOCKET).gid,
      env: { PATH: process.env.PATH ?? '', HOME: home },
      encoding: 'utf8',
    });
    assert.notEqual(stdout, '', stderr);
    const [uid, usage, said] = JSON.parse(stdout) as [number, Usage, number];
    assert.equal(uid, NOBODY);
    assert.match(usage.source, /^cgroup/, JSON.stringify(usage));
    const counted = usage.cpuNanoseconds ?? 0;
    assert.ok(counted > said * 900 && counted < said * 1_000 + 50e6, `${counted} where it says ${said} µs`);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('an engine that cannot be reached, or is another machine’s, is an error with its parts', {
  skip: which('docker') ? false : 'no docker on PATH',
}, async () => {
  const restore = setVariables({ DOCKER_HOST: 'unix:///nowhere/docker.sock' });
  try {
    const { what, seen, exitCode } = await refusalOf(() => openSideNetwork('head', [], signal));
    assert.match(what, /cannot be separated/);
    assert.match(seen, /nowhere/);
    assert.equal(exitCode, exitCodes.missing);
  } finally {
    restore();
  }
});

test('a network ends with its harness, however that ends', { skip, timeout: 120_000 }, async () => {
  const url = new URL('../../src/hosts/side-network.ts', import.meta.url);
  const script = `const { openSideNetwork } = await import(${JSON.stringify(url.href)});
const { name } = await openSideNetwork('base', [], new AbortController().signal);
console.log(name);
setInterval(() => {}, 1_000);`;
  const harness = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(harness.stdout.setEncoding('utf8'), 'data')) as [string];
  const name = said.trim();
  assert.notEqual(await containers(`name=${name}`), '', 'it is there');
  harness.kill('SIGKILL');
  await until(async () => (await containers(`name=${name}`)) === '', { seconds: 30 });
});

test('a container of a harness that has died is swept, that of a living one stays', {
  skip,
  timeout: 120_000,
}, async () => {
  const alive = await openSideNetwork('base', [], signal);
  // No process has this id: it is above the kernel's limit.
  const label = `${HARNESS_LABEL}=4999999-1`;
  const left = [
    'docker',
    'run',
    '--detach',
    '--network',
    'none',
    '--label',
    label,
    SHELL_IMAGE,
    'sleep',
    '300',
  ];
  try {
    assert.equal((await runCommand(left, { timeoutSeconds: 60 })).exitCode, 0);
    assert.notEqual(await containers(`label=${label}`), '', 'it was left');
    await sweepContainers();
    assert.equal(await containers(`label=${label}`), '');
    assert.notEqual(await containers(`name=${alive.name}`), '');
  } finally {
    await alive.remove();
  }
});
