import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { run } from '../../src/commands/measuring/run.ts';
import { doctor } from '../../src/commands/project/doctor.ts';
import { HARNESS_LABEL, harnessLabel } from '../../src/hosts/docker.ts';
import { engineUsage } from '../../src/hosts/docker-engine.ts';
import { peakMemoryOf } from '../../src/hosts/host-files.ts';
import { openLoaderHost } from '../../src/load/loader-host.ts';
import { systemToolEffects } from '../../src/load/tool-effects.ts';
import { findTool } from '../../src/load/tools.ts';
import { thisMachine } from '../../src/machine/machine.ts';
import {
  readMachine,
  readRun,
  readTargetRun,
  runFolders,
  targetFilesIn,
} from '../../src/results/run-store.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { repository as thisRepository } from '../../src/util/repository.ts';
import { skipWithoutWrk } from './support/bench.ts';
import { invocationIn } from './support/invocation.ts';
import { type MadeRepository, makeRepository, withMenus } from './support/repository.ts';
import { noSecondEngine, type SecondEngine, startSecondEngine } from './support/second-engine.ts';

/**
 * Server, database and loader through three contexts on two engines of this machine: the server on its own engine,
 * PostgreSQL and the loader on one that the test starts. What is on another machine then is shown by role-hosts.test.ts.
 */
const NODE = 'node:24-bookworm-slim';
const ELSEWHERE = ['debian:bookworm-slim', 'postgres:18-bookworm'];
const skip = skipWithoutWrk || (await noSecondEngine([NODE, ...ELSEWHERE]));
const SERVER = `FROM ${NODE}
WORKDIR /app
COPY javascript/contained/ ./
USER 65532:65532
ENTRYPOINT ["node", "server.js"]
`;
// Without RUN: the second engine has no network for builds, unless PITWALL_BUILD_FLAGS gives it one.
const LOADER = `FROM debian:bookworm-slim
COPY . /usr/local/bin/
ENV LD_LIBRARY_PATH=/usr/local/bin
USER 65532:65532
`;
const CONTEXTS = {
  PITWALL_SERVER_CONTEXT: 'first',
  PITWALL_DATABASE_CONTEXT: 'second',
  PITWALL_LOADER_CONTEXT: 'third',
};

