import { countsRequests } from '../../catalog/targets.ts';
import type { Built, RunningServer } from '../../launch/launcher.ts';
import type { ComparisonWarmup, LoadShape, Scenario } from '../../model/index.ts';
import { collectGrownGarbage } from '../../process/own-garbage.ts';
import { type Usage, usedBetween } from '../../process/usage.ts';
import { PitwallError } from '../../util/errors.ts';
import { readCount } from '../../verify/checks/counter-checks.ts';
import { errorCount } from '../../verify/probes/reconcile.ts';
import type { Measuring } from '../bench.ts';
import { watchForExit } from '../server-exit.ts';
import { stolenRatio, wrongStatuses } from '../slice/figures.ts';
import { type LoadRequest, type PutLoad, putLoad } from '../slice/load.ts';
import { serverTimes, startServer } from '../slice/target-server.ts';
import { requireSteady, sideWarmUp } from '../warm-up/side-warm-up.ts';
import { type WarmedUp, warmUpTogether } from '../warm-up/warm-up.ts';
import type { SideSpec } from './side-spec.ts';

export type Side = 'base' | 'head';
export const SIDES: readonly Side[] = ['base', 'head'];

/** One side, with what it is measured with: separate sides have their own network and databases. */
export interface DuetSide {
  bench: Measuring;
  spec: SideSpec;
  built: Built;
}

interface DuetRequest {
  sides: Readonly<Record<Side, DuetSide>>;
  scenario: Scenario;
  shape: LoadShape;
  measureSeconds: number;
  warmup: ComparisonWarmup;
  first: Side;
  seed: number;
  /** Reads what the servers time themselves; set by calibration. */
  meter?: Meter;
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
interface DuetFigures {
  sides: Record<Side, SideFigures>;
  stolenRatio: number | null;
}

/** A side died or answered wrongly, so the pair gives no figure. */
export class SideError extends Error {
  readonly side: Side;

