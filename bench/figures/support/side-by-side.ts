import type { Bench } from '../../src/measure/bench.ts';
import { LiveServer, type Ready } from '../../src/measure/blocks/live-server.ts';
import { putLoad } from '../../src/measure/slice/load.ts';
import { ruleFor } from '../../src/measure/warm-up/steady-state.ts';
import { warmUp } from '../../src/measure/warm-up/warm-up.ts';
import type { LoadShape } from '../../src/model/index.ts';
import { type Usage, usedBetween } from '../../src/process/usage.ts';
import { geometricInterval, mean, median } from '../../src/stats/index.ts';
import { PitwallError } from '../../src/util/errors.ts';
import type { Random } from '../../src/util/random.ts';

/** Starts a target afresh, as a block does. */
export async function startOurs(bench: Bench, ready: Ready): Promise<Running> {
  const live = await LiveServer.start(bench, ready, 0);
  const { server } = live;
  return {
    origin: server.origin,
    usage: () => server.usage(),
    pids: () => server.pids(),
    stop: () => live.stop(),
  };
}

/** A running server, as loads and figures need it. */
export interface Running {
  origin: string;
  usage(): Promise<Usage>;
  pids(): readonly number[];
  stop(): Promise<unknown>;
}

type Owner = 'ours' | 'theirs';
const OWNERS: readonly Owner[] = ['ours', 'theirs'];

interface OwnedSlice {
  perSecond: number;
  cpuNanoseconds: number | null;
  bytes: number;
}

/** Slices of a path in one block, by owner and in order of cycles. */
export type BlockSlices = Record<Owner, OwnedSlice[]>;

export interface ComparedServers {
  /** Starts the server of each owner afresh; both are on the server's processors. */
  start: Readonly<Record<Owner, () => Promise<Running>>>;
  paths: readonly string[];
  /** The language says whether the servers compile as they run. */
  language: string;
  cycles: number;
  random: Random;
}

const SHAPE: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
const SLICE_SECONDS = 1;
const WARM_SECONDS = 20;

/**
 * Starts both servers afresh, warms them up, and loads them in turn, in random order, so that two slices side by side
 * share the machine's disturbances.
 */
export async function measureSideBySide(
  bench: Bench,
  compared: ComparedServers,
): Promise<Map<string, BlockSlices>> {
  const { paths, language, cycles, random } = compared;
  const found = new Map<string, BlockSlices>();
  const started: Running[] = [];
  try {
    const running = {} as Record<Owner, Running>;
    for (const owner of random.shuffled(OWNERS)) {
      running[owner] = await compared.start[owner]();
      started.push(running[owner]);
    }
    for (const path of random.shuffled(paths)) {
      for (const owner of random.shuffled(OWNERS)) await warm(bench, running[owner], path, language);
      const slices: BlockSlices = { ours: [], theirs: [] };
      for (let cycle = 0; cycle < cycles; cycle++) {
        for (const owner of random.shuffled(OWNERS))
          slices[owner].push(await loadOnce(bench, running[owner], path));
      }
      found.set(path, slices);
    }
    return found;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

function loadOf({ origin }: Running, path: string) {
  return {
    shape: SHAPE,
    origin,
    requests: [{ method: 'GET' as const, path }],
    seconds: SLICE_SECONDS,
    ratePerSecond: null,
    seed: 1,
  };
}

async function warm(bench: Bench, server: Running, path: string, language: string): Promise<void> {
  const load = loadOf(server, path);
  const rule = ruleFor(language);
  await warmUp(
    (request, signal) => putLoad(bench, request, signal),
    { server, load, rule, sliceSeconds: SLICE_SECONDS, maxSeconds: WARM_SECONDS },
    bench.signal,
  );
}

async function loadOnce(bench: Bench, server: Running, path: string): Promise<OwnedSlice> {
  const before = await server.usage();
  const { report } = await putLoad(bench, loadOf(server, path), bench.signal);
  const used = usedBetween(before, await server.usage());
  if (report.requests === 0 || report.statusAtLeast400 > 0) {
    throw new PitwallError({
      what: 'A slice gives no figure',
      where: `${server.origin}${path}`,
      expected: 'responses with status 200',
      seen: `${report.requests} responses, ${report.statusAtLeast400} of them with status 400 or higher`,
      next: `Ask it by hand: curl -i ${server.origin}${path}`,
    });
  }
  return {
    perSecond: report.requests / report.durationSeconds,
    cpuNanoseconds: used === null ? null : used / report.requests,
    bytes: (report.receivedBytes ?? Number.NaN) / report.requests,
  };
}

type Interval = NonNullable<ReturnType<typeof geometricInterval>>;

/** What the blocks of one path say: medians of each server, and ratios of ours to theirs. */
export interface SideBySide {
  perSecond: Record<Owner, number>;
  bytes: Record<Owner, number>;
  /** `null` with fewer than two blocks. */
  throughput: Interval | null;
  cpu: Interval | null;
}

/** A block is the unit of the intervals, because starts of one server differ more than slices do. */
export function sideBySide(blocks: readonly BlockSlices[]): SideBySide {
  const all = (owner: Owner): OwnedSlice[] => blocks.flatMap((block) => block[owner]);
  const medians = (value: (slice: OwnedSlice) => number): Record<Owner, number> => ({
    ours: median(all('ours').map(value)),
    theirs: median(all('theirs').map(value)),
  });
  const known = OWNERS.flatMap(all).every(({ cpuNanoseconds }) => cpuNanoseconds !== null);
  return {
    perSecond: medians(({ perSecond }) => perSecond),
    bytes: medians(({ bytes }) => bytes),
    throughput: geometricInterval(blocks.map((block) => ratioOf(block, ({ perSecond }) => perSecond))),
    cpu: known
      ? geometricInterval(blocks.map((block) => ratioOf(block, ({ cpuNanoseconds }) => cpuNanoseconds ?? 0)))
      : null,
  };
}

/** Returns the geometric mean over the cycles of a block, whose two slices stand side by side. */
function ratioOf({ ours, theirs }: BlockSlices, value: (slice: OwnedSlice) => number): number {
  return Math.exp(mean(ours.map((one, cycle) => Math.log(value(one) / value(theirs[cycle] as OwnedSlice)))));
}

/** `0.97 (0.94 to 1.00)` */
export function shownRatio(interval: Interval | null, digits = 2): string {
  if (interval === null) return '';
  const { estimate, low, high } = interval;
  return `${estimate.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}
