import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { measuredOf } from '../../../src/analysis/unmeasured.ts';
import { verdictOf } from '../../../src/analysis/verdict.ts';
import { readTargets, selectVariants, type TargetVariant } from '../../../src/catalog/targets.ts';
import { duet } from '../../../src/commands/comparing/duet.ts';
import { dockerAvailable, HARNESS_LABEL, harnessLabel } from '../../../src/hosts/docker.ts';
import { UNTRUSTED_VARIABLE } from '../../../src/hosts/side-network.ts';
import { createComposeLauncher } from '../../../src/launch/compose-launcher.ts';
import type { Built, RunningServer } from '../../../src/launch/launcher.ts';
import type { Bench } from '../../../src/measure/bench.ts';
import { canSeparate, type SideBenches, separateSides } from '../../../src/measure/duet/separate-sides.ts';
import { putLoad } from '../../../src/measure/slice/load.ts';
import { startServer } from '../../../src/measure/slice/target-server.ts';
import { comparisonSchema } from '../../../src/model/index.ts';
import { runCommand } from '../../../src/process/command.ts';
import { freePort } from '../../../src/process/port.ts';
import { repository as thisRepository } from '../../../src/util/repository.ts';
import { benchOf, skipWithoutWrk } from '../support/bench.ts';
import { invocationIn } from '../support/invocation.ts';
import { type MadeRepository, makeRepository } from '../support/repository.ts';

const docker = await dockerAvailable();
const skip = docker.available ? false : `no Docker here: ${docker.reason}`;

/** A server that connects to an address it gets, and reports how that went. */
const REACHING = `
const { connect } = require('node:net');
const { createServer } = require('node:http');
const outcome = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (text) => resolve(socket.destroy() && text);
    socket.once('connect', () => end('connected'));
    socket.once('timeout', () => end('timed out'));
    socket.once('error', ({ code }) => end(code));
  });
let count = 0;
createServer(async ({ url }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://server');
  if (pathname === '/count') return response.end(String(count));
  if (pathname === '/json') count++;
  if (pathname === '/environment') return response.end(JSON.stringify(process.env));
  if (pathname !== '/reach') return response.end();
  response.end(await outcome(searchParams.get('host'), Number(searchParams.get('port'))));
}).listen(Number(process.env.LISTEN ?? process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit(0));
`;

const DOCKERFILE = (name: string): string => `FROM node:24-bookworm-slim
WORKDIR /app
COPY javascript/${name}/server.js ./
USER 65532:65532
ENTRYPOINT ["node", "server.js"]
`;

function contained(): MadeRepository {
  const made = makeRepository();
  copyFileSync(join(thisRepository.root, 'compose.yaml'), join(made.repository.root, 'compose.yaml'));
  return made;
}

/** What this process has left with the engine. */
async function left(...words: string[]): Promise<string> {
  const filter = `label=${HARNESS_LABEL}=${harnessLabel(null)}`;
  return (await runCommand(['docker', ...words, '--quiet', '--filter', filter])).stdout.trim();
}

async function assertNothingLeft(): Promise<void> {
  assert.equal(await left('ps', '--all'), '', 'no container, and with it no network');
}

