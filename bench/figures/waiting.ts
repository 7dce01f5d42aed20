/**
 * Shows what waiting costs a server. Starts each target twice, warms both and loads them, then lets them wait, the one
 * idle, the other paused, and loads them again: round after round, in an order drawn anew. Prints the CPU time of a
 * request after the wait over the one before it, and of the idle server over the paused one, which are loaded one after
 * the other. In blocks all servers are paused while they wait.
 *
 *   npm run figure -- waiting [-- --scenario json] [--wait 100] [--seconds 3] [--rounds 4] [target …]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LiveServer, type Ready } from '../src/measure/blocks/live-server.ts';
import type { PlannedCell } from '../src/measure/planned-cells.ts';
import { mean, pairedEffect } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import {
  askedScenarios,
  closedCell,
  closedLoad,
  closedSlice,
  readyTargets,
  requestCostOf,
  warmServer,
  withSeeded,
} from './support/measuring.ts';
import { effectText } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'json' },
    wait: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '4' },
  },
  allowPositionals: true,
});
const [scenario] = askedScenarios(values.scenario);
const waitSeconds = Number(values.wait);
const loadSeconds = Number(values.seconds);
const rounds = Number(values.rounds);
/** One or two of each runtime. */
const asked =
  positionals.length > 0
    ? positionals
    : [
        'c/epoll',
        'rust/hyper',
        'go/net-http',
        'go/go-zero',
        'java/vertx:jvm',
        'java/spring-boot:virtual-threads',
        'javascript/node-http',
        'javascript/koa:single',
        'javascript/hono:bun',
        'javascript/hono:deno',
        'python/uvicorn',
        'python/sanic',
        'python/falcon',
        'php/plain',
        'perl/mojolicious',
        'ruby/sinatra',
      ];
const WARM_SECONDS = 90;
/** Loads before the first wait. */
const BEFORE = 2;

type Way = 'idle' | 'paused';
interface Waiting {
  server: LiveServer;
  way: Way;
  /** When its last load ended. */
  loadedAt: number;
  /** CPU time of a request in nanoseconds, before the first wait and in each round after one. */
  before: number[];
  after: number[];
}
interface Pair {
  ready: Ready;
  cell: PlannedCell;
  copies: Waiting[];
}

const pairs: Pair[] = [];

await withSeeded([scenario], async (session) => {
  const load = async ({ server }: Waiting, cell: PlannedCell, seed: number): Promise<number> =>
    requestCostOf(await closedSlice(session, server, cell, loadSeconds, seed));
  const wait = async ({ way, server }: Waiting): Promise<void> => {
    if (way === 'paused') await server.server.pause();
  };
  try {
    for (const ready of await readyTargets(session, asked)) {
      const pair: Pair = { ready, cell: closedCell(ready, scenario), copies: [] };
      pairs.push(pair);
      for (const way of ['idle', 'paused'] as const) {
        const server = await LiveServer.start(session, ready, 0);
        const waiting: Waiting = { server, way, loadedAt: 0, before: [], after: [] };
        pair.copies.push(waiting);
        await warmServer(session, server, closedLoad(session, scenario, server), {
          maxSeconds: WARM_SECONDS,
          probed: [pair.cell],
        });
        for (let number = 0; number < BEFORE; number++)
          waiting.before.push(await load(waiting, pair.cell, 1 + number));
        waiting.loadedAt = performance.now();
        await wait(waiting);
      }
    }
    const random = seededRandom(1);
    for (let round = 0; round < rounds; round++) {
      for (const { cell, copies } of random.shuffled(pairs)) {
        for (const waiting of random.shuffled(copies)) {
          const rest = waiting.loadedAt + waitSeconds * 1_000 - performance.now();
          if (rest > 0) await delay(rest, undefined, { signal: session.signal });
          await waiting.server.server.resume();
          waiting.after.push(await load(waiting, cell, 10 + round));
          waiting.loadedAt = performance.now();
          await wait(waiting);
        }
      }
    }
  } finally {
    for (const { copies } of pairs) for (const { server } of copies) await server.stop();
  }
});

console.log(
  table(
    [
      { title: 'target' },
      { title: 'runtime' },
      { title: 'idle: after over before' },
      { title: 'paused: after over before' },
      { title: 'idle over paused' },
    ],
    pairs.map(({ ready, copies: [idle, paused] }) => [
      ready.targetVariant.name,
      ready.targetVariant.target.manifest.runtime.name,
      overBefore(idle),
      overBefore(paused),
      effectText(
        pairedEffect((idle?.after ?? []).map((cost, at) => cost / (paused?.after[at] ?? Number.NaN))),
      ),
    ]),
  ),
);
console.log(
  `CPU time of a request, ${scenario}, loads of ${loadSeconds} s, ${rounds} rounds, at least ${waitSeconds} s between two loads`,
);

/** The cost after each wait over the mean one before the first. */
function overBefore(waiting: Waiting | undefined): string {
  if (!waiting) return '';
  const before = mean(waiting.before);
  return effectText(pairedEffect(waiting.after.map((cost) => cost / before)));
}