describe('server, database and loader on hosts of their own', { skip, timeout: 240_000 }, () => {
  const made = makeRepository();
  let engine: SecondEngine | null = null;
  const config = process.env.DOCKER_CONFIG;
  after(async () => {
    if (config === undefined) delete process.env.DOCKER_CONFIG;
    else process.env.DOCKER_CONFIG = config;
    await engine?.stop();
    made.remove();
  });

  test('a run through three contexts is whole, and filed apart from runs of the machine alone', async () => {
    engine = await startSecondEngine(ELSEWHERE);
    copyFileSync(join(thisRepository.root, 'compose.yaml'), join(made.repository.root, 'compose.yaml'));
    addTarget(made);
    const shapes = await addLoaders(made);
    made.addProfile('apart', { scenarios: ['menus'], loadShapes: shapes });
    const invocation = {
      ...invocationIn(made, { options: { profile: 'apart', launcher: 'compose' } }),
      environment: CONTEXTS,
    };
    assert.equal(await run.run(invocation), exitCodes.ok, invocation.progress());

    const [folder = ''] = runFolders(made.repository);
    const found = readRun(join(folder, 'run.json'));
    const machine = readMachine(join(made.repository.results, 'machines', `${found.machine}.json`));
    assert.match(machine.id, /-1-host-[0-9a-f]{6}/, 'two engines of one machine are one host');
    assert.deepEqual(machine.hosts?.[0]?.roles, ['server', 'database', 'loader']);
    assert.deepEqual(
      found.databases.map(({ kind, provider }) => [kind, provider]),
      [['postgresql', 'compose']],
    );

    const [result] = targetFilesIn(folder).map(readTargetRun);
    assert.equal(result?.state.step, 'measured', JSON.stringify(result?.state));
    assert.equal(result?.cells.length, shapes.length);
    for (const cell of result?.cells ?? []) {
      const name = `${cell.scenario} ${cell.loadShapeId}`;
      const { rounds, failures } = cell;
      assert.deepEqual(failures, [], name);
      assert.ok((rounds.requests[0] ?? 0) > 100, name);
      assert.equal(rounds.errors[0], 0, name);
      assert.ok(
        (rounds.countedByServer[0] ?? 0) >= (rounds.requests[0] ?? 0),
        `${name}: the server was asked`,
      );
      // A request costs a server in JavaScript some ten microseconds and less than ten milliseconds.
      const perRequest = (rounds.serverCpuNanoseconds[0] ?? 0) / (rounds.requests[0] ?? 1);
      assert.ok(perRequest > 5_000 && perRequest < 10e6, `${name}: ${perRequest} ns a request`);
      assert.ok((rounds.loaderCpuNanoseconds[0] ?? 0) > 1e6, name);
      assert.ok((rounds.databaseCpuNanoseconds[0] ?? 0) > 1e6, name);
      if (cell.loadShape.loader === 'oha')
        assert.ok(cell.latencyHistogram, `${name}: each request came back`);
    }
  });

  test('a command on the loader’s host: files go and come as they are, and it ends there, whatever happens here', async () => {
    const { signal } = new AbortController();
    const host = await openLoaderHost({
      root: made.repository.root,
      context: 'third',
      source: thisMachine,
      processors: [0],
      buildFlags: [],
      signal,
    });
    const scratch = mkdtempSync(join(made.repository.root, 'scratch-'));
    const text = `${'a'.repeat(70_000)}\nзвук\u0007'"$(reboot)\n`;
    const load = { files: { one: text, two: 'b' }, scratch, limitSeconds: 20, signal };
    const running = (): string[] =>
      (engine as SecondEngine)
        .docker('--context', 'third', 'ps', '--quiet', '--filter', 'label=com.docker.compose.service=loader')
        .split('\n')
        .flatMap((id) =>
          (engine as SecondEngine).docker('--context', 'third', 'top', id, '-o', 'pid,comm').split('\n'),
        );
    try {
      const words = [`${scratch}/one`, `${scratch}/two`];
      const read = await host.run({ ...load, path: '/bin/cat', arguments: words });
      assert.deepEqual([read.exitCode, read.stderr], [0, '']);
      assert.ok(read.stdout === `${text}b`, 'byte for byte');

      const copied = await host.run({
        ...load,
        path: '/bin/cp',
        arguments: [`${scratch}/one`, `${scratch}/left`],
        outputs: ['left', 'never'],
      });
      assert.equal(copied.exitCode, 0);
      assert.ok(readFileSync(join(scratch, 'left'), 'utf8') === text, 'byte for byte');
      assert.ok(!existsSync(join(scratch, 'never')));

      const spun = await host.run({
        ...load,
        path: '/bin/bash',
        arguments: ['-c', 'trap "exit 0" INT; while :; do :; done'],
        interruptAfterSeconds: 0.6,
      });
      assert.equal(spun.exitCode, 0, 'interrupted there, as a person would');
      // Its limit is twenty.
      assert.ok(spun.seconds > 0.55 && spun.seconds < 10, `${spun.seconds} s`);
      // On a busy machine it gets a small part of a processor.
      assert.ok((spun.cpuNanoseconds ?? 0) > 0.02e9, `its own CPU time is reported: ${spun.cpuNanoseconds}`);

      const bounded = await host.run({ ...load, path: '/bin/sleep', arguments: ['60'], limitSeconds: 1 });
      assert.notEqual(bounded.exitCode, 0);
      // By itself it would end after sixty.
      assert.ok(bounded.seconds < 20, `${bounded.seconds} s`);

      const [id = ''] = (engine as SecondEngine)
        .docker(
          '--context',
          'third',
          'ps',
          '--quiet',
          '--no-trunc',
          '--filter',
          'label=com.docker.compose.service=loader',
        )
        .split('\n');
      const reported = await engineUsage('third', id);
      const peak = await peakMemoryOf('third', id);
      assert.ok(
        (reported?.cpuNanoseconds ?? 0) > (spun.cpuNanoseconds ?? 0),
        'the engine has seen what was spun',
      );
      assert.ok((peak ?? 0) > 1e6, `the host reports ${peak} bytes`);
      // Where the engine reports it as well (control groups of version 1), both read the same account.
      if (reported?.peakMemoryBytes != null) assert.ok((peak ?? 0) >= reported.peakMemoryBytes);

      const stopped = new AbortController();
      const waiting = host.run({ ...load, path: '/bin/sleep', arguments: ['61'], signal: stopped.signal });
      setTimeout(() => stopped.abort(new Error('enough')), 500);
      await assert.rejects(waiting, /enough/);
      assert.equal(
        running().filter((line) => line.endsWith(' sleep')).length,
        1,
        'the one that waits, and no other',
      );
    } finally {
      await host.close();
    }
  });

  test('nothing is left on either engine', () => {
    // The first engine is the machine's own: another harness may have containers there.
    for (const [context, label] of [
      ['first', `${HARNESS_LABEL}=${harnessLabel('first')}`],
      ['second', HARNESS_LABEL],
    ] as const) {
      const left = engine?.docker(
        '--context',
        context,
        'ps',
        '--all',
        '--quiet',
        '--filter',
        `label=${label}`,
      );
      assert.equal(left, '', context);
    }
  });

  test('the doctor knows the hosts, and says which context does not answer', async () => {
    const well = { ...invocationIn(made, { options: { json: true } }), environment: CONTEXTS };
    await doctor.run(well);
    const hosts = (text: string) =>
      (JSON.parse(text) as { area: string; name: string; state: string; next: string | null }[]).filter(
        ({ area }) => area === 'host',
      );
    assert.deepEqual(
      hosts(well.output()).map(({ name, state }) => [name, state]),
      [['server, database, loader', 'ready']],
    );
    const wrong = {
      ...invocationIn(made, { options: { json: true } }),
      environment: { ...CONTEXTS, PITWALL_LOADER_CONTEXT: 'nowhere' },
    };
    await doctor.run(wrong);
    const [finding] = hosts(wrong.output());
    assert.equal(finding?.state, 'missing');
    assert.match(finding?.name ?? '', /context nowhere does not answer/);
  });
});

