/** Each tool itself, for one second, against a server whose count is known. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { hyperfineArguments, parseHyperfine, type TimingPlan } from '../../src/load/hyperfine.ts';
import type { LoadPlan } from '../../src/load/loader.ts';
import { loaderFor } from '../../src/load/loaders.ts';
import { systemToolEffects } from '../../src/load/tool-effects.ts';
import { type FoundTool, findTool } from '../../src/load/tools.ts';
import { type LoadShape, NONCE, NONCE_LENGTH } from '../../src/model/index.ts';
import { runCommand } from '../../src/process/command.ts';
import { newAccountBody } from '../../src/scenarios/account-insert.ts';
import { histogramCount } from '../../src/stats/latency-histogram.ts';
import { listenOnLoopback } from '../process/loopback.ts';
import { fixedCount, fixedRate, planFor, wrkLoop } from './fixture.ts';
import { BODY, startAnswering } from './server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pitwall-live-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

interface SoughtTool {
  /** Why a test cannot run without it; false if it is there. */
  skip: string | false;
  /** For tests that heed `skip`. */
  found(): FoundTool;
}

/** A missing tool skips the test with the reason and the command, never in silence. */
async function toolOrSkip(name: string): Promise<SoughtTool> {
  const tool = await findTool(name, systemToolEffects);
  const skip =
    tool.state === 'found' ? false : `${name} is missing (${tool.seen ?? 'not on PATH'}): ${tool.next}`;
  return {
    skip,
    found() {
      assert.ok(tool.state === 'found', skip || name);
      return tool;
    },
  };
}

async function load(tool: FoundTool, given: LoadPlan) {
  const plan = { ...given, scratch: mkdtempSync(join(scratch, 'load-')) };
  const loader = loaderFor(plan.shape);
  const prepared = loader.prepare(plan);
  for (const [name, text] of Object.entries(prepared.files)) writeFileSync(join(plan.scratch, name), text);
  const { interruptAfterSeconds } = prepared;
  const output = await runCommand([tool.path, ...prepared.arguments], {
    timeoutSeconds: 30,
    ...(interruptAfterSeconds === undefined ? {} : { interruptAfterSeconds }),
  });
  return loader.parse(output, plan);
}

async function loaded(tool: FoundTool, shape: LoadShape, behaviour: 'ok' | 'half', paths: string[]) {
  const server = await startAnswering(behaviour);
  try {
    const requests = paths.map((path) => ({ method: 'GET' as const, path }));
    const report = await load(tool, planFor(shape, { origin: server.origin, scratch, requests, threads: 2 }));
    const counted = [...server.seen.values()].reduce((sum, count) => sum + count, 0);
    return { report, server, counted };
  } finally {
    await server.close();
  }
}

/** How many latencies a report has: those of requests that found their connection open. */
function latenciesOf(requests: number, { loader, connection, connections }: LoadShape): number | null {
  if (loader !== 'oha') return null;
  return connection === 'close' ? requests : requests - connections;
}

const wrk = await toolOrSkip('wrk');
const oha = await toolOrSkip('oha');
const autocannon = await toolOrSkip('autocannon');
const hyperfine = await toolOrSkip('hyperfine');
const shapes: [SoughtTool, LoadShape][] = [
  [wrk, wrkLoop],
  [wrk, { ...wrkLoop, connection: 'close' }],
  [oha, fixedRate],
  [oha, { ...fixedRate, connection: 'close' }],
];

describe('a part of a second', { skip: wrk.skip }, () => {
  test('is loaded, counted and timed as what it is', async () => {
    const server = await startAnswering('ok');
    try {
      const requests = [{ method: 'GET' as const, path: '/' }];
      const plan = planFor(wrkLoop, {
        origin: server.origin,
        scratch,
        requests,
        threads: 1,
        seconds: 0.4,
      });
      const report = await load(wrk.found(), plan);
      assert.ok(report.durationSeconds > 0.2 && report.durationSeconds < 0.8, String(report.durationSeconds));
      const counted = [...server.seen.values()].reduce((sum, count) => sum + count, 0);
      const more = counted - report.requests;
      assert.ok(more >= 0 && more <= 2 * wrkLoop.connections, `${counted} of ${report.requests}`);
      assert.ok((report.latency.p50Seconds ?? 0) > 0);
    } finally {
      await server.close();
    }
  });
});

