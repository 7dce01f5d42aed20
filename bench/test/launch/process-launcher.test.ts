import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createProcessLauncher } from '../../src/launch/index.ts';
import { missingToolchains } from '../../src/launch/toolchains.ts';
import { aptInstall } from '../../src/process/apt-install.ts';
import { foldersOf } from '../../src/process/cgroup.ts';
import { freePort } from '../../src/process/port.ts';
import { isAlive, readAllStats, readStat } from '../../src/process/proc.ts';
import { stopAllTrees } from '../../src/process/tree/running-trees.ts';
import { usedBetween } from '../../src/process/usage.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { until } from '../process/until.ts';
import { type Fixture, fixture } from './fixture-target.ts';

after(stopAllTrees);
const { signal } = new AbortController();

async function launch(
  made: Fixture,
  change: { port?: number; healthySeconds?: number; signal?: AbortSignal } = {},
) {
  const launcher = createProcessLauncher({
    repository: made.repository,
    healthySeconds: change.healthySeconds ?? 5,
    stopSeconds: 0.5,
  });
  const built = await launcher.build(made.target, { signal });
  const port = change.port ?? (await freePort());
  const settings = { host: '127.0.0.1', port, processors: [0], environment: { DB_POOL_SIZE: '16' } };
  return {
    launcher,
    built,
    settings,
    start: () => launcher.start(built, made.variant, settings, change.signal ?? signal),
  };
}

async function refusal(made: Fixture, change: Parameters<typeof launch>[1] = {}): Promise<PitwallError> {
  const { start } = await launch(made, change);
  try {
    const error = await refusalOf(async () => (await start()).stop());
    assert.ok(error.next.length > 10);
    return error;
  } finally {
    made.remove();
  }
}

test('a server is started, measured and stopped', async () => {
  const made = fixture('well');
  const { start, built, settings } = await launch(made);
  const server = await start();
  assert.equal(server.origin, `http://127.0.0.1:${settings.port}`);
  assert.deepEqual(server.command, ['node', 'server.mjs']);
  assert.equal((await fetch(`${server.origin}/json`)).status, 200);
  const before = await server.usage();
  for (let request = 0; request < 200; request++) await (await fetch(`${server.origin}/json`)).text();
  const usage = await server.usage();
  assert.ok((usedBetween(before, usage) ?? 0) > 0);
  const peakMemoryBytes = (await server.peakMemoryBytes?.()) ?? 0;
  assert.ok(peakMemoryBytes > 5e6, `${peakMemoryBytes} bytes`);
  assert.equal((await server.stop()).killed, false);
  assert.equal((await server.exited).signal, 'SIGTERM');
  await assert.rejects(fetch(server.origin));
  // What a stopped server used stays readable, where it can be known.
  const { cpuNanoseconds, source } = await server.usage();
  if (cpuNanoseconds === null) assert.equal(source, 'proc');
  else assert.ok(cpuNanoseconds >= (usage.cpuNanoseconds ?? 0));
  assert.match(built.runtimeVersion ?? '', /^\d+\.\d+\.\d+$/);
  assert.match(built.artifact.digest, /^sha256:[0-9a-f]{64}$/);
  made.remove();
});

