import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dockerAvailable } from '../../src/hosts/docker.ts';
import { createComposeLauncher } from '../../src/launch/compose-launcher.ts';
import { runCommand } from '../../src/process/command.ts';
import { freePort } from '../../src/process/port.ts';
import { usedBetween } from '../../src/process/usage.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { type Fixture, fixture } from './fixture-target.ts';

const docker = await dockerAvailable();
const skip = docker.available ? false : `no Docker here: ${docker.reason}`;
const { signal } = new AbortController();
const IMAGE = 'node:24-bookworm-slim';
const DOCKERFILE = `FROM ${IMAGE}
WORKDIR /app
COPY javascript/fixture/server.mjs ./
COPY shared/ shared/
USER 65532:65532
HEALTHCHECK --interval=1s CMD ["true"]
ENTRYPOINT ["node", "server.mjs"]
`;

function contained(behaviour: string): Fixture {
  const made = fixture(behaviour);
  made.write('Dockerfile', DOCKERFILE);
  copyFileSync(join(repository.root, 'compose.yaml'), join(made.repository.root, 'compose.yaml'));
  return made;
}

async function launch(made: Fixture, healthySeconds = 10) {
  const launcher = createComposeLauncher({ repository: made.repository, healthySeconds, stopSeconds: 1 });
  const built = await launcher.build(made.target, { signal });
  const settings = {
    host: '127.0.0.1',
    port: await freePort(),
    processors: [0],
    environment: { DB_POOL_SIZE: '16' },
  };
  return { launcher, built, settings, start: () => launcher.start(built, made.variant, settings, signal) };
}

const containers = async (port: number): Promise<string> =>
  (await runCommand(['docker', 'ps', '-aq', '--filter', `name=target-${port}`])).stdout.trim();

async function refusal(behaviour: string): Promise<PitwallError> {
  const made = contained(behaviour);
  const { start, settings } = await launch(made, 1);
  try {
    return await refusalOf(async () => (await start()).stop());
  } finally {
    assert.equal(await containers(settings.port), '', 'no container is left');
    made.remove();
  }
}

test('a container is built, started confined, measured and gone', { skip, timeout: 300_000 }, async () => {
  const made = contained('well');
  const { start, built, settings, launcher } = await launch(made);
  assert.equal(built.artifact.kind, 'image');
  assert.match(built.artifact.digest, /^sha256:[0-9a-f]{64}$/);
  assert.match(built.runtimeVersion ?? '', /^\d+\.\d+\.\d+$/);
  assert.deepEqual(await launcher.build(made.target, { signal }), built, 'nothing to do the second time');

  const server = await start();
  const environment = (await (await fetch(`${server.origin}/environment`)).json()) as Record<string, string>;
  assert.deepEqual(
    [
      environment.HOST,
      environment.PORT,
      environment.WORKERS,
      environment.DB_POOL_SIZE,
      environment.BEHAVIOUR,
    ],
    ['127.0.0.1', String(settings.port), '1', '16', 'well'],
  );
  const id = await containers(settings.port);
  const { stdout } = await runCommand(['docker', 'inspect', id]);
  const [{ Config, HostConfig }] = JSON.parse(stdout);
  assert.equal(Config.User, '65532:65532');
  assert.equal(HostConfig.ReadonlyRootfs, true);
  assert.deepEqual(HostConfig.CapDrop, ['ALL']);
  assert.deepEqual(HostConfig.SecurityOpt, ['no-new-privileges:true']);
  assert.equal(HostConfig.CpusetCpus, '0');
  assert.ok(HostConfig.PidsLimit > 0 && HostConfig.Memory > 0);
  assert.deepEqual(Config.Healthcheck.Test, ['NONE']);
  const core = HostConfig.Ulimits.find(({ Name }: { Name: string }) => Name === 'core');
  assert.deepEqual([core.Soft, core.Hard], [0, 0]);

  const before = await server.usage();
  for (let request = 0; request < 200; request++) await (await fetch(`${server.origin}/json`)).text();
  const usage = await server.usage();
  assert.ok((usedBetween(before, usage) ?? 0) > 0);
  assert.ok(((await server.peakMemoryBytes?.()) ?? 0) > 5e6);

  await server.pause();
  const answers = (milliseconds: number): Promise<boolean> =>
    fetch(`${server.origin}/json`, { signal: AbortSignal.timeout(milliseconds) }).then(
      ({ ok }) => ok,
      () => false,
    );
  assert.equal(await answers(500), false, 'it stands still');
  await server.resume();
  assert.equal(await answers(5_000), true, 'it goes on');
  await server.pause();
  const stopped = await server.stop();
  // Node handles no SIGTERM by itself as process 1, so this one must be killed.
  assert.equal(stopped.killed, true);
  assert.equal((await server.exited).exitCode, 137);
  assert.ok(((await server.usage()).cpuNanoseconds ?? 0) >= (usage.cpuNanoseconds ?? 0));
  assert.equal(await containers(settings.port), '');
  await launcher.close();
  made.remove();
});

test('a container that ends at its start shows its last lines', { skip, timeout: 120_000 }, async () => {
  const error = await refusal('exit');
  assert.match(error.what, /exited before it could serve/);
  assert.match(error.seen, /exit code 9.*giving up/);
});

test('a container that never becomes healthy, or listens elsewhere', { skip, timeout: 120_000 }, async () => {
  assert.match((await refusal('unhealthy')).seen, /status 503/);
  const other = await freePort();
  assert.match((await refusal(`other-port=${other}`)).seen, new RegExp(`port ${other}`));
});

test('an image that cannot be built shows its last lines', { skip, timeout: 120_000 }, async () => {
  const made = contained('well');
  made.write('Dockerfile', `FROM ${IMAGE}\nRUN echo the-reason && false\n`);
  await assert.rejects(
    launch(made),
    (error) => error instanceof PitwallError && /the-reason/.test(error.seen),
  );
  made.remove();
});

for (const [name, kill] of [
  ['by itself', null],
  ['by SIGKILL, at the next start of another', 'SIGKILL'],
] as const) {
  test(`no container outlives a harness that ends ${name}`, { skip, timeout: 120_000 }, async () => {
    const made = contained('well');
    const { settings, built } = await launch(made);
    const module = new URL('../../src/launch/compose-launcher.ts', import.meta.url).href;
    const file = join(made.repository.root, 'harness.ts');
    writeFileSync(
      file,
      `import { createComposeLauncher } from '${module}';
       const [repository, built, variant, settings] = JSON.parse(process.argv[2]);
       const launcher = createComposeLauncher({ repository });
       await launcher.start(built, variant, settings, new AbortController().signal);
       console.log('up');
       ${kill ? 'setInterval(() => {}, 1000);' : 'process.exit(0);'}`,
    );
    const words = JSON.stringify([made.repository, built, made.variant, settings]);
    const harness = spawn(process.execPath, [file, words], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => harness.stdout.once('data', resolve));
    if (kill) harness.kill(kill);
    await new Promise((resolve) => harness.once('exit', resolve));
    if (kill) {
      assert.notEqual(await containers(settings.port), '', 'it was left');
      const { sweepContainers } = await import('../../src/hosts/docker.ts');
      await sweepContainers();
    }
    assert.equal(await containers(settings.port), '');
    made.remove();
  });
}
