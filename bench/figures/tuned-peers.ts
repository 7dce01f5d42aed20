/**
 * Holds targets against servers of the same framework that others tuned: TechEmpower's entries. Builds both, starts
 * them afresh in each block on the same processor, and loads them in turn, a second each, in random order. Prints
 * our throughput and processor time per request divided by theirs. Writes nothing but copies below .cache.
 *
 *   git clone --depth 1 https://github.com/TechEmpower/FrameworkBenchmarks ~/FrameworkBenchmarks
 *   npm run figure -- tuned-peers ~/FrameworkBenchmarks [target …] [--blocks 4] [--cycles 5] [--seed 1]
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LiveServer, type Ready } from '../src/measure/blocks/live-server.ts';
import { frameworkVersionOf } from '../src/measure/provenance.ts';
import { putLoad } from '../src/measure/slice/load.ts';
import { ruleFor } from '../src/measure/warm-up/steady-state.ts';
import { warmUp } from '../src/measure/warm-up/warm-up.ts';
import type { LoadShape } from '../src/model/index.ts';
import { usedBetween } from '../src/process/usage.ts';
import { geometricInterval, mean, median } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { messageOf } from '../src/util/errors.ts';
import { seededRandom } from '../src/util/random.ts';
import { readyTargets, withSession } from './support/measuring.ts';
import { type BuiltPeer, buildPeer, type RunningPeer, startPeer, tunedPeers } from './support/tuned-peers.ts';

const { values, positionals } = parseArgs({
  options: {
    blocks: { type: 'string', default: '4' },
    cycles: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const [checkout, ...names] = positionals;
const blocks = Number(values.blocks);
const cycles = Number(values.cycles);
if (checkout === undefined || ![blocks, cycles].every((count) => Number.isInteger(count) && count > 1)) {
  console.error(
    'Give the folder of a checkout of TechEmpower/FrameworkBenchmarks, --blocks and --cycles from 2',
  );
  process.exit(2);
}
const peers = tunedPeers.filter(
  ({ ours }) => names.length === 0 || names.includes(ours) || names.includes(ours.replace(/:.*/, '')),
);
if (peers.length === 0) {
  console.error(`No such target here; known are: ${tunedPeers.map(({ ours }) => ours).join(', ')}`);
  process.exit(2);
}

const random = seededRandom(Number(values.seed));
const SCENARIOS = ['json', 'plaintext'] as const;
const SHAPE: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
const WARM_SECONDS = 20;
/** What we ask of ours. */
const LEAST_RATIO = 0.95;

type Scenario = (typeof SCENARIOS)[number];
/** What a load and its figures need of a running server. */
type Running = Pick<RunningPeer, 'origin' | 'usage' | 'pids'>;
type Side = 'ours' | 'theirs';
const SIDES: readonly Side[] = ['ours', 'theirs'];

interface Slice {
  perSecond: number;
  cpuNanoseconds: number | null;
  bytes: number;
}

/** Slices of a scenario in one block, by side and in order of cycles. */
type BlockSlices = Record<Side, Slice[]>;