for (const [{ found, skip }, shape] of shapes) {
  describe(`${shape.loader}, ${shape.connection}`, { skip }, () => {
    test('counts what the server counts, but for what is under way at the end', async () => {
      const { report, counted } = await loaded(found(), shape, 'ok', ['/plaintext']);
      assert.ok(report.requests > 50, `${report.requests} requests`);
      assert.ok(counted - report.requests >= 0 && counted - report.requests <= shape.connections);
      assert.deepEqual(report.errors, { connect: 0, read: 0, write: 0, timeout: 0 });
      assert.equal(report.statusAtLeast400, 0);
      assert.ok(report.durationSeconds > 0.9 && report.durationSeconds < 3);
      const { p50Seconds, p99Seconds, p999Seconds, maxSeconds } = report.latency;
      const ordered = [p50Seconds, p99Seconds, p999Seconds, maxSeconds].map((value) => value ?? Number.NaN);
      assert.deepEqual(
        ordered,
        ordered.toSorted((a, b) => a - b),
      );
      assert.ok((ordered[0] ?? 0) > 0);
      const bodies = report.requests * BODY.length;
      const answered = latenciesOf(report.requests, shape);
      if (answered === null) assert.equal(report.latencyHistogram, null);
      else {
        // Each request that found its connection open, and those that waited for long without an answer at the end.
        const count = histogramCount(report.latencyHistogram ?? '');
        const due = latenciesOf(fixedRate.rate.perSecond, shape) ?? 0;
        assert.ok(count >= answered && count <= Math.max(answered, due), `${count} of ${answered} to ${due}`);
      }
      if (shape.loader === 'oha') assert.equal(report.receivedBytes, bodies);
      else assert.ok((report.receivedBytes ?? 0) > bodies);
    });

    test('draws all of several requests, about equally often, and counts statuses', async () => {
      const paths = Array.from({ length: 5 }, (_, index) => `/assets/${index}`);
      const { report, server } = await loaded(found(), shape, 'half', paths);
      assert.deepEqual([...server.seen.keys()].toSorted(), paths);
      const times = [...server.seen.values()];
      assert.ok(Math.max(...times) < 2.5 * Math.min(...times), `${times}`);
      assert.ok(Math.abs(report.statusAtLeast400 - report.requests / 2) <= shape.connections + 1);
      assert.deepEqual([...server.methods], ['GET']);
    });
  });
}

const insert = [{ method: 'POST' as const, path: '/accounts', body: newAccountBody }];
const [before, rest] = newAccountBody.split(NONCE) as [string, string];

/** The nonces of the bodies that arrived; fails on a body that is anything else. */
function noncesOf(bodies: ReadonlyMap<string, number>): string[] {
  return [...bodies].flatMap(([body, times]) => {
    assert.ok(body.startsWith(before) && body.endsWith(rest), body);
    const nonce = body.slice(before.length, -rest.length);
    assert.match(nonce, new RegExp(`^[0-9a-f]{${NONCE_LENGTH}}$`));
    return Array<string>(times).fill(nonce);
  });
}

/** Waits until a count stays the same for a tenth of a second. */
async function unchanged(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await delay(100);
  }
}

for (const [{ found, skip }, shape] of shapes) {
  test(`${shape.loader}, ${shape.connection}: inserts, each with a nonce of its own`, { skip }, async () => {
    const server = await startAnswering('ok');
    try {
      const plan = planFor(shape, { origin: server.origin, scratch, requests: insert, threads: 2 });
      const warmup = await load(found(), { ...plan, part: 1 });
      // A loader leaves when its time is up, and the server still reads what is under way.
      await unchanged(() => noncesOf(server.bodies).length);
      const first = new Set(noncesOf(server.bodies));
      server.bodies.clear();
      const { requests, errors, statuses, statusAtLeast400 } = await load(found(), plan);
      await unchanged(() => noncesOf(server.bodies).length);
      const nonces = noncesOf(server.bodies);
      assert.ok(warmup.requests > 50 && requests > 50);
      assert.ok(nonces.length >= requests && nonces.length <= requests + shape.connections);
      assert.deepEqual([errors, statusAtLeast400], [{ connect: 0, read: 0, write: 0, timeout: 0 }, 0]);
      if (statuses) assert.deepEqual(statuses, { 201: requests });
      // oha draws with replacement: of 200 requests and 800 bodies about 25 come again.
      const distinct = new Set(nonces);
      if (shape.loader === 'wrk') assert.equal(distinct.size, nonces.length);
      else assert.ok(distinct.size > 0.7 * nonces.length, `${distinct.size} of ${nonces.length}`);
      assert.ok(nonces.every((nonce) => !first.has(nonce)));
    } finally {
      await server.close();
    }
  });
}

test('a constant body goes out as it is', { skip: wrk.skip || oha.skip }, async () => {
  const server = await startAnswering('ok');
  try {
    const requests = [{ method: 'POST' as const, path: '/x', body: '{"a":"\\"\u4e2d\u6587"}' }];
    for (const [tool, shape] of [[wrk, wrkLoop] as const, [oha, fixedRate] as const]) {
      server.bodies.clear();
      await load(tool.found(), planFor(shape, { origin: server.origin, scratch, requests }));
      assert.deepEqual([...server.bodies.keys()], [requests[0]?.body]);
    }
  } finally {
    await server.close();
  }
});

