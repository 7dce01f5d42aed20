import type { RunningServer } from '../../launch/launcher.ts';
import {
  type ComparisonWarmup,
  isUntilSteady,
  type LoadShape,
  QUIET_COMPILING_RATIO,
  type Scenario,
} from '../../model/index.ts';
import type { CompilerClock } from '../../process/compiler-threads.ts';
import { collectGrownGarbage } from '../../process/own-garbage.ts';
import { type Usage, usedBetween } from '../../process/usage.ts';
import { PitwallError } from '../../util/errors.ts';
import { readCount } from '../../verify/checks/counter-checks.ts';
import { errorCount, wrongStatuses } from '../../verify/probes/reconcile.ts';
import type { Measuring } from '../bench.ts';
import { stolenRatio } from '../slice/figures.ts';
import type { LoadRequest, PutLoad } from '../slice/load.ts';
import { serverTimes } from '../slice/target-server.ts';
import { requireSteady, sideWarmUp } from '../warm-up/side-warm-up.ts';
import { type WarmedUp, type WarmUpRequest, warmUpTogether } from '../warm-up/warm-up.ts';
import { forSide, type Side, SideError } from './side-error.ts';
import type { SideSpec } from './side-spec.ts';

/** How running sides are warmed up and measured. */
export interface LoadSettings {
  measureSeconds: number;
  warmup: ComparisonWarmup;
  /** Reads what the servers time themselves; set by calibration. */
  meter?: Meter;
}

export interface DuetLoad {
  scenario: Scenario;
  shape: LoadShape;
  seed: number;
}

interface SideFigures {
  requests: number;
  cpuPerRequestNanoseconds: number;
  /** Mean per sample, as the meter reads it; `null` without a meter. */
  meteredNanoseconds: number | null;
}

/** What both sides have in common. */
export type SharedBySides = Pick<Measuring, 'data' | 'hosts' | 'processors' | 'signal'>;

/** Figures of both sides, measured at once. */
export interface DuetFigures {
  sides: Record<Side, SideFigures>;
  stolenRatio: number | null;
}

/** A side whose server is up. */
export interface RunningSide {
  side: Side;
  server: RunningServer;
  putLoad(scenario: Scenario): PutLoad;
  counts: boolean;
  spec: SideSpec;
  compilers: CompilerClock;
}

/** How often a load is measured until the compiling threads of both sides are quiet meanwhile. */
const MOST_MEASUREMENTS = 6;

/**
 * Warms both sides up with a load, then measures them under it, again and again until neither compiles meanwhile if the
 * warm-up asks for that. Throws a SideError if one side gives no figure, or compiled in every measurement.
 */
export async function measureLoad(
  shared: Omit<SharedBySides, 'signal'>,
  settings: LoadSettings,
  duetLoad: DuetLoad,
  running: readonly RunningSide[],
  signal: AbortSignal,
): Promise<DuetFigures> {
  const loading: Loading = { shared, settings, duetLoad, running, signal };
  for (let measurement = 1; ; measurement++) {
    await warmUpBoth(loading, measurement > 1);
    const { figures, compilingRatios } = await measureOnce(loading);
    const compiling = isQuietWanted(settings.warmup)
      ? running.findIndex((_, index) => (compilingRatios[index] ?? 0) >= QUIET_COMPILING_RATIO)
      : -1;
    if (compiling < 0) return figures;
    if (measurement === MOST_MEASUREMENTS) {
      const { side } = running[compiling] as RunningSide;
      throw new SideError(side, stillCompiles(compilingRatios[compiling] ?? 0));
    }
  }
}

function isQuietWanted(warmup: ComparisonWarmup): boolean {
  return isUntilSteady(warmup) && warmup.whileQuiet === true;
}

function stillCompiles(compilingRatio: number): PitwallError {
  return new PitwallError({
    what: 'The server compiles while it is measured',
    where: `in each of ${MOST_MEASUREMENTS} measurements`,
    expected: `compiler threads that take less than ${QUIET_COMPILING_RATIO * 100} % of its CPU time`,
    seen: `${(compilingRatio * 100).toFixed(1)} % in the last`,
    next: 'Compare fewer scenarios on a quiet machine, or with --warmup brief',
  });
}

/** A load on both sides. */
interface Loading {
  shared: Omit<SharedBySides, 'signal'>;
  settings: LoadSettings;
  duetLoad: DuetLoad;
  running: readonly RunningSide[];
  signal: AbortSignal;
}

function both<T>(running: readonly RunningSide[], work: (one: RunningSide) => Promise<T>): Promise<T[]> {
  return Promise.all(running.map((one) => forSide(one.side, () => work(one))));
}

function loadOf({ shared, settings, duetLoad }: Loading, { server }: RunningSide): LoadRequest {
  const { scenario, shape, seed } = duetLoad;
  return {
    shape,
    origin: server.origin,
    requests: scenario.requests(shared.data),
    seconds: settings.measureSeconds,
    ratePerSecond: null,
    // Both draw the same requests in the same order.
    seed,
  };
}

/** What is read of a side before and after its load. */
interface Reading {
  count: number | null;
  metered: MeterReading | null;
}

async function readSide({ meter }: LoadSettings, { counts, server, spec }: RunningSide): Promise<Reading> {
  return {
    count: counts ? await readCount(server.origin) : null,
    metered: (await meter?.(spec, server.origin)) ?? null,
  };
}

