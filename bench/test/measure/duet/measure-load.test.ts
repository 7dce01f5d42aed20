import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  FAKE_REQUESTS,
  fakeOutput,
  fakeOutputOf,
  fakeSide,
  measureFakes,
  noLimits,
} from '../support/fake-pair.ts';

const cache = mkdtempSync(join(tmpdir(), 'load-'));
after(() => rmSync(cache, { recursive: true }));
const { signal } = new AbortController();

test('a warm-up reads the counter before and after each load, as the measurement does', async () => {
  const happened: string[] = [];
  let count = 0;
  const server = createServer((_, response) => {
    happened.push('count');
    count++;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ code: 200, message: count }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = async () => {
      happened.push('load');
      count += FAKE_REQUESTS;
      return fakeOutput;
    };
    const base = fakeSide('base', { loadRunner: { limits: noLimits, run }, cache, signal, origin });
    const head = fakeSide('head', {
      loadRunner: { limits: noLimits, run: async () => fakeOutput },
      ...{ cache, signal },
    });
    await measureFakes({ base, head }, 'json', signal);
    const readings = ['count', 'load', 'count'];
    assert.deepEqual(happened, [...readings, ...readings]);
  } finally {
    server.close();
  }
});

/** Its only thread bears the name of a compiler's, and works for as long as it is told. */
const COMPILER = `
  process.title = 'C2 CompilerThread0';
  process.on('message', (milliseconds) => {
    const until = process.cpuUsage().user + 1000 * milliseconds;
    while (process.cpuUsage().user < until);
    process.send('done');
  });
  process.send('ready');
`;

/** Starts it; it ends with the test. */
async function startCompiler(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', COMPILER], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  after(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** A side whose compiler works in every load of more than a second, as often as it is told. */
function compilingSide(side: 'base' | 'head', compiler: ChildProcess, measurements: number) {
  const loads: number[] = [];
  const run = async ({ arguments: words }: { arguments: readonly string[] }) => {
    const seconds = Number.parseInt(words[words.indexOf('--duration') + 1] ?? '', 10);
    loads.push(seconds);
    if (seconds > 1 && loads.filter((each) => each > 1).length <= measurements) {
      compiler.send(300);
      await once(compiler, 'message');
    }
    return fakeOutputOf(seconds);
  };
  const pids = [compiler.pid ?? assert.fail()];
  return { loads, made: fakeSide(side, { loadRunner: { limits: noLimits, run }, cache, signal, pids }) };
}

const whileQuiet = { warmup: { maxSeconds: 30, whileQuiet: true }, measureSeconds: 2 } as const;

test('a pair in which a side compiles is measured again, after a warm-up of both together', async () => {
  const base = compilingSide('base', await startCompiler(), 0);
  const head = compilingSide('head', await startCompiler(), 2);
  const sides = { base: base.made, head: head.made };
  const figures = await measureFakes(sides, 'json', signal, whileQuiet);
  assert.equal(figures.sides.head.requests, FAKE_REQUESTS);
  const measured = head.loads.flatMap((seconds, index) => (seconds > 1 ? [index] : []));
  assert.equal(measured.length, 3, `${head.loads}`);
  // Two seconds confirm that it is quiet again.
  assert.deepEqual(head.loads.slice(measured[0]), [2, 1, 1, 2, 1, 1, 2]);
  assert.deepEqual(base.loads.slice(-7), head.loads.slice(-7));
});

test('a side that compiles in every measurement fails the pair', async () => {
  const base = compilingSide('base', await startCompiler(), 0);
  const head = compilingSide('head', await startCompiler(), Number.POSITIVE_INFINITY);
  await assert.rejects(measureFakes({ base: base.made, head: head.made }, 'json', signal, whileQuiet), {
    ...{ name: 'SideError', side: 'head' },
    message: /compiles while it is measured/,
  });
});

test('a comparison that does not ask for it keeps the first measurement', async () => {
  const base = compilingSide('base', await startCompiler(), 0);
  const head = compilingSide('head', await startCompiler(), Number.POSITIVE_INFINITY);
  await measureFakes({ base: base.made, head: head.made }, 'json', signal, {
    ...{ warmup: { maxSeconds: 30 }, measureSeconds: 2 },
  });
  assert.equal(head.loads.filter((seconds) => seconds > 1).length, 1);
});