test('a server sees the contract’s variables and none of the laptop’s own', async () => {
  process.env.PITWALL_TEST_SECRET = 'x';
  const made = fixture('well');
  const { start, settings } = await launch(made);
  const server = await start();
  const environment = (await (await fetch(`${server.origin}/environment`)).json()) as Record<string, string>;
  await server.stop();
  delete process.env.PITWALL_TEST_SECRET;
  const { PATH, HOME, PITWALL_TREE, ...rest } = environment;
  assert.deepEqual(rest, {
    HOST: '127.0.0.1',
    PORT: String(settings.port),
    WORKERS: '1',
    DB_POOL_SIZE: '16',
    BEHAVIOUR: 'well',
    SHARED_DIR: join(made.repository.root, 'targets', 'shared'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    PWD: made.target.folder,
    ...(rest.OLDPWD === undefined ? {} : { OLDPWD: rest.OLDPWD }),
  });
  assert.ok(PATH?.startsWith(join(made.repository.root, 'node_modules', '.bin')));
  assert.ok(HOME && PITWALL_TREE);
  made.remove();
});

test('one that takes its time is waited for', async () => {
  const made = fixture('slow=400');
  const { start } = await launch(made);
  const began = performance.now();
  const server = await start();
  assert.ok(performance.now() - began > 400);
  await server.stop();
  made.remove();
});

test('one that ends at its start: exit code and last lines', async () => {
  const error = await refusal(fixture('exit'));
  assert.match(error.what, /exited before it could serve/);
  assert.match(error.seen, /exit code 9.*cannot open the shared data.*giving up/);
});

test('one that throws at its start: the message, not the frames of its stack; by hand it ends in the same way', async () => {
  const made = fixture('crash');
  const { start } = await launch(made);
  try {
    const { where, seen, next } = await refusalOf(start);
    assert.match(seen, /exit code 1; it wrote: .*Error: no luck with 一 and 16/);
    assert.doesNotMatch(seen, /at dig/);
    assert.equal(where, 'targets/javascript/fixture');
    const [, command = ''] = /^Start it by hand: (.*)$/.exec(next) ?? [];
    const byHand = spawnSync('sh', ['-c', command], { cwd: made.repository.root, encoding: 'utf8' });
    assert.equal(byHand.status, 1, byHand.stderr);
    assert.match(byHand.stderr, /no luck with 一 and 16/);
  } finally {
    made.remove();
  }
});

test('one that goes into the background: the process that goes on, and what keeps it in the foreground', async () => {
  const made = fixture('daemon');
  const { what, expected, seen, next } = await refusal(made);
  assert.match(what, /javascript\/fixture went into the background/);
  assert.match(expected, /runs until it is stopped/);
  assert.match(next, /in the foreground/);
  const [, pid] = /^exit code 0, and process (\d+), which goes on: .*server\.mjs$/.exec(seen) ?? [];
  assert.ok(pid !== undefined, seen);
  assert.ok(!isAlive(readStat(Number(pid))), 'it is ended all the same');
});

test('one that crashes at its start: the signal', async () => {
  assert.match((await refusal(fixture('signal'))).seen, /signal SIGSEGV/);
});

/** Time for Node to start on a busy machine, before a server can be seen to be wrong. */
const STARTED_SECONDS = 5;

for (const [behaviour, healthySeconds, seen] of [
  ['unhealthy', STARTED_SECONDS, /status 503/],
  ['hangs', STARTED_SECONDS, /no answer/],
  ['never-listens', 0.5, /no listener/],
] as const) {
  test(`one that never becomes healthy: ${behaviour}`, async () => {
    const began = performance.now();
    const error = await refusal(fixture(behaviour), { healthySeconds });
    assert.match(error.what, /did not become healthy/);
    assert.match(error.seen, seen);
    assert.match(error.expected, new RegExp(`200 from /healthz within ${healthySeconds} s`));
    assert.ok(performance.now() - began < (healthySeconds + 4) * 1_000);
  });
}

test('one that takes another port: both ports are named', async () => {
  const other = await freePort();
  const error = await refusal(fixture(`other-port=${other}`), { healthySeconds: STARTED_SECONDS });
  assert.match(error.what, /wrong port/);
  assert.match(error.seen, new RegExp(String(other)));
});

test('one that takes its port of another address: the address is named', async () => {
  const error = await refusal(fixture('other-address=127.0.0.2'), { healthySeconds: STARTED_SECONDS });
  assert.match(error.what, /wrong address/);
  assert.match(error.expected, /a listener on 127\.0\.0\.1:\d+, from the variables HOST and PORT/);
  assert.match(error.next, /read HOST and PORT/);
});

/** Waits until this process has started a server: then the launcher has found its port free. */
async function untilStarted(): Promise<void> {
  const children = () => readAllStats().filter(({ parent }) => parent === process.pid);
  const before = new Set(children().map(({ pid }) => pid));
  await until(() => children().some(({ pid }) => !before.has(pid)));
}

test('one that takes another port while somebody else answers on its own', async () => {
  const other = await freePort();
  const port = await freePort();
  const made = fixture(`other-port=${other}`);
  const { start } = await launch(made, { port });
  const started = untilStarted();
  const rejected = assert.rejects(
    start(),
    (error) => error instanceof PitwallError && /wrong port|Another process/.test(error.what),
  );
  const stranger = createServer((_, response) => response.end('ok'));
  try {
    await started;
    stranger.listen(port, '127.0.0.1');
    await rejected;
  } finally {
    // A listener that stays would keep the process of the tests alive for ever.
    stranger.closeAllConnections();
    stranger.close();
    made.remove();
  }
});

test('a taken port: the holder is named', async () => {
  const stranger = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  const { port } = stranger.address() as { port: number };
  const error = await refusal(fixture('well'), { port }).finally(() => stranger.close());
  assert.equal(error.what, `Port ${port} is taken`);
  assert.match(error.seen, new RegExp(`process ${process.pid}: .*node`));
  assert.match(error.next, /picks another port/, 'the user cannot choose one');
});

test('one that ignores SIGTERM is killed and said to have been', async () => {
  const made = fixture('ignores-term');
  const { start } = await launch(made);
  const stopped = await (await start()).stop();
  assert.equal(stopped.killed, true);
  assert.ok(stopped.seconds >= 0.5);
  made.remove();
});

test('a worker that left the session ends with its server', async () => {
  const made = fixture('forks');
  const { start } = await launch(made);
  const server = await start();
  await until(() => /worker \d+/.test(server.log()), { shown: () => server.log() });
  const worker = Number(/worker (\d+)/.exec(server.log())?.[1]);
  assert.ok(isAlive(readStat(worker)), server.log());
  assert.equal((await server.stop()).killed, true);
  assert.ok(!isAlive(readStat(worker)));
  made.remove();
});

test('one that crashes under load: `exited` resolves, and its log is there', async () => {
  const made = fixture('well');
  const { start } = await launch(made);
  const server = await start();
  await fetch(`${server.origin}/crash`).catch(() => {});
  assert.deepEqual(await server.exited, { exitCode: 70, signal: null });
  assert.match(server.log(), /out of luck/);
  assert.equal((await server.stop()).killed, false);
  made.remove();
});

test('an abort while it starts ends it', async () => {
  const made = fixture('never-listens');
  const controller = new AbortController();
  const { start } = await launch(made, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('interrupted')), 200);
  await assert.rejects(start(), /interrupted/);
  made.remove();
});

