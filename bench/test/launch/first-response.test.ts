import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { firstResponseFloor, firstResponseHelper } from '../../src/launch/first-response/index.ts';
import { createProcessLauncher } from '../../src/launch/index.ts';
import { runCommand } from '../../src/process/command.ts';
import { isPortFree } from '../../src/process/listening.ts';
import { freePort } from '../../src/process/port.ts';
import { which } from '../../src/process/which.ts';
import { fixture } from './fixture-target.ts';

const cache = mkdtempSync(join(tmpdir(), 'pitwall-first-'));
after(() => rmSync(cache, { recursive: true }));
const script = fileURLToPath(new URL('../../src/launch/first-response/first-response.bash', import.meta.url));

const helpers = [
  { name: 'C', helper: firstResponseHelper(cache), skip: which('cc') ? false : 'no C compiler here' },
  { name: 'bash', helper: ['bash', script], skip: which('bash') ? false : 'no bash here' },
];

for (const { name, helper, skip } of helpers) {
  const run = (words: string[], environment: Record<string, string>) =>
    runCommand([...(helper as string[]), ...words], {
      environment: { PATH: process.env.PATH ?? '', ...environment },
    });
  const served = async (behaviour: string, seconds = '5') => {
    const made = fixture(behaviour);
    const port = await freePort();
    const pidFile = join(cache, `${port}.pid`);
    // spawnSync: the server must outlive the command, and a tree of ours would end it.
    const began = performance.now();
    const [program, ...words] = helper as [string, ...string[]];
    const { status } = spawnSync(
      program,
      [
        ...words,
        'start',
        String(port),
        seconds,
        pidFile,
        process.execPath,
        join(made.target.folder, 'server.mjs'),
      ],
      {
        env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), BEHAVIOUR: behaviour },
        stdio: 'ignore',
      },
    );
    const took = (performance.now() - began) / 1_000;
    return { status, took, port, made, stop: () => run(['stop', pidFile], {}) };
  };

  test(`${name}: ends at the first 200 and leaves the server, which stop ends`, { skip }, async () => {
    const { status, took, port, made, stop } = await served('slow=300');
    assert.equal(status, 0);
    assert.ok(took > 0.3 && took < 5, `${took} s`);
    assert.equal((await fetch(`http://127.0.0.1:${port}/json`)).status, 200);
    assert.equal((await stop()).exitCode, 0);
    assert.equal(await isPortFree(port), true);
    assert.equal((await stop()).exitCode, 0, 'stopping nothing is fine');
    made.remove();
  });

  test(`${name}: a server that ends first, is never healthy or whose port is taken is a failure`, {
    skip,
  }, async () => {
    // One that ends has to start first, however busy the machine is; the other takes all its seconds.
    for (const [behaviour, code, seconds] of [
      ['exit', 4, '5'],
      ['unhealthy', 5, '1'],
    ] as const) {
      const { status, made, stop } = await served(behaviour, seconds);
      assert.equal(status, code, behaviour);
      await stop();
      made.remove();
    }
    const stranger = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const { port } = stranger.address() as { port: number };
    const pidFile = join(cache, 'taken.pid');
    const { exitCode } = await run(['start', String(port), '5', pidFile, 'sleep', '5'], {});
    stranger.close();
    assert.equal(exitCode, 3);
    assert.ok(!existsSync(pidFile));
  });
}

test('bash: a server that drops each connection as it is made does not end the one that asks', {
  skip: which('bash') ? false : 'no bash here',
}, async () => {
  const dropping = createTcpServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => dropping.once('listening', resolve));
  const { port } = dropping.address() as { port: number };
  // One in twenty meets the moment; a shell that is ended by it has no exit code. Now and then the connection is
  // dropped before it is whole, and the port counts as free.
  try {
    for (let asked = 0; asked < 120; asked++) {
      const words = ['start', String(port), '1', join(cache, 'dropped.pid'), 'true'];
      const { exitCode } = await runCommand(['bash', script, ...words]);
      assert.ok(exitCode === 3 || exitCode === 4, `exit code ${exitCode}`);
    }
  } finally {
    dropping.close();
  }
});

test('the compiled helper itself costs little', {
  skip: which('cc') ? false : 'no C compiler here',
}, async () => {
  const floor = await firstResponseFloor(cache, await freePort());
  assert.ok(floor !== null && floor > 0 && floor < 0.1, `${floor} s`);
});

test('a cold start can be timed by hyperfine', {
  skip: which('hyperfine') ? false : 'no hyperfine here',
}, async () => {
  const made = fixture('well');
  const launcher = createProcessLauncher({ repository: made.repository, pinned: false });
  const { signal } = new AbortController();
  const built = await launcher.build(made.target, { signal });
  const settings = { host: '127.0.0.1', port: await freePort(), processors: [0], environment: {} };
  const cold = launcher.coldStartCommand(built, made.variant, settings);
  assert.ok(cold);
  const quoted = (words: string[]): string => words.map((word) => `'${word}'`).join(' ');
  const result = await runCommand(
    ['hyperfine', '-N', '--runs', '3', '--prepare', quoted(cold.prepare), quoted(cold.command)],
    { cwd: cache, environment: cold.environment, timeoutSeconds: 60 },
  );
  assert.equal(result.exitCode, 0, result.stderr);
  assert.match(result.stdout, /3 runs/);
  assert.equal(await isPortFree(settings.port), true, 'the last server ended with the tree');
  made.remove();
});