  constructor(side: Side, cause: unknown) {
    super(cause instanceof PitwallError ? `${cause.what}: ${cause.seen}` : String(cause), { cause });
    this.name = 'SideError';
    this.side = side;
  }
}

interface Running {
  side: Side;
  server: RunningServer;
  load: LoadRequest;
  putLoad: PutLoad;
  counts: boolean;
  spec: SideSpec;
}

/**
 * Measures base and head at once on the same processors under the same load, so that a disturbance of one
 * disturbs the other too (duet benchmarking: Bulej et al., ICPE 2020). Each has its own loader. The figure is
 * CPU time per request, which neither side improves by getting more of the processors than the other.
 *
 * Throws a SideError if one side gives no figure; both servers and loads are stopped either way.
 */
export async function measureDuet(shared: SharedBySides, request: DuetRequest): Promise<DuetFigures> {
  const { scenario, sides, first } = request;
  const kind = scenario.database;
  const databases = new Set(SIDES.map((side) => (kind ? sides[side].bench.databases[kind] : undefined)));
  await Promise.all([...databases].map((database) => database?.seed(shared.data)));
  const order: readonly Side[] = first === 'base' ? ['base', 'head'] : ['head', 'base'];
  const running: Running[] = [];
  const watches: ReturnType<typeof watchForExit>[] = [];
  const over = new AbortController();
  const loads: Promise<unknown>[] = [];
  let measuring: Promise<DuetFigures> | null = null;
  try {
    for (const side of order) {
      const { spec, built, bench: own } = sides[side];
      const server = await forSide(side, startServer(own, spec.targetVariant, built));
      watches.push(watchForExit(server, `${spec.label} ${scenario.id}`));
      running.push({
        side,
        server,
        counts: countsRequests(spec.targetVariant),
        spec,
        load: {
          shape: request.shape,
          origin: server.origin,
          requests: scenario.requests(shared.data),
          seconds: request.measureSeconds,
          ratePerSecond: null,
          // Both draw the same requests in the same order.
          seed: request.seed,
        },
        putLoad(load, signal) {
          const loading = putLoad(own, load, signal);
          loads.push(loading);
          return loading;
        },
      });
    }
    const signal = AbortSignal.any([shared.signal, over.signal, ...watches.map((watch) => watch.signal)]);
    measuring = measureBoth(shared, request, running, signal);
    const deaths = watches.map((watch, index) => forSide(running[index]?.side ?? 'base', watch.died));
    return await Promise.race([measuring, ...deaths]);
  } finally {
    for (const watch of watches) watch.forget();
    // If one side gives no figure, the other is still under load.
    over.abort();
    await Promise.allSettled(loads);
    await Promise.all(running.map(({ server }) => server.stop()));
    await measuring?.catch(() => {});
  }
}

async function measureBoth(
  shared: Omit<SharedBySides, 'signal'>,
  request: DuetRequest,
  running: readonly Running[],
  signal: AbortSignal,
): Promise<DuetFigures> {
  const both = <T>(work: (one: Running) => Promise<T>): Promise<T[]> =>
    Promise.all(running.map((one) => forSide(one.side, work(one))));
  await warmUpBoth(request, running, signal);
  collectGrownGarbage();
  const counted = await both(countOf);
  const read = ({ spec, server }: Running) => request.meter?.(spec, server.origin) ?? Promise.resolve(null);
  const metered = await both(read);
  const times = serverTimes(shared.hosts);
  const before = await both(({ server }) => server.usage());
  const loaded = await both(({ load, putLoad }) => putLoad(load, signal));
  const after = await both(({ server }) => server.usage());
  const stolen = stolenRatio(times, serverTimes(shared.hosts), shared.processors);
  const countedAfter = await both(countOf);
  const meteredAfter = await both(read);
  const figures = running.map(({ side, load, counts }, index) => {
    const report = (loaded[index] as (typeof loaded)[number]).report;
    const { status } = request.scenario.expected(load.requests[0] ?? FIRST, shared.data);
    const wrong = errorCount(report) + wrongStatuses(report, status);
    if (report.requests === 0) throw new SideError(side, 'it answered no request');
    const used = usedBetween(before[index] as Usage, after[index] as Usage);
    if (used === null) throw new SideError(side, 'its CPU time is not known');
    if (report.unasked)
      throw new SideError(side, `${report.unasked} of ${report.requests} responses answered no request`);
    if (wrong > 0) throw new SideError(side, `${wrong} of ${report.requests} responses were errors`);
    const grown = (countedAfter[index] ?? 0) - (counted[index] ?? 0) - 1;
    if (counts) requireOwnRequests(side, grown, report.requests, load.shape);
    const figures: SideFigures = {
      requests: report.requests,
      cpuPerRequestNanoseconds: used / report.requests,
      meteredNanoseconds: meanMetered(metered[index], meteredAfter[index]),
    };
    return [side, figures] as const;
  });
  return { sides: Object.fromEntries(figures) as DuetFigures['sides'], stolenRatio: stolen };
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

async function countOf({ counts, server }: Running): Promise<number | null> {
  return counts ? readCount(server.origin) : null;
}

/** Warms up both servers at once; throws a SideError if one was to be steady and is not. */
async function warmUpBoth(
  { warmup }: DuetRequest,
  running: readonly Running[],
  signal: AbortSignal,
): Promise<void> {
  const warmed = await warmUpTogether(
    running.map(({ side, server, load, putLoad, spec }) => ({
      putLoad,
      server,
      load,
      ...sideWarmUp(warmup, spec.targetVariant.target.manifest.language),
      failed: (error) => new SideError(side, error),
    })),
    signal,
  );
  for (const [index, { side }] of running.entries()) {
    try {
      requireSteady(warmup, warmed[index] as WarmedUp);
    } catch (error) {
      throw new SideError(side, error);
    }
  }
}

async function forSide<T>(side: Side, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SideError ? error : new SideError(side, error);
  }
}
