/**
 * Shows which length of a slice is worth most: keeps servers alive together, as a block does, and loads all of
 * them in cycles of slices, each cycle with one length. For each length, prints how much of a slice's deviation
 * is left after target and cycle, what a slice takes with everything around it, the deviation of a figure after a
 * minute for each server, and throughput over that of the longest slices of the same cycle, for all servers and for
 * each: a slice must be long for a response and for opening its connections.
 *
 *   npm run figure -- slice-length [-- --scenario json] [--cycles 20] [--seconds 0.25,0.5,1,2] [target …]
 */
import { parseArgs } from 'node:util';
import { LiveServer } from '../src/measure/blocks/live-server.ts';
import type { PlannedCell } from '../src/measure/planned-cells.ts';
import { additiveFit, mean, pairedEffect } from '../src/stats/index.ts';
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
import { effectText, percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'json' },
    cycles: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '0.25,0.5,1,2' },
  },
  allowPositionals: true,
});
const [scenario] = askedScenarios(values.scenario);
const lengths = values.seconds.split(',').map(Number);
const cycles = Number(values.cycles);
const asked = positionals.length > 0 ? positionals : ['c/epoll', 'rust/axum', 'go/gin:raw', 'go/echo'];
const WARM_SECONDS = 90;

interface Measured {
  length: number;
  row: string;
  column: number;
  throughput: number;
  cpu: number;
  wallSeconds: number;
}
const measured: Measured[] = [];

await withSeeded([scenario], async (session) => {
  const ready = await readyTargets(session, asked);
  const live: { server: LiveServer; cell: PlannedCell }[] = [];
  try {
    for (const one of ready) {
      const cell = closedCell(one, scenario);
      const server = await LiveServer.start(session, one, 0);
      live.push({ server, cell });
      await warmServer(session, server, closedLoad(session, scenario, server), {
        maxSeconds: WARM_SECONDS,
        probed: [cell],
      });
    }
    const random = seededRandom(1);
    for (let cycle = 0; cycle < cycles; cycle++) {
      for (const length of random.shuffled(lengths)) {
        for (const { server, cell } of random.shuffled(live)) {
          const began = performance.now();
          const observed = await closedSlice(session, server, cell, length, 2 + cycle);
          const { requests, durationSeconds } = observed.outcome.report;
          measured.push({
            length,
            row: server.name,
            column: cycle,
            throughput: Math.log(requests / durationSeconds),
            cpu: Math.log(requestCostOf(observed)),
            wallSeconds: (performance.now() - began) / 1_000,
          });
        }
      }
    }
  } finally {
    for (const { server } of live) await server.stop();
  }
});

const servers = [...new Set(measured.map(({ row }) => row))];
const longest = Math.max(...lengths);
console.log(
  table(
    [
      { title: 'slice', align: 'right' },
      { title: 'takes', align: 'right' },
      { title: 'throughput, left of a slice', align: 'right' },
      { title: 'after a minute', align: 'right' },
      { title: 'CPU time per request, left', align: 'right' },
      { title: 'after a minute', align: 'right' },
      { title: 'throughput over the longest' },
    ],
    lengths.map((length) => {
      const own = measured.filter((one) => one.length === length);
      const wallSeconds = mean(own.map((one) => one.wallSeconds));
      const figures = (['throughput', 'cpu'] as const).flatMap((metric) => {
        const left = leftOf(own.map(({ row, column, [metric]: value }) => ({ row, column, value })));
        return [percent(left), percent(left / Math.sqrt(60 / wallSeconds), 2)];
      });
      return [`${length} s`, `${wallSeconds.toFixed(2)} s`, ...figures, overLongest(own)];
    }),
  ),
);
console.log(`${cycles} cycles of each length over ${servers.length} servers, ${scenario}\n`);
console.log(
  table(
    [{ title: 'throughput over the longest' }, ...lengths.map((length) => ({ title: `${length} s` }))],
    servers.map((name) => [
      name,
      ...lengths.map((length) =>
        overLongest(measured.filter((one) => one.row === name && one.length === length)),
      ),
    ]),
  ),
);

function overLongest(own: readonly Measured[]): string {
  const ratios = own.flatMap(({ row, column, throughput }) =>
    measured
      .filter((one) => one.length === longest && one.row === row && one.column === column)
      .map((one) => Math.exp(throughput - one.throughput)),
  );
  return effectText(pairedEffect(ratios));
}

/** Returns the deviation of a slice after target and cycle are removed. */
function leftOf(entries: readonly { row: string; column: number; value: number }[]): number {
  const { residuals } = additiveFit(entries);
  const degrees = (1 - 1 / cycles) * (1 - 1 / servers.length);
  return Math.sqrt(mean(residuals.map((value) => value ** 2)) / degrees);
}