test('close stops what still runs', async () => {
  const made = fixture('well');
  const { start, launcher } = await launch(made);
  const server = await start();
  await launcher.close();
  await assert.rejects(fetch(server.origin));
  made.remove();
});

test('a toolchain that lacks is named with what installs it', async () => {
  const made = fixture('well', { process: { toolchains: ['node', 'nginx'] } });
  const path = process.env.PATH;
  const launcher = createProcessLauncher({ repository: made.repository });
  assert.deepEqual(
    (await launcher.missingFor(made.target)).filter(({ what }) => what.includes('Node')),
    [],
  );
  process.env.PATH = '';
  const lacks = missingToolchains(['go', 'nginx'], '/nowhere');
  process.env.PATH = path;
  assert.deepEqual(
    lacks.map(({ next }) => next),
    [aptInstall('golang-go'), aptInstall('nginx-light')],
  );
  const folder = join(made.repository.root, 'programs');
  mkdirSync(folder);
  assert.equal(missingToolchains(['php-fpm'], folder).length, 1);
  writeFileSync(join(folder, 'php-fpm8.4'), '', { mode: 0o755 });
  assert.deepEqual(missingToolchains(['php-fpm'], folder), []);
  made.remove();
});

test('a toolchain that is there but cannot build is named, and asked only once', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-toolchains-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const asked = join(root, 'asked');
  /** A folder with one program that notes each question. */
  const holding = (program: string, script: string): string => {
    const folder = mkdtempSync(join(root, 'bin-'));
    const text = `#!/bin/sh\necho ${program} >> ${asked}\n${script}\n`;
    writeFileSync(join(folder, program), text, { mode: 0o755 });
    return folder;
  };
  const goOf = (version: string): string => holding('go', `echo go version go${version} linux/amd64`);
  const old = goOf('1.19.8');
  const [outdated] = missingToolchains(['go'], old);
  assert.match(outdated?.what ?? '', /^Go is too old: before 1\.21/);
  assert.match(outdated?.next ?? '', /go\.dev/, 'the package of the system is as old');
  assert.equal(missingToolchains(['go'], old).length, 1);
  assert.equal(readFileSync(asked, 'utf8'), 'go\n');
  for (const version of ['1.21.0', '1.26.1']) assert.deepEqual(missingToolchains(['go'], goOf(version)), []);

  const [partial] = missingToolchains(['python'], holding('python3', 'exit 1'));
  assert.match(partial?.what ?? '', /no ensurepip or no venv/);
  assert.equal(partial?.next, aptInstall('python3-venv'));
  assert.deepEqual(missingToolchains(['python'], holding('python3', 'exit 0')), []);
});

