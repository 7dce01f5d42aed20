import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTargets, selectVariants, type TargetVariant } from '../catalog/targets.ts';
import { digestSources } from '../launch/files-digest.ts';
import type { Built } from '../launch/launcher.ts';
import {
  CANARY_TARGET,
  type CanaryPlace,
  type Comparison,
  type ComparisonCanary,
  hasBlocks,
  type LoadShape,
  scenarioOf,
  startsOf,
} from '../model/index.ts';
import { usedBetween } from '../process/usage.ts';
import type { RunStore } from '../results/run-store.ts';
import { messageOf } from '../util/errors.ts';
import { significant } from '../util/rounding.ts';
import type { Building, Loading, Measuring } from './bench.ts';
import { buildTarget } from './prepare.ts';
import { stolenRatio } from './slice/figures.ts';
import { putLoad } from './slice/load.ts';
import { serverTimes, startServer } from './slice/target-server.ts';

/** A canary that is ready to be loaded. */
export interface Canary {
  targetVariant: TargetVariant;
  built: Built;
  sources: string;
}

/**
 * A run of one start is a look, whose figures nobody compares. All other runs learn from the canary how fast the
 * machine was: two virtual machines of one kind differ, and one machine differs from hour to hour.
 */
const LEAST_STARTS = 2;
/** Fresh starts each time, each loaded for a second after as much warm-up as a server in C needs. */
const LOADS = 3;
const LOAD_SECONDS = 1;
/** Shorter in a comparison, because its pairs are short too. */
const BRIEF_LOAD_SECONDS = 0.5;
const WARMUP_SECONDS = 0.25;
export const CANARY_LOAD: LoadShape = { loader: 'wrk', connections: 16, connection: 'keep-alive' };

/**
 * Builds the canary, or reports why there is none: a run is useful without it. Throws only if interrupted.
 */
export async function openCanary(
  bench: Building & Pick<Loading, 'loaders' | 'repository'>,
): Promise<Canary | null> {
  if (!bench.loaders[CANARY_LOAD.loader]) return null;
  if (!existsSync(join(bench.repository.targets, CANARY_TARGET))) return null;
  const [targetVariant] = selectVariants(readTargets(bench.repository), [CANARY_TARGET]);
  if (!targetVariant) return null;
  bench.report({ kind: 'step', text: `building ${targetVariant.target.build}, the canary` });
  const outcome = await buildTarget(bench, targetVariant.target);
  if ('leftOut' in outcome) {
    const { reason, next } = outcome.leftOut;
    bench.report({
      kind: 'left-out',
      target: 'the canary',
      reason: `drift of the machine will not be detected: ${reason}`,
      next,
    });
    return null;
  }
  return { targetVariant, built: outcome.built, sources: digestSources(targetVariant.target.folder) };
}

interface CanaryLoad {
  throughputPerSecond: number;
  cpuPerRequestNanoseconds: number;
  stolenRatio: number | null;
}

/** Puts one short load on a fresh start. */
async function loadCanary(
  measuring: Measuring,
  { targetVariant, built }: Canary,
  seconds = LOAD_SECONDS,
): Promise<CanaryLoad> {
  const server = await startServer(measuring, targetVariant, built);
  try {
    const load = {
      shape: CANARY_LOAD,
      origin: server.origin,
      requests: scenarioOf('json').requests(measuring.data),
      ratePerSecond: null,
      seed: 1,
    };
    await putLoad(measuring, { ...load, seconds: WARMUP_SECONDS, part: 1 }, measuring.signal);
    const times = serverTimes(measuring.hosts);
    const before = await server.usage();
    const { report } = await putLoad(measuring, { ...load, seconds }, measuring.signal);
    const used = usedBetween(before, await server.usage());
    if (used === null) throw new Error('its CPU time is not known');
    if (report.requests === 0) throw new Error('it answered no request');
    return {
      throughputPerSecond: report.requests / report.durationSeconds,
      cpuPerRequestNanoseconds: used / report.requests,
      stolenRatio: stolenRatio(times, serverTimes(measuring.hosts), measuring.processors),
    };
  } finally {
    await server.stop();
  }
}

/**
 * Builds the canary of a run, if it has one. If its build has changed since the run started, the canary is
 * not comparable and is dropped.
 */
export async function prepareCanary(
  bench: Parameters<typeof openCanary>[0],
  { run }: RunStore,
): Promise<Canary | null> {
  if (startsOf(run.profile) < LEAST_STARTS) return null;
  if (hasBlocks(run.profile) && run.profile.canary === false) return null;
  const canary = await openCanary(bench);
  const known = run.canary;
  if (!canary || !known) return canary;
  const same = known.artifact === canary.built.artifact.digest && known.sources === canary.sources;
  return same ? canary : null;
}

type WatchBench = Measuring & Pick<Building, 'report'>;

/** Adds the canary's figures to the run, or reports why there are none. Throws only if interrupted. */
export async function watchCanary(
  bench: WatchBench,
  store: RunStore,
  canary: Canary | null,
  at: CanaryPlace,
  elapsed: () => number,
): Promise<void> {
  if (!canary) return;
  try {
    for (let load = 0; load < LOADS; load++) {
      const startedSeconds = Math.round(elapsed());
      const figures = await loadCanary(bench, canary);
      store.run.canary ??= { ...noLoads(canary), at: [] };
      store.run.canary.at.push(at);
      addLoad(store.run.canary, startedSeconds, figures);
      store.writeRun();
    }
  } catch (error) {
    bench.signal.throwIfAborted();
    bench.report({ kind: 'line', text: `no canary at the ${at}: ${messageOf(error)}` });
  }
}

/** Adds the canary's figures to a comparison, from one load. */
export async function watchCanaryBeside(
  bench: WatchBench,
  comparison: Comparison,
  canary: Canary,
  startedSeconds: number,
): Promise<void> {
  try {
    const figures = await loadCanary(bench, canary, BRIEF_LOAD_SECONDS);
    comparison.canary ??= noLoads(canary);
    addLoad(comparison.canary, significant(startedSeconds), figures);
  } catch (error) {
    bench.signal.throwIfAborted();
    bench.report({ kind: 'line', text: `no canary: ${messageOf(error)}` });
  }
}

function noLoads({ targetVariant, built, sources }: Canary): ComparisonCanary {
  return {
    target: targetVariant.name,
    sources,
    artifact: built.artifact.digest,
    startedSeconds: [],
    throughputPerSecond: [],
    cpuPerRequestNanoseconds: [],
    stolenRatio: [],
  };
}

function addLoad(
  into: Omit<ComparisonCanary, 'target' | 'sources' | 'artifact'>,
  startedSeconds: number,
  figures: CanaryLoad,
): void {
  into.startedSeconds.push(startedSeconds);
  into.throughputPerSecond.push(significant(figures.throughputPerSecond));
  into.cpuPerRequestNanoseconds.push(significant(figures.cpuPerRequestNanoseconds));
  into.stolenRatio.push(figures.stolenRatio === null ? null : significant(figures.stolenRatio));
}
