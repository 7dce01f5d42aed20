/**
 * Shows what the first slices on a warm server cost because of their probes: warms each server up, loads it without
 * probes, then with slices as a block measures them, one right after the other. Prints the throughput of each slice
 * over the mean without probes.
 *
 *   npm run figure -- with-probes [-- --scenario json] [--slices 10] [--seconds 0.5] [--starts 3] [target …]
 */
import { parseArgs } from 'node:util';
import type { MeasuringSession } from '../src/commands/measuring/session.ts';
import { LiveServer, type Ready } from '../src/measure/blocks/live-server.ts';
import { plannedCells } from '../src/measure/planned-cells.ts';
import { putLoad } from '../src/measure/slice/load.ts';
import { databaseKinds, scenarioIds, scenarioOf } from '../src/model/index.ts';
import { mean } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import {
  closedLoad,
  closedProfile,
  closedSlice,
  readyTargets,
  warmServer,
  withSession,
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
const scenario = scenarioIds.find((id) => id === values.scenario);
if (!scenario) throw new RangeError(`no scenario ${values.scenario}`);
const slices = Number(values.slices);
const seconds = Number(values.seconds);
const asked =
  positionals.length > 0
    ? positionals
    : ['java/helidon', 'java/spring-boot:jvm', 'javascript/koa:single', 'go/gin:raw'];
const WARM_SECONDS = 90;
const PLAIN_SLICES = 6;

const profile = closedProfile({ name: 'with-probes', scenarios: [scenario], sliceSeconds: seconds });
/** One line per start: the slices with probes, each over the mean without. */
const starts: { name: string; over: number[] }[] = [];

const { database } = scenarioOf(scenario);
await withSession(
  databaseKinds.filter((kind) => kind === database),
  async (session) => {
    for (const one of Object.values(session.databases)) await one.seed(session.data);
    const ready = await readyTargets(session, asked);
    for (let start = 0; start < Number(values.starts); start++) {
      for (const one of ready) {
        starts.push({ name: one.targetVariant.name, over: await measureStart(session, one, start) });
      }
    }
  },
);

console.log(
  table(
    [
      { title: 'server' },
      ...Array.from({ length: slices }, (_, at) => ({ title: `slice ${at + 1}`, align: 'right' as const })),
    ],
    starts.map(({ name, over }) => [name, ...over.map((ratio) => ratio.toFixed(2))]),
  ),
);
console.log(`slices of ${seconds} s with probes, over the mean of ${PLAIN_SLICES} without, ${scenario}`);

async function measureStart(session: MeasuringSession, one: Ready, start: number): Promise<number[]> {
  const [cell] = plannedCells([one.targetVariant], profile);
  if (!cell) throw new RangeError(`${one.targetVariant.name} does not serve ${scenario}`);
  const live = await LiveServer.start(session, one, start);
  try {
    const load = closedLoad(session, cell.scenario.id, live);
    await warmServer(session, live, load, { maxSeconds: WARM_SECONDS });
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
    return over;
  } finally {
    await live.stop();
  }
}