describe('oha', { skip: oha.skip }, () => {
  test('keeps the rate and counts the wait for a free connection', async () => {
    const server = await startAnswering('slow');
    try {
      const report = await load(oha.found(), planFor(fixedRate, { origin: server.origin, scratch }));
      assert.ok(report.requests <= 40);
      assert.ok((report.latency.p50Seconds ?? 0) > 0.2, 'a response takes 0.1 s, the queue the rest');
    } finally {
      await server.close();
    }
  });
});

test('a program adds no header line to its requests that a probe has not', {
  skip: wrk.skip || oha.skip,
}, async () => {
  for (const [{ found }, shape] of [
    [wrk, wrkLoop],
    [oha, fixedRate],
  ] as const) {
    const heads = new Set<string>();
    const server = createServer((request, response) => {
      const lines = Array.from({ length: request.rawHeaders.length / 2 }, (_, at) =>
        request.rawHeaders.slice(2 * at, 2 * at + 2).join(': '),
      );
      for (const line of lines) if (!/^host:/i.test(line)) heads.add(line);
      response.end(BODY);
    });
    const origin = await listenOnLoopback(server);
    try {
      await load(found(), planFor(shape, { origin, scratch }));
      assert.deepEqual(
        [...heads].sort(),
        [...(loaderFor(shape).headers?.(found().version) ?? [])].sort(),
        shape.loader,
      );
    } finally {
      server.close();
    }
  }
});

describe('oha, a number of requests', { skip: oha.skip }, () => {
  for (const connection of ['close', 'keep-alive'] as const) {
    test(`sends exactly as many, ${connection}`, async () => {
      const server = await startAnswering('half');
      try {
        const shape = { ...fixedCount, connection };
        const report = await load(
          oha.found(),
          planFor(shape, { origin: server.origin, scratch, threads: 2 }),
        );
        assert.equal(report.requests, fixedCount.requests);
        assert.equal(server.seen.get('/plaintext'), fixedCount.requests);
        assert.deepEqual(report.statuses, { 200: 500, 404: 500 });
        assert.equal(server.connections(), connection === 'close' ? fixedCount.requests : shape.connections);
        const inFlight = ((report.latency.meanSeconds ?? 0) * report.requests) / report.durationSeconds;
        assert.ok(inFlight > 0.5 * shape.connections && inFlight <= shape.connections, `${inFlight}`);
      } finally {
        await server.close();
      }
    });
  }

  test('warms up by time', async () => {
    const server = await startAnswering('ok');
    try {
      const plan = planFor(fixedCount, { origin: server.origin, scratch, part: 1 });
      const report = await load(oha.found(), plan);
      assert.ok(report.durationSeconds > 0.9 && report.durationSeconds < 3, `${report.durationSeconds} s`);
      assert.notEqual(report.requests, fixedCount.requests);
      assert.deepEqual(report.errors, { connect: 0, read: 0, write: 0, timeout: 0 });
    } finally {
      await server.close();
    }
  });
});

describe('hyperfine', { skip: hyperfine.skip }, () => {
  test('times each run of a command whose words need quotes', async () => {
    const plan: TimingPlan = {
      kind: 'cold-start',
      command: ['sh', '-c', 'exec sleep "$1"', "it's me", '0.02'],
      prepare: ['true'],
      runs: 10,
      warmup: 1,
      exportFile: join(scratch, 'times.json'),
    };
    const command = [hyperfine.found().path, ...hyperfineArguments(plan)];
    const output = await systemToolEffects.run(command, { timeoutSeconds: 30 });
    if (output === null) throw new Error('hyperfine has gone');
    const { seconds } = parseHyperfine(output, readFileSync(plan.exportFile, 'utf8'), plan);
    assert.equal(seconds.length, 10);
    assert.ok(seconds.every((value) => value >= 0.02 && value < 2));
  });
});

describe('autocannon', { skip: autocannon.skip }, () => {
  const shape = { ...wrkLoop, loader: 'autocannon' };

  test('counts what the server counts, but for what is under way at the end', async () => {
    const { report, counted } = await loaded(autocannon.found(), shape, 'ok', ['/plaintext']);
    assert.ok(report.requests > 50, `${report.requests} requests`);
    assert.ok(counted - report.requests >= 0 && counted - report.requests <= shape.connections);
    assert.deepEqual(report.errors, { connect: 0, read: 0, write: 0, timeout: 0 });
    assert.ok(report.durationSeconds > 0.9 && report.durationSeconds < 2, String(report.durationSeconds));
    assert.ok((report.receivedBytes ?? 0) > report.requests * BODY.length);
  });

  test('counts statuses', async () => {
    const { report } = await loaded(autocannon.found(), shape, 'half', ['/assets/1']);
    assert.ok(Math.abs(report.statusAtLeast400 - report.requests / 2) <= shape.connections + 1);
  });
});
