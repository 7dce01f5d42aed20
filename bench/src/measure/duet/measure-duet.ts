import { countsRequests } from '../../catalog/targets.ts';
import type { Built, RunningServer } from '../../launch/launcher.ts';
import type { ComparisonWarmup, LoadShape, Scenario } from '../../model/index.ts';
import { collectGrownGarbage } from '../../process/own-garbage.ts';
import { type Usage, usedBetween } from '../../process/usage.ts';
import { readCount } from '../../verify/checks/counter-checks.ts';
import { errorCount, wrongStatuses } from '../../verify/probes/reconcile.ts';
import type { Measuring } from '../bench.ts';
import { watchForExit } from '../server-exit.ts';
import { stolenRatio } from '../slice/figures.ts';
import { type LoadRequest, type PutLoad, putLoad } from '../slice/load.ts';
import { serverTimes, startServer } from '../slice/target-server.ts';
import { requireSteady, sideWarmUp } from '../warm-up/side-warm-up.ts';
import { type WarmedUp, type WarmUpRequest, warmUpTogether } from '../warm-up/warm-up.ts';
import { AskedDatabases } from './asked-databases.ts';
import { forSide, type Side, SideError } from './side-error.ts';
import type { SideSpec } from './side-spec.ts';

/** One side, with what it is measured with: separate sides have their own network and databases. */
export interface DuetSide {
  bench: Measuring;
  spec: SideSpec;
  built: Built;
}

/** How both sides are started, warmed up and measured. */
export interface DuetSettings {
  sides: Readonly<Record<Side, DuetSide>>;
  measureSeconds: number;
  warmup: ComparisonWarmup;
  first: Side;
  /** Reads what the servers time themselves; set by calibration. */
  meter?: Meter;
  /** The databases that the loads ask, filled. */
  asked: AskedDatabases;
}

export interface DuetLoad {
  scenario: Scenario;
  shape: LoadShape;
  seed: number;
}

/** Warms both sides up with a load, then measures them under it. Throws a SideError if one side gives no figure. */
export type MeasureLoad = (load: DuetLoad) => Promise<DuetFigures>;

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

interface Running {
  side: Side;
  server: RunningServer;
  putLoad(scenario: Scenario): PutLoad;
  counts: boolean;
  spec: SideSpec;
}

/**
 * Measures one load in a start of its own: see `duringDuet`. Fills the databases of its scenario before; where each side
 * has its own, also throws a SideError if a side did not ask it for each answer.
 */
export async function measureDuet(
  shared: SharedBySides,
  { scenario, shape, seed, ...settings }: Omit<DuetSettings, 'asked'> & DuetLoad,
): Promise<DuetFigures> {
  const asked = await AskedDatabases.fill(settings.sides, [scenario], shared.data);
  const figures = await duringDuet(shared, { ...settings, asked }, (measure) =>
    measure({ scenario, shape, seed }),
  );
  await asked.requireQueries(scenario);
  return figures;
}

/**
 * Starts base and head, and measures both at once on the same processors under the same load, so that a disturbance of
 * one disturbs the other too (duet benchmarking: Bulej et al., ICPE 2020). Each has its own loader. The figure is
 * CPU time per request, which neither side improves by getting more of the processors than the other.
 *
 * Throws a SideError if one side does not start or gives no figure; both servers and loads are stopped either way.
 *
 * @param work measures one load or several, one after the other
 */