/** The server of the other tests, in an image with the driver that it asks its database with. */
function addTarget(repository: MadeRepository): void {
  repository.addTarget('contained', 'right', {
    ...withMenus,
    variants: [{ id: 'default', description: 'The only one.', environment: { STATE: '/tmp/state' } }],
  });
  repository.write('targets/javascript/contained/Dockerfile', SERVER);
  const folder = join(repository.repository.root, 'targets/javascript/contained');
  const wanted = ['pg'];
  for (const name of wanted) {
    const from = packageFolder(name);
    cpSync(from, join(folder, 'node_modules', name), { recursive: true, dereference: true });
    const { dependencies = {} } = createRequire(join(from, 'package.json'))('./package.json');
    for (const next of Object.keys(dependencies)) if (!wanted.includes(next)) wanted.push(next);
  }
}

function packageFolder(name: string): string {
  return join(thisRepository.root, 'node_modules', name);
}

/** This machine's own loaders in place of a build that takes minutes; gives back a shape for each. */
async function addLoaders({ repository, write }: MadeRepository): Promise<object[]> {
  write('bench/loader/Dockerfile', LOADER);
  const folder = join(repository.root, 'bench/loader');
  mkdirSync(folder, { recursive: true });
  const shapes: object[] = [];
  for (const name of ['wrk', 'oha'] as const) {
    const tool = await findTool(name, systemToolEffects);
    // A link to nothing is no tool, and no shape asks for it.
    if (tool.state === 'missing') continue;
    copyFileSync(tool.path, join(folder, name));
    for (const library of librariesOf(tool.path)) copyFileSync(library, join(folder, basename(library)));
    shapes.push(
      name === 'wrk'
        ? { loader: 'wrk', connections: 8 }
        : { loader: 'oha', connections: 8, rate: { perSecond: 200 } },
    );
  }
  return shapes;
}

/** All that it needs but the C library, which the image has. */
function librariesOf(program: string): string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  const found = [...stdout.matchAll(/=> (\/\S+)/g)].map(([, path]) => path as string);
  return found.filter((path) => !/^(?:libc|libm|libdl|libpthread|librt|ld-linux.*)\.so/.test(basename(path)));
}
