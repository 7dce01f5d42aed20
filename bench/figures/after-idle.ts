/**
 * Shows whether a server that has waited is as fast at once as after some load: keeps servers alive together, as a
 * block does, lets each wait, then loads it with slices one after the other. Prints the throughput of each of them
 * over that of the last. In each round a server gets the next of the scenarios. Servers are paused while they wait, as
 * in blocks, unless they are left idle.
 *
 *   npm run figure -- after-idle [-- --scenario menus,account-get] [--idle 60] [--slices 6] [--rounds 6] [--unpaused] [target …]
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LiveServer } from '../src/measure/blocks/live-server.ts';
import type { PlannedCell } from '../src/measure/planned-cells.ts';
import { pairedEffect } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import {
  askedScenarios,
  closedCell,
  closedLoad,
  closedSlice,
  readyTargets,
  warmServer,
  withSeeded,
} from './support/measuring.ts';
import { effectText } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'menus,account-get' },
    idle: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '0.5' },
    slices: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '6' },
    unpaused: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const scenarios = askedScenarios(values.scenario);
const idleSeconds = Number(values.idle);
const sliceSeconds = Number(values.seconds);
const slices = Number(values.slices);
const rounds = Number(values.rounds);
const asked =
  positionals.length > 0
    ? positionals
    : ['javascript/koa:single', 'java/spring-boot:jvm', 'go/gin:raw', 'rust/axum'];
const WARM_SECONDS = 90;

interface Waiting {
  server: LiveServer;
  cells: readonly PlannedCell[];
  loadedAt: number;
}
/** Throughput of the slices of one load, in order. */
interface Burst {
  name: string;
  scenario: string;
  throughputs: number[];
}
const bursts: Burst[] = [];

await withSeeded(scenarios, async (session) => {
  const live: Waiting[] = [];
  try {
    for (const one of await readyTargets(session, asked)) {
      const server = await LiveServer.start(session, one, 0);
      const cells = scenarios.map((id) => closedCell(one, id));
      live.push({ server, cells, loadedAt: 0 });
      for (const cell of cells) {
        await warmServer(session, server, closedLoad(session, cell.scenario.id, server), {
          maxSeconds: WARM_SECONDS,
          probed: [cell],
        });
      }
      if (!values.unpaused) await server.wait();
    }
    const random = seededRandom(1);
    for (let round = 0; round < rounds * scenarios.length; round++) {
      for (const waiting of random.shuffled(live)) {
        const rest = waiting.loadedAt + idleSeconds * 1_000 - performance.now();
        if (waiting.loadedAt > 0 && rest > 0) await setTimeout(rest);
        const cell = waiting.cells[round % waiting.cells.length];
        if (!cell) continue;
        await waiting.server.server.resume();
        const burst: Burst = { name: waiting.server.name, scenario: cell.scenario.id, throughputs: [] };
        for (let slice = 0; slice < slices; slice++) {
          const { outcome } = await closedSlice(session, waiting.server, cell, sliceSeconds, 2 + round);
          const { requests, durationSeconds } = outcome.report;
          burst.throughputs.push(requests / durationSeconds);
        }
        waiting.loadedAt = performance.now();
        if (!values.unpaused) await waiting.server.wait();
        bursts.push(burst);
      }
    }
  } finally {
    for (const { server } of live) await server.stop();
  }
});

/** The first visit to a server follows its warm-up and settles it, as the first cycle of a block does. */
const counted = [...Map.groupBy(bursts, ({ name, scenario }) => `${name}\n${scenario}`)].map(
  ([key, own]) => [key, own.slice(1)] as const,
);

console.log(
  table(
    [
      { title: 'server' },
      { title: 'scenario' },
      { title: 'loads', align: 'right' },
      ...Array.from({ length: slices - 1 }, (_, at) => ({ title: `slice ${at + 1} over the last` })),
    ],
    counted.map(([key, own]) => [
      ...key.split('\n'),
      String(own.length),
      ...Array.from({ length: slices - 1 }, (_, at) => overLast(own, at)),
    ]),
  ),
);
console.log(`slices of ${sliceSeconds} s, one after the other, after ${idleSeconds} s without load`);

function overLast(own: readonly Burst[], at: number): string {
  return effectText(
    pairedEffect(own.map(({ throughputs }) => (throughputs[at] as number) / (throughputs.at(-1) as number))),
  );
}