test('a build is skipped while nothing changed, and its time stays', async () => {
  const build = [
    'sh',
    '-c',
    'date +%N > ../count.$$; mkdir -p build; cat source ../../shared/sentence.txt > build/out',
  ];
  const made = fixture('well', { process: { build: [build], artifact: 'build/out' } });
  const builds = () =>
    readdirSync(join(made.target.folder, '..')).filter((name) => name.startsWith('count.')).length;
  const launcher = createProcessLauncher({ repository: made.repository });
  const make = () => launcher.build(made.target, { signal });
  made.write('source', 'one');
  const first = await make();
  const second = await make();
  assert.equal(builds(), 1);
  assert.deepEqual(second, first);
  assert.ok((first.buildSeconds ?? 0) > 0);
  assert.equal(first.artifact.sizeBytes, 6);

  made.write('source', 'two');
  const third = await make();
  assert.equal(builds(), 2);
  assert.notEqual(third.artifact.digest, first.artifact.digest);

  writeFileSync(join(made.target.folder, 'build', 'out'), 'meddled with');
  assert.equal((await make()).artifact.digest, third.artifact.digest);
  assert.equal(builds(), 3);

  writeFileSync(join(made.repository.shared, 'sentence.txt'), '二');
  assert.notEqual((await make()).artifact.digest, third.artifact.digest);
  assert.equal(builds(), 4);
  made.remove();
});

test('an artifact of several parts is all of them, each under its name, and nothing beside them', async () => {
  const build = ['sh', '-c', 'mkdir -p build; printf 12345 > build/one; printf 678 > build/two'];
  const made = fixture('well', { process: { build: [build], artifact: ['build/one', 'build/two'] } });
  const make = () => createProcessLauncher({ repository: made.repository }).build(made.target, { signal });
  const first = await make();
  assert.equal(first.artifact.sizeBytes, 8);
  made.write('build/beside', 'what another variant made');
  assert.deepEqual(await make(), first);
  made.write('build/two', 'meddled with');
  assert.equal((await make()).artifact.digest, first.artifact.digest);

  const swapped = { ...made.target.manifest.process, build: [build], artifact: ['build/two', 'build/one'] };
  made.target.manifest.process = swapped;
  assert.notEqual((await make()).artifact.digest, first.artifact.digest);
  made.target.manifest.process = { ...swapped, artifact: ['build/one', 'build/three'] };
  assert.match((await refusalOf(make)).expected, /build\/three/);
  made.remove();
});

test('a build that fails shows its last lines; one that makes nothing is reported', async () => {
  const failing = fixture('well', {
    process: { build: [['sh', '-c', 'echo main.go:3: undefined: x >&2; exit 2']] },
  });
  const launcher = (made: Fixture) => createProcessLauncher({ repository: made.repository });
  const { seen, next } = await refusalOf(() => launcher(failing).build(failing.target, { signal }));
  assert.match(seen, /exit code 2.*undefined: x/);
  assert.match(next, /cd targets\/javascript\/fixture/);
  failing.remove();
  const empty = fixture('well', { process: { build: [['true']], artifact: 'build/out' } });
  await assert.rejects(launcher(empty).build(empty.target, { signal }), /made no artifact/);
  empty.remove();
});

test('nothing of any of these servers is left in the control groups', () => {
  stopAllTrees();
  const read = (name: string): string => readFileSync(`/proc/self/${name}`, 'utf8');
  // Version 1 or 2, and wherever the group of this process is: theirs are below it.
  const { unified, cpuacct } = foldersOf(read('cgroup'), read('mountinfo'));
  const own = [unified, cpuacct].flatMap((folder) =>
    folder !== undefined && existsSync(folder)
      ? readdirSync(folder).filter((name) => name.startsWith(`pitwall-${process.pid}-`))
      : [],
  );
  assert.deepEqual(own, []);
});