async function measureOnce(
  loading: Loading,
): Promise<{ figures: DuetFigures; compilingRatios: (number | null)[] }> {
  const { shared, settings, running, signal } = loading;
  const { scenario, shape } = loading.duetLoad;
  const { status } = scenario.expected(scenario.requests(shared.data)[0] ?? FIRST, shared.data);
  collectGrownGarbage();
  const read = await both(running, (one) => readSide(settings, one));
  const times = serverTimes(shared.hosts);
  const compilingSince = running.map(({ server, compilers }) => compilers.time(server));
  const before = await both(running, ({ server }) => server.usage());
  const loaded = await both(running, (one) => one.putLoad(scenario)(loadOf(loading, one), signal));
  const after = await both(running, ({ server }) => server.usage());
  const used = running.map((_, at) => usedBetween(before[at] as Usage, after[at] as Usage));
  const compilingRatios = compilingSince.map((ratioOf, at) => ratioOf(used[at] ?? null));
  const stolen = stolenRatio(times, serverTimes(shared.hosts), shared.processors);
  const readAfter = await both(running, (one) => readSide(settings, one));
  const sides = running.map(({ side, counts }, index) => {
    const { report } = loaded[index] as (typeof loaded)[number];
    const wrong = errorCount(report) + wrongStatuses(report, status);
    if (report.requests === 0) throw new SideError(side, 'it answered no request');
    const nanoseconds = used[index] ?? null;
    if (nanoseconds === null) throw new SideError(side, 'its CPU time is not known');
    if (report.unasked)
      throw new SideError(side, `${report.unasked} of ${report.requests} responses answered no request`);
    if (wrong > 0) throw new SideError(side, `${wrong} of ${report.requests} responses were errors`);
    const grown = (readAfter[index]?.count ?? 0) - (read[index]?.count ?? 0) - 1;
    if (counts) requireOwnRequests(side, grown, report.requests, shape);
    const figures: SideFigures = {
      requests: report.requests,
      cpuPerRequestNanoseconds: nanoseconds / report.requests,
      meteredNanoseconds: meanMetered(read[index]?.metered, readAfter[index]?.metered),
    };
    return [side, figures] as const;
  });
  return {
    figures: { sides: Object.fromEntries(sides) as DuetFigures['sides'], stolenRatio: stolen },
    compilingRatios,
  };
}

/**
 * Throws a SideError unless the server counted the load and nothing else. More means that another client
 * sends requests too, which would change what the server takes per request of the load.
 */
export function requireOwnRequests(side: Side, counted: number, sent: number, shape: LoadShape): void {
  if (counted < sent) throw new SideError(side, `it counted ${counted} requests of ${sent}`);
  // The loader cuts off one request per connection at its end, and so did the last slice of the warm-up.
  const inFlight = 2 * shape.connections;
  if (counted <= sent + inFlight) return;
  throw new SideError(
    side,
    `it counted ${counted} requests where the load sent ${sent}, with at most ${inFlight} in flight: something else sends it requests`,
  );
}

/** What a server's own clock has added up so far. */
interface MeterReading {
  nanoseconds: number;
  samples: number;
}

/** Reads a server's own clock; `null` if it has none. */
export type Meter = (spec: SideSpec, origin: string) => Promise<MeterReading | null>;

function meanMetered(
  before: MeterReading | null | undefined,
  after: MeterReading | null | undefined,
): number | null {
  if (!before || !after || after.samples === before.samples) return null;
  return (after.nanoseconds - before.nanoseconds) / (after.samples - before.samples);
}

const FIRST = { method: 'GET', path: '/' } as const;

/**
 * Warms up both servers; throws a SideError if one was to be steady and is not.
 *
 * @param isWarm whether each has been warmed up by itself before
 */
async function warmUpBoth(loading: Loading, isWarm: boolean): Promise<void> {
  const { settings, running, signal } = loading;
  const { warmup } = settings;
  const sides = running.map((one) => {
    const { side, server, spec, compilers } = one;
    const failed = (error: unknown): SideError => new SideError(side, error);
    const request = {
      putLoad: readAndLoad(loading, one),
      server,
      compilers,
      load: loadOf(loading, one),
      failed,
    };
    return { side, request, ...sideWarmUp(warmup, spec.targetVariant.target.manifest.language) };
  });
  const warmUpSides = async (requests: { side: Side; request: WarmUpRequest & { putLoad: PutLoad } }[]) => {
    const warmed = await warmUpTogether(
      requests.map(({ request }) => request),
      signal,
    );
    for (const [index, { side }] of requests.entries())
      await forSide(side, () => requireSteady(warmup, warmed[index] as WarmedUp));
  };
  if (!isWarm) {
    for (const { side, request, alone } of sides)
      if (alone) await warmUpSides([{ side, request: { ...request, ...alone } }]);
  }
  await warmUpSides(
    sides.map(({ side, request, together }) => ({ side, request: { ...request, ...together } })),
  );
}

/**
 * Puts a load between the readings that come with a measurement. Code that a virtual machine compiled for one request
 * alone is thrown away when it gets another, however rare: after a warm-up without them, the first reading made Spring
 * Boot compile for seconds, and double its cost, in the measurement that followed.
 */
function readAndLoad({ settings, duetLoad }: Loading, one: RunningSide): PutLoad {
  const put = one.putLoad(duetLoad.scenario);
  return async (load, signal) => {
    await readSide(settings, one);
    const outcome = await put(load, signal);
    await readSide(settings, one);
    return outcome;
  };
}
