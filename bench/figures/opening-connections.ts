/**
 * Shows what requests that open a connection do to latencies at a rate. Puts loads of oha on warm servers in turn,
 * and computes p99 of each load twice: of all its requests, and of those that found their connection open. Prints
 * both medians, how much of the slowest hundredth opened a connection, and how much p99 deviates from one load to
 * the next either way.
 *
 *   npm run figure -- opening-connections [-- --loads 20] [--seconds 2] [--rate 1000] [target …]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSession } from '../src/commands/measuring/session.ts';
import { loaderFor } from '../src/load/loaders.ts';
import { onOpenConnections, readLatencies } from '../src/load/oha-requests.ts';
import { whileMeasuring } from '../src/measure/bench.ts';
import { LiveServer } from '../src/measure/blocks/live-server.ts';
import { putLoad } from '../src/measure/slice/load.ts';
import { ruleFor } from '../src/measure/warm-up/steady-state.ts';
import { warmUp } from '../src/measure/warm-up/warm-up.ts';
import type { ScenarioRequest } from '../src/model/index.ts';
import { scenarioOf } from '../src/model/index.ts';
import { runCommand } from '../src/process/command.ts';
import { median, standardDeviation } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { readyTargets } from './support/measuring.ts';
import { invocationOf, percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: {
    loads: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2' },
    rate: { type: 'string', default: '1000' },
  },
  allowPositionals: true,
});
const loads = Number(values.loads);
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const CONNECTIONS = 64;
const WARM_SECONDS = 90;
const asked =
  positionals.length > 0 ? positionals : ['c/epoll', 'go/gin:raw', 'rust/axum', 'javascript/node-http'];

interface Load {
  all: number;
  open: number;
  /** Share of the slowest hundredth that opened a connection. */
  opening: number;
}
const found = new Map<string, Load[]>();

const session = await openSession(invocationOf([]), {
  launcher: 'process',
  tools: ['wrk', 'oha'],
  databases: [],
});
const { oha } = session.loaders;
if (!oha) throw new RangeError('no oha on this machine: npm run bench -- doctor');
mkdirSync(session.repository.cache, { recursive: true });
try {
  await whileMeasuring(session, async () => {
    const live: LiveServer[] = [];
    try {
      for (const ready of await readyTargets(session, asked)) {
        const server = await LiveServer.start(session, ready, 0);
        live.push(server);
        await warm(server);
        found.set(server.name, []);
      }
      const random = seededRandom(1);
      for (let number = 0; number < loads; number++) {
        for (const server of random.shuffled(live)) {
          const latencies = await latenciesOf(server.server.origin, number);
          found.get(server.name)?.push(judged(latencies));
        }
      }
    } finally {
      for (const server of live) await server.stop();
    }
  });
} finally {
  await session.close();
}

console.log(
  table(
    [
      { title: 'target' },
      { title: 'p99, all', align: 'right' },
      { title: 'connection open', align: 'right' },
      { title: 'slowest 1 % that open one', align: 'right' },
      { title: 'deviation of p99, all', align: 'right' },
      { title: 'connection open', align: 'right' },
    ],
    [...found].map(([name, own]) => [
      name,
      milliseconds(median(own.map(({ all }) => all))),
      milliseconds(median(own.map(({ open }) => open))),
      percent(median(own.map(({ opening }) => opening))),
      percent(standardDeviation(own.map(({ all }) => Math.log(all)))),
      percent(standardDeviation(own.map(({ open }) => Math.log(open)))),
    ]),
  ),
);
console.log(`${loads} loads of ${seconds} s at ${rate} requests/s on ${CONNECTIONS} connections`);

function requests(): ScenarioRequest[] {
  return scenarioOf('json').requests(session.data);
}

async function warm(live: LiveServer): Promise<void> {
  await warmUp(
    (request, signal) => putLoad(session, request, signal),
    {
      server: live.server,
      load: {
        shape: { loader: 'wrk', connections: CONNECTIONS, connection: 'keep-alive' },
        origin: live.server.origin,
        requests: requests(),
        seconds: 1,
        ratePerSecond: null,
        seed: 1,
      },
      rule: ruleFor(live.ready.targetVariant.target.manifest.language),
      sliceSeconds: 1,
      maxSeconds: WARM_SECONDS,
    },
    session.signal,
  );
}

/** Latencies of one load, in the order in which its requests were due. */
async function latenciesOf(origin: string, seed: number): Promise<number[]> {
  const scratch = mkdtempSync(join(session.repository.cache, 'load-'));
  try {
    const shape = {
      loader: 'oha',
      connections: CONNECTIONS,
      connection: 'keep-alive',
      rate: { perSecond: rate },
    } as const;
    const prepared = loaderFor(shape).prepare({
      shape,
      origin,
      requests: requests(),
      seconds,
      ratePerSecond: rate,
      seed,
      threads: session.processors.loader.length,
      scratch,
    });
    const pinned = session.processors.pinned
      ? ['taskset', '--cpu-list', session.processors.loader.join(',')]
      : [];
    await runCommand([...pinned, (oha as { path: string }).path, ...prepared.arguments], {
      timeoutSeconds: seconds + 20,
      signal: session.signal,
    });
    return readLatencies(join(scratch, 'requests.db')) ?? [];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function judged(latencies: readonly number[]): Load {
  const indexes = latencies.map((_, index) => index);
  const slowest = indexes
    .sort((a, b) => (latencies[b] as number) - (latencies[a] as number))
    .slice(0, Math.ceil(latencies.length / 100));
  return {
    all: p99Of(latencies),
    open: p99Of(onOpenConnections(latencies, CONNECTIONS)),
    opening: slowest.filter((index) => index < CONNECTIONS).length / slowest.length,
  };
}

function p99Of(latencies: readonly number[]): number {
  const sorted = [...latencies].sort((a, b) => a - b);
  return sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN;
}

function milliseconds(value: number): string {
  return `${(value * 1_000).toFixed(2)} ms`;
}
