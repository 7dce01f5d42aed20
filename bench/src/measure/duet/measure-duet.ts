import { countsRequests } from '../../catalog/targets.ts';
import type { Built } from '../../launch/launcher.ts';
import { CompilerClock } from '../../process/compiler-threads.ts';
import type { Measuring } from '../bench.ts';
import { watchForExit } from '../server-exit.ts';
import { putLoad } from '../slice/load.ts';
import { startServer } from '../slice/target-server.ts';
import { AskedDatabases } from './asked-databases.ts';
import {
  type DuetFigures,
  type DuetLoad,
  type LoadSettings,
  measureLoad,
  type RunningSide,
  type SharedBySides,
} from './measure-load.ts';
import { forSide, type Side } from './side-error.ts';
import type { SideSpec } from './side-spec.ts';

/** One side, with what it is measured with: separate sides have their own network and databases. */
export interface DuetSide {
  bench: Measuring;
  spec: SideSpec;
  built: Built;
}

/** How both sides are started, warmed up and measured. */
export interface DuetSettings extends LoadSettings {
  sides: Readonly<Record<Side, DuetSide>>;
  first: Side;
  /** The databases that the loads ask, filled. */
  asked: AskedDatabases;
}

/** Warms both sides up with a load, then measures them under it. Throws a SideError if one side gives no figure. */
export type MeasureLoad = (load: DuetLoad) => Promise<DuetFigures>;

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
  const running: RunningSide[] = [];
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
        compilers: new CompilerClock(),
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
      const figures = measureLoad(shared, settings, load, running, signal);
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