export async function duringDuet<Result>(
  shared: SharedBySides,
  settings: DuetSettings,
  work: (measure: MeasureLoad) => Promise<Result>,
): Promise<Result> {
  const { sides, first } = settings;
  const order: readonly Side[] = first === 'base' ? ['base', 'head'] : ['head', 'base'];
  const running: Running[] = [];
  const watches: ReturnType<typeof watchForExit>[] = [];
  const over = new AbortController();
  const loads: Promise<unknown>[] = [];
  const measuring: Promise<unknown>[] = [];
  try {
    for (const side of order) {
      const { spec, built, bench: own } = sides[side];
      const server = await forSide(side, () => startServer(own, spec.targetVariant, built));
      watches.push(watchForExit(server, spec.label));
      running.push({
        side,
        server,
        counts: countsRequests(spec.targetVariant),
        spec,
        putLoad: (scenario) => async (load, signal) => {
          const loading = putLoad(own, load, signal);
          loads.push(loading);
          const outcome = await loading;
          settings.asked.answered(side, scenario, outcome.report);
          return outcome;
        },
      });
    }
    const signal = AbortSignal.any([shared.signal, over.signal, ...watches.map((watch) => watch.signal)]);
    const deaths = watches.map((watch, index) => forSide(running[index]?.side ?? 'base', () => watch.died));
    for (const death of deaths) death.catch(() => {});
    return await work((load) => {
      const figures = measureBoth(shared, settings, load, running, signal);
      measuring.push(figures);
      return Promise.race([figures, ...deaths]);
    });
  } finally {
    for (const watch of watches) watch.forget();
    // If one side gives no figure, the other is still under load.
    over.abort();
    await Promise.allSettled(loads);
    await Promise.all(running.map(({ server }) => server.stop()));
    await Promise.allSettled(measuring);
  }
}

async function measureBoth(
  shared: Omit<SharedBySides, 'signal'>,
  settings: DuetSettings,
  { scenario, shape, seed }: DuetLoad,
  running: readonly Running[],
  signal: AbortSignal,
): Promise<DuetFigures> {
  const requests = scenario.requests(shared.data);
  const load = ({ server }: Running): LoadRequest => ({
    shape,
    origin: server.origin,
    requests,
    seconds: settings.measureSeconds,
    ratePerSecond: null,
    // Both draw the same requests in the same order.
    seed,
  });
  const both = <T>(work: (one: Running) => Promise<T>): Promise<T[]> =>
    Promise.all(running.map((one) => forSide(one.side, () => work(one))));
  await warmUpBoth(settings, running, { scenario, load }, signal);
  collectGrownGarbage();
  const counted = await both(countOf);
  const read = ({ spec, server }: Running) => settings.meter?.(spec, server.origin) ?? Promise.resolve(null);
  const metered = await both(read);
  const times = serverTimes(shared.hosts);
  const before = await both(({ server }) => server.usage());
  const loaded = await both((one) => one.putLoad(scenario)(load(one), signal));
  const after = await both(({ server }) => server.usage());
  const stolen = stolenRatio(times, serverTimes(shared.hosts), shared.processors);
  const countedAfter = await both(countOf);
  const meteredAfter = await both(read);
  const figures = running.map(({ side, counts }, index) => {
    const report = (loaded[index] as (typeof loaded)[number]).report;
    const { status } = scenario.expected(requests[0] ?? FIRST, shared.data);
    const wrong = errorCount(report) + wrongStatuses(report, status);
    if (report.requests === 0) throw new SideError(side, 'it answered no request');
    const used = usedBetween(before[index] as Usage, after[index] as Usage);
    if (used === null) throw new SideError(side, 'its CPU time is not known');
    if (report.unasked)
      throw new SideError(side, `${report.unasked} of ${report.requests} responses answered no request`);
    if (wrong > 0) throw new SideError(side, `${wrong} of ${report.requests} responses were errors`);
    const grown = (countedAfter[index] ?? 0) - (counted[index] ?? 0) - 1;
    if (counts) requireOwnRequests(side, grown, report.requests, shape);
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

/** Warms up both servers; throws a SideError if one was to be steady and is not. */
async function warmUpBoth(
  { warmup }: DuetSettings,
  running: readonly Running[],
  { scenario, load }: { scenario: Scenario; load(one: Running): LoadRequest },
  signal: AbortSignal,
): Promise<void> {
  const sides = running.map((one) => {
    const { side, server, spec } = one;
    const failed = (error: unknown): SideError => new SideError(side, error);
    const request = { putLoad: one.putLoad(scenario), server, load: load(one), failed };
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
  for (const { side, request, alone } of sides)
    if (alone) await warmUpSides([{ side, request: { ...request, ...alone } }]);
  await warmUpSides(
    sides.map(({ side, request, together }) => ({ side, request: { ...request, ...together } })),
  );
}
