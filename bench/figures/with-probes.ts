/**
 * Shows what the probes that come with every slice cost a warm server: warms each server up, without probes as a loader
 * alone would and with them as a block does, loads it without probes, then with slices as a block measures them, one
 * right after the other. Prints the throughput of each slice over the mean without probes.
 *
 *   npm run figure -- with-probes [-- --scenario json] [--slices 10] [--seconds 0.5] [--starts 3] [target …]
 */
import { parseArgs } from 'node:util';
import type { MeasuringSession } from '../src/commands/measuring/session.ts';
import { LiveServer, type Ready } from '../src/measure/blocks/live-server.ts';
import { putLoad } from '../src/measure/slice/load.ts';
import { mean } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import {
  askedScenarios,
  closedCell,
  closedLoad,
  closedSlice,
  readyTargets,
  warmServer,
  withSeeded,
} from './support/measuring.ts';

const { values, positionals } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'json' },
    slices: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '0.5' },
    starts: { type: 'string', default: '3' },
  },
  allowPositionals: true,
});
const [scenario] = askedScenarios(values.scenario);
const slices = Number(values.slices);
const seconds = Number(values.seconds);
const asked =
  positionals.length > 0
    ? positionals
    : ['java/helidon', 'java/spring-boot:jvm', 'javascript/koa:single', 'go/gin:raw'];
const WARM_SECONDS = 90;
const PLAIN_SLICES = 6;

const WAYS = ['without', 'with'] as const;
type Way = (typeof WAYS)[number];
/** One line per start: the slices with probes, each over the mean without. */
const starts: { name: string; way: Way; warmSeconds: number; over: number[] }[] = [];

await withSeeded([scenario], async (session) => {
  const ready = await readyTargets(session, asked);
  for (let start = 0; start < Number(values.starts); start++) {
    for (const one of ready) {
      for (const way of WAYS) starts.push(await measureStart(session, one, start, way));
    }
  }
});

console.log(
  table(
    [
      { title: 'server' },
      { title: 'warmed up' },
      { title: 'in', align: 'right' },
      ...Array.from({ length: slices }, (_, at) => ({ title: `slice ${at + 1}`, align: 'right' as const })),
    ],
    starts.map(({ name, way, warmSeconds, over }) => [
      name,
      `${way} probes`,
      `${warmSeconds} s`,
      ...over.map((ratio) => ratio.toFixed(2)),
    ]),
  ),
);
console.log(`slices of ${seconds} s with probes, over the mean of ${PLAIN_SLICES} without, ${scenario}`);

async function measureStart(
  session: MeasuringSession,
  one: Ready,
  start: number,
  way: Way,
): Promise<(typeof starts)[number]> {
  const cell = closedCell(one, scenario);
  const live = await LiveServer.start(session, one, start);
  try {
    const load = closedLoad(session, scenario, live);
    const warmed = await warmServer(session, live, load, {
      maxSeconds: WARM_SECONDS,
      probed: way === 'with' ? [cell] : [],
    });
    const plain: number[] = [];
    for (let slice = 0; slice < PLAIN_SLICES; slice++) {
      const { report } = await putLoad(session, { ...load, seconds }, session.signal);
      plain.push(report.requests / report.durationSeconds);
    }
    const usual = mean(plain);
    const over: number[] = [];
    for (let slice = 0; slice < slices; slice++) {
      const { report } = (await closedSlice(session, live, cell, seconds, 2 + slice)).outcome;
      over.push(report.requests / report.durationSeconds / usual);
    }
    const warmSeconds = warmed.lightSlices + warmed.slices.length;
    return { name: one.targetVariant.name, way, warmSeconds, over };
  } finally {
    await live.stop();
  }
}