describe('servers of two sides', { skip, timeout: 300_000 }, () => {
  const made = contained();
  let bench: Bench;
  let targetVariant: TargetVariant;
  let built: Built;
  let sides: SideBenches | null = null;
  const running: RunningServer[] = [];

  const start = async (of: Bench): Promise<{ server: RunningServer; host: string; port: string }> => {
    const server = await startServer(of, targetVariant, built);
    running.push(server);
    const { hostname: host, port } = new URL(server.origin);
    return { server, host, port };
  };
  const reach = async ({ origin }: RunningServer, host: string, port: number | string): Promise<string> =>
    (await fetch(`${origin}/reach?host=${host}&port=${port}`)).text();
  const environmentOf = async ({ origin }: RunningServer): Promise<Record<string, string>> =>
    (await (await fetch(`${origin}/environment`)).json()) as Record<string, string>;

  before(async () => {
    made.addTarget('reaches', 'right', {
      databaseAccess: { postgresql: { kind: 'raw', library: 'pg' } },
    });
    made.write('targets/javascript/reaches/server.js', REACHING);
    made.write('targets/javascript/reaches/Dockerfile', DOCKERFILE('reaches'));
    const launcher = createComposeLauncher({
      repository: made.repository,
      healthySeconds: 10,
      stopSeconds: 2,
    });
    bench = benchOf(made, { launcher });
    [targetVariant = assert.fail()] = selectVariants(readTargets(made.repository), ['javascript/reaches']);
    built = await launcher.build(targetVariant.target, { signal: bench.signal });
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
    await sides?.close();
    sides = null;
  });
  after(() => made.remove());

  const assertSidesClosed = async (): Promise<void> => {
    for (const server of running) await server.stop();
    await sides?.close();
    await assertNothingLeft();
  };

  test('on the network of the machine, as in a run, one reaches the other', async () => {
    const [base, head] = [await start(bench), await start(bench)];
    assert.equal(await reach(head.server, base.host, base.port), 'connected');
  });

  test('on networks of their own, one reaches its database, and nothing else', async () => {
    sides = await separateSides(bench, ['postgresql']);
    const [base, head] = [await start(sides.base), await start(sides.head)];
    const [ofBase, ofHead] = [await environmentOf(base.server), await environmentOf(head.server)];
    assert.equal(await reach(head.server, ofHead.PGHOST ?? '', ofHead.PGPORT ?? ''), 'connected');
    assert.equal(await reach(base.server, ofBase.PGHOST ?? '', ofBase.PGPORT ?? ''), 'connected');
    assert.notEqual(ofBase.PGPASSWORD, ofHead.PGPASSWORD);

    const listener = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve));
    const { port: open } = listener.address() as { port: number };
    const ofThisMachine = Object.values(networkInterfaces()).flatMap((list = []) =>
      list.filter(({ family }) => family === 'IPv4'),
    );
    // The other side's server and database answer the harness at these addresses, and head does not reach them there.
    assert.equal(await (await fetch(`${base.server.origin}/count`)).text(), '0');
    const elsewhere: [string, string | number][] = [
      [base.host, base.port],
      [ofBase.PGHOST ?? '', ofBase.PGPORT ?? ''],
      ...ofThisMachine.map(({ address }): [string, number] => [address, open]),
      // The metadata service of a cloud, a local network, and the internet.
      ['169.254.169.254', 80],
      ['10.11.12.13', 80],
      ['192.0.2.1', 443],
    ];
    try {
      // All at once: most of them are never answered.
      const seen = await Promise.all(elsewhere.map(([host, port]) => reach(head.server, host, port)));
      for (const [index, [host, port]] of elsewhere.entries())
        assert.match(seen[index] ?? '', /^(ENETUNREACH|ECONNREFUSED)$/, `${host}:${port}`);
      assert.equal(await reach(base.server, head.host, head.port), 'ECONNREFUSED', 'nor the other way round');
      assert.equal(await reach(base.server, ofHead.PGHOST ?? '', ofHead.PGPORT ?? ''), 'ECONNREFUSED');
    } finally {
      listener.close();
    }
    await assertSidesClosed();
  });

  test('a load runs in the network of its side, on 127.0.0.1, and all that it sends arrives there', {
    skip: skipWithoutWrk,
  }, async () => {
    sides = await separateSides(bench, []);
    const [base, head] = [await start(sides.base), await start(sides.head)];
    // The real loader, which first writes down where it is and what it received.
    const path = join(made.repository.root, 'state', 'wrk');
    const log = `${path}.log`;
    const script = `#!/bin/sh\n{ readlink /proc/self/ns/net; echo "$@"; } >> ${log}\nexec ${bench.loaders.wrk?.path} "$@"\n`;
    writeFileSync(path, script, { mode: 0o755 });
    const loading = { ...sides.head, loaders: { wrk: { path, version: '4.1.0' } } };
    const { report, command, cpuNanoseconds } = await putLoad(
      loading,
      {
        shape: { loader: 'wrk', connections: 4, connection: 'keep-alive' },
        origin: head.server.origin,
        requests: [{ method: 'GET', path: '/json' }],
        seconds: 1,
        ratePerSecond: null,
        seed: 1,
      },
      bench.signal,
    );
    const [network, words = ''] = readFileSync(log, 'utf8').split('\n');
    const [pid = 0] = head.server.pids();
    // Root alone may ask in which network a process of another user is.
    if (process.getuid?.() === 0) assert.equal(network, readlinkSync(`/proc/${pid}/ns/net`));
    assert.notEqual(network, readlinkSync('/proc/self/ns/net'));
    for (const said of [words, command.join(' ')])
      assert.match(said, new RegExp(` http://127\\.0\\.0\\.1:${head.port}/json$`));
    const countOf = async ({ server }: typeof head) =>
      Number(await (await fetch(`${server.origin}/count`)).text());
    const counted = await countOf(head);
    assert.ok(report.requests > 100, String(report.requests));
    assert.ok(
      counted >= report.requests && counted <= report.requests + 4,
      `${counted} of ${report.requests}`,
    );
    assert.equal(await countOf(base), 0, 'the other side got none');
    assert.ok((cpuNanoseconds ?? 0) > 1e6, String(cpuNanoseconds));
    await assertSidesClosed();
  });

  test('a server that listens on another port than its own fails, with that reason', async () => {
    sides = await separateSides(bench, []);
    const { variant } = targetVariant;
    const elsewhere = { ...variant.environment, LISTEN: String(await freePort()) };
    const broken = { ...targetVariant, variant: { ...variant, environment: elsewhere } };
    // Root alone may see the sockets of another user's process.
    const said = process.getuid?.() === 0 ? /listens on the wrong port/ : /did not become healthy/;
    await assert.rejects(startServer(sides.head, broken, built), said);
    await assertSidesClosed();
  });

  test('a server that ends at its start says so there too', async () => {
    sides = await separateSides(bench, []);
    const { variant } = targetVariant;
    const environment = { ...variant.environment, NODE_OPTIONS: '--require=/nowhere.js' };
    const broken = { ...targetVariant, variant: { ...variant, environment } };
    await assert.rejects(
      startServer(sides.head, broken, built),
      /exited before it could serve.*MODULE_NOT_FOUND/s,
    );
    await assertSidesClosed();
  });
});