await withSession([], async (session) => {
  const signal = session.signal;

  async function slice(running: Running, scenario: Scenario): Promise<Slice> {
    const before = await running.usage();
    const { report } = await putLoad(session, loadOf(running, scenario), signal);
    const used = usedBetween(before, await running.usage());
    if (report.requests === 0 || report.statusAtLeast400 > 0) {
      throw new RangeError(`${running.origin}/${scenario}: ${report.requests} responses, errors among them`);
    }
    return {
      perSecond: report.requests / report.durationSeconds,
      cpuNanoseconds: used === null ? null : used / report.requests,
      bytes: (report.receivedBytes ?? Number.NaN) / report.requests,
    };
  }

  function loadOf(running: Running, scenario: Scenario) {
    return {
      shape: SHAPE,
      origin: running.origin,
      requests: [{ method: 'GET' as const, path: `/${scenario}` }],
      seconds: 1,
      ratePerSecond: null,
      seed: 1,
    };
  }

  /** Starts both afresh, warms them up, and loads them in turn. */
  async function measureBlock(ready: Ready, built: BuiltPeer): Promise<Record<Scenario, BlockSlices>> {
    const { language } = ready.targetVariant.target.manifest;
    const live = await LiveServer.start(session, ready, 0);
    try {
      const peer = await startPeer(session, built);
      try {
        const running = { ours: live.server, theirs: peer };
        const found: Record<Scenario, BlockSlices> = {
          json: { ours: [], theirs: [] },
          plaintext: { ours: [], theirs: [] },
        };
        for (const scenario of random.shuffled(SCENARIOS)) {
          for (const side of random.shuffled(SIDES)) {
            await warmUp(
              session,
              {
                server: running[side],
                load: loadOf(running[side], scenario),
                rule: ruleFor(language),
                sliceSeconds: 1,
                maxSeconds: WARM_SECONDS,
              },
              signal,
            );
          }
          for (let cycle = 0; cycle < cycles; cycle++) {
            for (const side of random.shuffled(SIDES)) {
              found[scenario][side].push(await slice(running[side], scenario));
            }
          }
        }
        return found;
      } finally {
        await peer.stop();
      }
    } finally {
      await live.stop();
    }
  }

  const rows: string[][] = [];
  for (const peer of peers) {
    try {
      console.error(`${peer.ours}: building`);
      const [ready] = await readyTargets(session, [peer.ours]);
      if (!ready) continue;
      const built = await buildPeer(resolve(checkout), peer, signal);
      const measured: Record<Scenario, BlockSlices>[] = [];
      for (let block = 0; block < blocks; block++) {
        console.error(`${peer.ours}: block ${block + 1} of ${blocks}`);
        measured.push(await measureBlock(ready, built));
      }
      const ourVersion = frameworkVersionOf(ready.targetVariant.target, ready.built) ?? '?';
      for (const scenario of SCENARIOS) {
        rows.push([
          peer.ours,
          `${ourVersion} / ${built.version}`,
          scenario,
          ...figuresOf(measured.map((block) => block[scenario])),
        ]);
        console.error(`  ${scenario}: ${rows.at(-1)?.slice(3).join(' | ')}`);
      }
    } catch (error) {
      signal.throwIfAborted();
      console.error(`${peer.ours} is left out: ${messageOf(error)}`);
    }
  }
  console.log(
    table(
      [
        { title: 'target' },
        { title: 'framework, ours / theirs' },
        { title: 'scenario' },
        { title: 'ours, requests/s', align: 'right' },
        { title: 'theirs', align: 'right' },
        { title: 'throughput, ours / theirs' },
        { title: `${LEAST_RATIO} or more` },
        { title: 'processor time a request, ours / theirs' },
        { title: 'bytes a response, ours / theirs' },
      ],
      rows,
    ),
  );
});

function figuresOf(measured: readonly BlockSlices[]): string[] {
  const of = (side: Side): Slice[] => measured.flatMap((block) => block[side]);
  const perSecond = geometricInterval(measured.map((block) => ratioOf(block, ({ perSecond }) => perSecond)));
  const cpu = of('ours')
    .concat(of('theirs'))
    .every(({ cpuNanoseconds }) => cpuNanoseconds !== null)
    ? geometricInterval(measured.map((block) => ratioOf(block, ({ cpuNanoseconds }) => cpuNanoseconds ?? 1)))
    : null;
  const bytes = (side: Side): string => median(of(side).map((one) => one.bytes)).toFixed(0);
  const thousands = (side: Side): string =>
    Math.round(median(of(side).map((one) => one.perSecond))).toLocaleString('en');
  return [
    thousands('ours'),
    thousands('theirs'),
    shown(perSecond),
    perSecond === null ? '' : verdict(perSecond),
    shown(cpu),
    `${bytes('ours')} / ${bytes('theirs')}`,
  ];
}

/** Returns the geometric mean over the cycles of a block, whose two slices stand side by side. */
function ratioOf({ ours, theirs }: BlockSlices, value: (slice: Slice) => number): number {
  return Math.exp(mean(ours.map((one, cycle) => Math.log(value(one) / value(theirs[cycle] as Slice)))));
}

function shown(interval: ReturnType<typeof geometricInterval>): string {
  if (interval === null) return '';
  const { estimate, low, high } = interval;
  return `${estimate.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

function verdict({ estimate, low, high }: { estimate: number; low: number; high: number }): string {
  if (low >= LEAST_RATIO) return 'yes';
  if (high < LEAST_RATIO) return 'no';
  return estimate >= LEAST_RATIO ? 'probably' : 'perhaps not';
}
