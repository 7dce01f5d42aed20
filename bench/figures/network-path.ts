/**
 * Shows what the networks of a comparison's sides cost: one server per way, all alive together and loaded in turn,
 * second by second in a drawn order. `host` is the way of a run, and `sides` that of a comparison in containers.
 *
 *   npm run figure -- network-path [target …]
 */
import { readTargets, selectVariants } from '../src/catalog/targets.ts';
import { openSession } from '../src/commands/measuring/session.ts';
import type { RunningServer } from '../src/launch/launcher.ts';
import { type Bench, whileMeasuring } from '../src/measure/bench.ts';
import { separateSides } from '../src/measure/duet/separate-sides.ts';
import { buildTarget } from '../src/measure/prepare.ts';
import { putLoad } from '../src/measure/slice/load.ts';
import { startServer } from '../src/measure/slice/target-server.ts';
import { type LoadShape, scenarioOf } from '../src/model/index.ts';
import { usedBetween } from '../src/process/usage.ts';
import { mean, pairedEffect } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';
import { invocationOf, percent } from './support/script.ts';

const CYCLES = 30;
const SHAPE: LoadShape = { loader: 'wrk', connections: 16, connection: 'keep-alive' };
/** `again` is a second server on the host's network: the noise. */
const WAYS = ['host', 'again', 'sides'] as const;
type Way = (typeof WAYS)[number];

interface Figures {
  throughputPerSecond: number;
  cpuPerRequestNanoseconds: number;
  meanLatencySeconds: number;
}
const METRICS = ['throughputPerSecond', 'cpuPerRequestNanoseconds', 'meanLatencySeconds'] as const;

const asked = process.argv.slice(2);
const session = await openSession(invocationOf([]), { launcher: 'compose', tools: ['wrk'], databases: [] });
const sides = await separateSides(session, []);
const benches: Record<Way, Bench> = { host: session, again: session, sides: sides.head };
try {
  for (const name of asked.length > 0 ? asked : ['c/epoll', 'go/gin']) {
    const found = await whileMeasuring(session, () => measure(name));
    const rows = METRICS.flatMap((metric) =>
      (['again', 'sides'] as const).map((way) => {
        const effect = pairedEffect(found.map((cycle) => cycle[way][metric] / cycle.host[metric]));
        const before = mean(found.map(({ host }) => host[metric]));
        const text = effect && `${percent(effect.low - 1)} to ${percent(effect.high - 1)}`;
        return [metric, way, before.toPrecision(4), percent((effect?.ratio ?? 1) - 1), text ?? ''];
      }),
    );
    console.log(`\n${name}, ${CYCLES} cycles`);
    console.log(
      table(
        [
          { title: 'metric' },
          { title: 'way' },
          { title: 'host', align: 'right' },
          { title: 'against host', align: 'right' },
          { title: '95 %', align: 'right' },
        ],
        rows,
      ),
    );
  }
} finally {
  await sides.close();
  await session.close();
}

/** Returns the figures of each way, cycle by cycle. */
async function measure(name: string): Promise<Record<Way, Figures>[]> {
  const [targetVariant] = selectVariants(readTargets(repository), [name]);
  if (!targetVariant) throw new RangeError(`no target ${name}`);
  const outcome = await buildTarget(session, targetVariant.target);
  if ('leftOut' in outcome) throw outcome.error ?? new Error(outcome.leftOut.reason);
  const servers = {} as Record<Way, RunningServer>;
  try {
    for (const way of WAYS) servers[way] = await startServer(benches[way], targetVariant, outcome.built);
    const random = seededRandom(1);
    const cycles: Record<Way, Figures>[] = [];
    // The first cycle warms up.
    for (let cycle = -1; cycle < CYCLES; cycle++) {
      const figures = {} as Record<Way, Figures>;
      for (const way of random.shuffled(WAYS))
        figures[way] = await load(benches[way], servers[way], cycle + 1);
      if (cycle >= 0) cycles.push(figures);
    }
    return cycles;
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function load(bench: Bench, server: RunningServer, seed: number): Promise<Figures> {
  const requests = scenarioOf('json').requests(bench.data);
  const before = await server.usage();
  const { report } = await putLoad(
    bench,
    { shape: SHAPE, origin: server.origin, requests, seconds: 1, ratePerSecond: null, seed },
    bench.signal,
  );
  const used = usedBetween(before, await server.usage());
  return {
    throughputPerSecond: report.requests / report.durationSeconds,
    cpuPerRequestNanoseconds: (used ?? Number.NaN) / report.requests,
    meanLatencySeconds: report.latency.meanSeconds ?? Number.NaN,
  };
}