describe('a duet in containers', { skip: skip || skipWithoutWrk, timeout: 900_000 }, () => {
  const made = contained();
  after(() => made.remove());

  /** Servers find others of this test by it, and nobody else's. */
  const family = randomUUID();

  /** A target in a container whose server behaves so. */
  const add = (name: string, behaviour: string): string => {
    const environment = {
      STATE: '/tmp/state',
      BEHAVIOUR: behaviour,
      FROM_START: '1',
      FAMILY: family,
    };
    made.addTarget(name, behaviour, {
      variants: [{ id: 'default', description: 'The only one.', environment }],
    });
    made.write(`targets/javascript/${name}/Dockerfile`, DOCKERFILE(name));
    return `javascript/${name}`;
  };
  const compare = async (base: string, head: string, untrusted = true) => {
    const output = join(made.repository.root, 'comparison.json');
    const invocation = invocationIn(made, {
      arguments: [base, head],
      options: { scenario: ['json'], pairs: '2', seed: '1', launcher: 'compose', output },
    });
    await duet.run({ ...invocation, environment: untrusted ? { [UNTRUSTED_VARIABLE]: '1' } : {} });
    const comparison = comparisonSchema.parse(JSON.parse(readFileSync(output, 'utf8')));
    const [cell = assert.fail()] = comparison.cells;
    await assertNothingLeft();
    return { invocation, comparison, cell };
  };
  /** Each pair ended because the server of this side counted requests that its load did not send. */
  const assertEnded = (
    { comparison, cell }: Awaited<ReturnType<typeof compare>>,
    by: 'base' | 'head',
  ): void => {
    const said = JSON.stringify(cell.failures);
    assert.deepEqual(
      cell.failures.map(({ side }) => side),
      [by, by],
      said,
    );
    for (const { what } of cell.failures) assert.match(what, /something else sends it requests/, said);
    const [{ judgement } = assert.fail()] = verdictOf(comparison).cells;
    assert.deepEqual([judgement.state, judgement.effect], ['undecided', null]);
    assert.ok(measuredOf(verdictOf(comparison)).unmeasured.length > 0, 'so no required check passes');
  };

  test('is measured on networks of its sides, says so, and leaves nothing', async () => {
    const name = add('contained', 'right');
    const { invocation, comparison, cell } = await compare(name, name);
    assert.equal(comparison.network, 'sides');
    assert.deepEqual(cell.failures, [], invocation.progress());
    assert.ok(cell.rounds.round.length >= 2);
    assert.ok([...cell.rounds.base, ...cell.rounds.head].every((cost) => (cost ?? 0) > 1_000));
    assert.match(invocation.output(), /Each side had a network and databases of its own/);
  });

  test('head sends requests to base: on the network of the machine, base’s count ends the pair', async () => {
    const outcome = await compare(add('victim', 'right'), add('asks-others', 'asks-others'), false);
    assert.equal(outcome.comparison.network, 'host');
    assertEnded(outcome, 'base');
  });

  test('on networks of their own, the same head finds nobody to ask', async () => {
    const { cell } = await compare(add('victim', 'right'), add('asks-others', 'asks-others'));
    assert.deepEqual(cell.failures, []);
    assert.ok(cell.rounds.round.length >= 2);
  });

  test('head sends itself requests beside the load: its own count ends the pair', async () => {
    assertEnded(await compare(add('victim', 'right'), add('asks-itself', 'asks-itself')), 'head');
  });

  test('head counts more than it was sent: its own count ends the pair', async () => {
    assertEnded(await compare(add('victim', 'right'), add('boasts', 'asked-by-others')), 'head');
  });
});

test('sides are separated in containers of this machine, whose databases are containers as well', () => {
  const untrusted = { [UNTRUSTED_VARIABLE]: '1' };
  assert.equal(canSeparate('compose', untrusted), true);
  assert.equal(canSeparate('process', untrusted), false);
  assert.equal(canSeparate('compose', {}), false, 'both sides are trusted');
  for (const [name, value] of [
    ['PITWALL_POSTGRES_URL', 'postgresql://a@10.0.0.1/b'],
    ['PITWALL_MYSQL_URL', 'mysql://a@10.0.0.1/b'],
    ['PITWALL_MONGODB_URL', 'mongodb://10.0.0.1/b'],
    ['PITWALL_LOADER_CONTEXT', 'third'],
  ] as const)
    assert.equal(canSeparate('compose', { ...untrusted, [name]: value }), false, name);
});
