import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { type MeasuringSession, openSession } from '../../src/commands/measuring/session.ts';
import { whileMeasuring } from '../../src/measure/bench.ts';
import type { LiveServer, Ready } from '../../src/measure/blocks/live-server.ts';
import { type PlannedCell, plannedCells } from '../../src/measure/planned-cells.ts';
import { buildTarget } from '../../src/measure/prepare.ts';
import type { LoadRequest } from '../../src/measure/slice/load.ts';
import { measureSlice, type SliceFigures } from '../../src/measure/slice/slice.ts';
import { putProbedLoad } from '../../src/measure/slice/with-probes.ts';
import { ruleFor, type SteadyRule } from '../../src/measure/warm-up/steady-state.ts';
import { type WarmedUp, warmUp } from '../../src/measure/warm-up/warm-up.ts';
import {
  type Calibration,
  compilesAsItRuns,
  type DatabaseKind,
  databaseKinds,
  FEW_CONNECTIONS,
  type Profile,
  profileSchema,
  type ScenarioId,
  scenarioIds,
  scenarioOf,
} from '../../src/model/index.ts';
import { usedBetween } from '../../src/process/usage.ts';
import { calibrationFile, readCalibration } from '../../src/results/calibration-store.ts';
import { formatResult } from '../../src/results/format-result.ts';
import { writeFileAtomic } from '../../src/util/atomic-file.ts';
import { repository } from '../../src/util/repository.ts';
import { invocationOf } from './script.ts';

/** Opens a session, runs `work` with the harness off the server's processors, and closes the session. */
export async function withSession(
  databases: readonly DatabaseKind[],
  work: (session: MeasuringSession) => Promise<void>,
): Promise<void> {
  const session = await openSession(invocationOf([]), { launcher: 'process', tools: ['wrk'], databases });
  try {
    await whileMeasuring(session, () => work(session));
  } finally {
    await session.close();
  }
}

/** Builds the named targets; throws if this machine cannot. */
export async function readyTargets(session: MeasuringSession, names: readonly string[]): Promise<Ready[]> {
  const targetVariants = selectVariants(readTargets(repository), names);
  const ready: Ready[] = [];
  for (const targetVariant of targetVariants) {
    const outcome = await buildTarget(session, targetVariant.target);
    if ('leftOut' in outcome)
      throw outcome.error ?? new Error(`${targetVariant.name}: ${outcome.leftOut.reason}`);
    ready.push({ targetVariant, built: outcome.built });
  }
  return ready;
}

/** Does the same as `withSession`, with the databases of these scenarios, which are seeded first. */
export async function withSeeded(
  ids: readonly ScenarioId[],
  work: (session: MeasuringSession) => Promise<void>,
): Promise<void> {
  const asked = ids.map((id) => scenarioOf(id).database);
  await withSession(
    databaseKinds.filter((kind) => asked.includes(kind)),
    async (session) => {
      for (const database of Object.values(session.databases)) await database.seed(session.data);
      await work(session);
    },
  );
}

/** Returns the scenarios that an option names, with commas between them. Throws a RangeError if it names none. */
export function askedScenarios(names: string): [ScenarioId, ...ScenarioId[]] {
  const [first, ...others] = names.split(',').map((name) => {
    const found = scenarioIds.find((id) => id === name);
    if (!found) throw new RangeError(`no scenario ${name}`);
    return found;
  });
  return [first as ScenarioId, ...others];
}

/** A profile of a figure: its scenarios under the load of `closedLoad`, on servers that the figure warms itself. */
export function closedProfile(parts: Pick<Profile, 'name' | 'scenarios'> & Partial<Profile>): Profile {
  return profileSchema.parse({
    description: 'Slices of a figure.',
    loadShapes: [{ loader: 'wrk', connections: 64 }],
    blocks: 1,
    sliceSeconds: 1,
    cycles: 1,
    warmup: { maxSeconds: 1, otherwise: 'mark' },
    coldStarts: 0,
    ...parts,
  });
}

/** Returns a target's cell of a scenario, under the load of `closedLoad`. Throws if it does not serve it. */
export function closedCell({ targetVariant }: Ready, id: ScenarioId): PlannedCell {
  const [cell] = plannedCells([targetVariant], closedProfile({ name: 'figure', scenarios: [id] }));
  if (!cell) throw new RangeError(`${targetVariant.name} does not serve ${id}`);
  return cell;
}

/** Loads a warm server with one slice, in a closed loop, as a block does. */
export async function closedSlice(
  session: MeasuringSession,
  { server }: LiveServer,
  cell: PlannedCell,
  seconds: number,
  seed: number,
): Promise<SliceFigures['observed']> {
  const request = { cell, seconds, ratePerSecond: null, seed, lastPerSecond: 0, countsConnections: false };
  const { observed } = await measureSlice(session, server, request, session.signal);
  return observed;
}

/** Returns the server's CPU time of a request in such a slice, in nanoseconds; NaN if it is unknown. */
export function requestCostOf({ before, after, outcome }: SliceFigures['observed']): number {
  return (usedBetween(before.server, after.server) ?? Number.NaN) / outcome.report.requests;
}

/** The load of wrk that figures put on a server, second by second. */
export function closedLoad(session: MeasuringSession, id: ScenarioId, { server }: LiveServer): LoadRequest {
  return {
    shape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
    origin: server.origin,
    requests: scenarioOf(id).requests(session.data),
    seconds: 1,
    ratePerSecond: null,
    seed: 1,
  };
}

interface WarmingOptions {
  maxSeconds: number;
  rule?: SteadyRule;
  isLightFirst?: boolean;
  /** Cells whose probes accompany the load, second by second in turn; none if none are given. */
  probed?: readonly PlannedCell[];
}

/** Warms a server up as a block does; a light load comes first where its runtime compiles as it runs. */
export function warmServer(
  session: MeasuringSession,
  live: LiveServer,
  load: LoadRequest,
  options: WarmingOptions,
): Promise<WarmedUp> {
  const { language } = live.ready.targetVariant.target.manifest;
  const { maxSeconds, rule = ruleFor(language), isLightFirst = compilesAsItRuns(language) } = options;
  return warmUp(
    (request, signal) => putProbedLoad(session, live.server, options.probed ?? [], request, signal),
    {
      server: live.server,
      load,
      rule,
      sliceSeconds: 1,
      maxSeconds,
      ...(isLightFirst && { compileWithConnections: FEW_CONNECTIONS }),
    },
    session.signal,
  );
}

/** Adds to this machine's recorded measurements of Pitwall itself. */
export function record(machine: string, add: (calibration: Calibration) => void): Calibration {
  const file = calibrationFile(repository, machine);
  const calibration = readCalibration(file);
  add(calibration);
  writeFileAtomic(file, formatResult(calibration));
  return calibration;
}
