import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { linesOfCode } from '../catalog/lines-of-code.ts';
import { buildsOf, type TargetVariant } from '../catalog/targets.ts';
import type { Built } from '../launch/launcher.ts';
import type {
  CanaryPlace,
  Machine,
  Profile,
  ReplayOfRun,
  Run,
  ScenarioId,
  TargetRun,
} from '../model/index.ts';
import { MOST_MESSAGE, putsLoad, RESULT_SCHEMA_VERSION, startsOf } from '../model/index.ts';
import { revisionOf } from '../process/git.ts';
import { RUN_FILE, RunStore, runIdOf } from '../results/run-store.ts';
import { nowSince } from '../util/clock.ts';
import { cutToLength } from '../util/cut.ts';
import { exitCodes, messageOf, PitwallError } from '../util/errors.ts';
import { significant } from '../util/rounding.ts';
import type { CheckResult } from '../verify/checks/check.ts';
import {
  type Bench,
  type Building,
  isHere,
  type Serving,
  type Timekeeping,
  whileMeasuring,
} from './bench.ts';
import { benchRecord, type Recorded, toolsOf } from './bench-record.ts';
import type { Ready } from './blocks/live-server.ts';
import { measureBlocks } from './blocks/measure-blocks.ts';
import { dropUnfinished } from './blocks/record/drop-unfinished.ts';
import { prepareCanary, watchCanary } from './canary.ts';
import { type BuildOutcome, buildTargets, type LeftOutState, servable, verifyVariant } from './prepare.ts';
import { frameworkVersionOf } from './provenance.ts';
import {
  LATENCIES,
  requireSameSurroundings,
  requireUnchanged,
  SETTLED,
  WAITING,
  withDatabasesOf,
} from './same-as-before.ts';
import { cleanBuilds } from './timed/clean-build.ts';
import { coldStarts } from './timed/cold-start.ts';
import { leaveOutWithoutCells } from './without-cells.ts';

interface RunPlan {
  machine: Machine;
  profile: Profile;
  targetVariants: readonly TargetVariant[];
  seed: number;
  startedAt: Date;
  /** Set if the run replays a published study. */
  replay?: ReplayOfRun;
}

/** Creates a new run on disk, with nothing measured yet. */
export async function beginRun(
  bench: Recorded & Pick<Bench, 'repository' | 'hosts'>,
  plan: RunPlan,
): Promise<RunStore> {
  const { commit, modified } = await revisionOf(bench.repository.root, '.');
  const run: Run = {
    schemaVersion: RESULT_SCHEMA_VERSION,
    id: runIdOf(plan.startedAt, commit),
    machine: plan.machine.id,
    startedAt: plan.startedAt.toISOString(),
    finishedAt: null,
    commit,
    modified,
    profile: plan.profile,
    ...(plan.replay && { replay: plan.replay }),
    seed: plan.seed,
    ...benchRecord(bench),
    ...(isHere(bench.hosts, 'server') && { peakMemory: 'resident' as const }),
    latencies: LATENCIES,
    settled: SETTLED,
    waiting: WAITING,
    targets: plan.targetVariants.map(({ target, variant }) => ({ target: target.id, variant: variant.id })),
    time: null,
  };
  return RunStore.create(bench.repository, plan.machine, run);
}

/**
 * Builds, verifies and measures the targets of a run. A resumed run measures only its missing blocks. Each
 * step of each target is on disk before the next one begins. Returns whether the run is finished; it is not if
 * the time left does not suffice for all blocks.
 */
export async function carryOut(
  given: Bench,
  store: RunStore,
  targetVariants: readonly TargetVariant[],
  /** Seconds until the command has to end. */
  secondsLeft?: () => number,
): Promise<boolean> {
  const tools = toolsOf(given);
  requireSameSurroundings(given, store);
  const bench = withDatabasesOf(store.run, given);
  const built = await buildTargets(bench, buildsOf(targetVariants));
  // Nothing is written before this: a run that cannot be continued stays as it was, finished or not.
  for (const targetVariant of targetVariants)
    await requireUnchanged(bench.repository, store, targetVariant, built.get(targetVariant.target.build));
  const isBuilt = [...built.values()].some((outcome) => 'built' in outcome);
  if (!isBuilt) refuseToContinue(store, built);
  // A tool that is missing now measured what is there already.
  store.run.tools = [
    ...tools,
    ...store.run.tools.filter(({ name }) => !tools.some((tool) => tool.name === name)),
  ];
  // Before its first block it takes the databases that there are now.
  if (!isBegun(store.run)) store.run.databases = benchRecord(bench).databases;
  // Stays null until everything is measured, so that an interrupted run can be resumed.
  store.run.finishedAt = null;
  store.writeRun();
  dropUnfinished(store);
  const before = store.run.time?.wallSeconds ?? 0;
  const canary = await prepareCanary(bench, store);
  const start = performance.now();
  const elapsed = (): number => before + (performance.now() - start) / 1_000;
  const ready = await prepare(bench, store, targetVariants, built);
  if (ready.length === 0) refuseToContinue(store, built);
  await bench.quiet?.();
  let isWhole = true;
  if (ready.length > 0) {
    await whileMeasuring(bench, async () => {
      const watch = (at: CanaryPlace) => watchCanary(bench, store, canary, at, elapsed);
      await watch('start');
      isWhole = await measureBlocks(bench, store, ready, {
        elapsed,
        halfway: () => watch('middle'),
        ...(secondsLeft && { secondsLeft }),
      });
      if (isWhole) await watch('end');
    });
  }
  if (!isWhole) return false;
  if (putsLoad(store.run.profile)) leaveOutWithoutCells(bench, store, targetVariants);
  store.run.finishedAt = nowSince(store.run.startedAt);
  store.writeRun();
  return true;
}

/** Throws a PitwallError if a begun run still lacks blocks: with nothing to measure, it would end without them. */
function refuseToContinue({ run, folder }: RunStore, builds: ReadonlyMap<string, BuildOutcome>): void {
  const { blocks = [] } = run;
  const planned = startsOf(run.profile);
  if (!isBegun(run) || blocks.length >= planned) return;
  const leftOut = [...builds.values()].flatMap((outcome) => ('leftOut' in outcome ? [outcome.leftOut] : []));
  throw new PitwallError({
    what: 'Nothing is left to measure the missing blocks of the run with',
    where: join(folder, RUN_FILE),
    expected: `a target that builds and verifies here, for block ${blocks.length + 1} of ${planned}`,
    seen: [...new Set(leftOut.map(({ reason }) => reason))].join('; ') || 'none that verifies',
    next: leftOut[0]?.next ?? 'npm run bench -- verify',
    exitCode: exitCodes.missing,
  });
}

async function prepare(
  bench: Bench,
  store: RunStore,
  targetVariants: readonly TargetVariant[],
  builds: ReadonlyMap<string, BuildOutcome>,
): Promise<Ready[]> {
  const ready: Ready[] = [];
  const buildTimes = new Map<string, number[] | null>();
  for (const targetVariant of targetVariants) {
    const outcome = builds.get(targetVariant.target.build);
    if (!outcome) continue;
    const { id, manifest } = targetVariant.target;
    const known = store.readTarget(id, targetVariant.variant.id);
    if ('leftOut' in outcome) {
      // Keep what earlier blocks measured of the target variant.
      if (!known || known.cells.length === 0) {
        const origin = { built: null, checks: [], state: outcome.leftOut };
        store.writeTarget(await describe(bench.repository, store, targetVariant, origin));
      }
      reportLeftOut(bench.report, targetVariant, outcome.leftOut);
      continue;
    }
    const { built } = outcome;
    if (known && isPrepared(store.run, known, servable(bench.databases, manifest.scenarios))) {
      ready.push({ targetVariant, built });
      continue;
    }
    bench.report({ kind: 'step', text: `verifying ${targetVariant.name}` });
    const { checks, command, leftOut } = await verifyVariant(bench, targetVariant, built);
    const origin: Origin = { built, checks, state: leftOut ?? { step: 'measured' } };
    const result = await describe(bench.repository, store, targetVariant, origin);
    if (leftOut) {
      store.writeTarget(result);
      reportLeftOut(bench.report, targetVariant, leftOut);
      continue;
    }
    result.startCommand = [...command];
    result.coldStartSeconds = await timeColdStarts(bench, store, targetVariant, built);
    const { builds: times = 0 } = store.run.profile;
    if (times > 0) {
      const { build } = targetVariant.target;
      // Variants of one build share its times.
      if (!buildTimes.has(build)) buildTimes.set(build, await timeBuilds(bench, built, times));
      result.cleanBuildSeconds = buildTimes.get(build) ?? null;
    }
    store.writeTarget(result);
    ready.push({ targetVariant, built });
  }
  return ready;
}

/** Whether an earlier session has measured a target, or at least verified it with every database that is here now. */
function isPrepared(
  run: Run,
  { state, cells, checks }: TargetRun,
  scenarios: readonly ScenarioId[],
): boolean {
  if (state.step !== 'measured') return false;
  if (isBegun(run) && cells.length > 0) return true;
  return scenarios.every((id) => checks.some(({ scenario }) => scenario === id));
}

function isBegun({ blocks = [] }: Run): boolean {
  return blocks.length > 0;
}

async function timeColdStarts(
  bench: Serving & Building & Timekeeping,
  store: RunStore,
  targetVariant: TargetVariant,
  built: Built,
): Promise<number[] | null> {
  const starts = store.run.profile.coldStarts;
  if (starts === 0) return null;
  bench.report({ kind: 'step', text: `timing cold starts of ${targetVariant.name}` });
  return orNone(
    bench,
    `cold start of ${targetVariant.name}`,
    coldStarts(bench, targetVariant, built, starts),
  );
}

async function timeBuilds(
  bench: Building & Timekeeping,
  built: Built,
  builds: number,
): Promise<number[] | null> {
  bench.report({ kind: 'step', text: `timing builds of ${built.target.build}` });
  return orNone(bench, `build time of ${built.target.build}`, cleanBuilds(bench, built, builds));
}

/** Reports a failed timing and returns `null`; the target is measured all the same. */
async function orNone(
  { signal, report }: Pick<Bench, 'signal' | 'report'>,
  what: string,
  timing: Promise<number[] | null>,
): Promise<number[] | null> {
  try {
    return await timing;
  } catch (error) {
    signal.throwIfAborted();
    report({ kind: 'line', text: `no ${what}: ${messageOf(error)}` });
    return null;
  }
}

function reportLeftOut(
  report: Bench['report'],
  targetVariant: TargetVariant,
  { reason, next }: LeftOutState,
): void {
  report({ kind: 'left-out', target: targetVariant.name, reason, next });
}

/** What is known of a target variant before its first block. */
interface Origin {
  built: Built | null;
  checks: readonly CheckResult[];
  state: TargetRun['state'];
}

/**
 * Returns the result of a target variant before its first block, which records where everything in it comes
 * from.
 */
async function describe(
  repository: Bench['repository'],
  store: RunStore,
  { target, variant }: TargetVariant,
  { built, checks, state }: Origin,
): Promise<TargetRun> {
  const { manifest } = target;
  const { commit, modified } = await revisionOf(repository.root, `targets/${target.id}`);
  return {
    schemaVersion: RESULT_SCHEMA_VERSION,
    run: store.run.id,
    target: target.id,
    variant: variant.id,
    name: manifest.name,
    language: manifest.language,
    kind: manifest.kind,
    databaseAccess: manifest.databaseAccess,
    server: variant.server ?? manifest.server ?? null,
    commit,
    modified,
    framework: { name: manifest.name, version: frameworkVersionOf(target, built) },
    runtime: { name: manifest.runtime.name, version: built?.runtimeVersion ?? null },
    state,
    artifact: built?.artifact ?? null,
    linesOfCode: linesOfCode(target.folder),
    buildSeconds: built?.buildSeconds == null ? null : significant(built.buildSeconds),
    startCommand: null,
    checks: checks.map(({ id, scenario, status, detail }) => ({
      id,
      scenario,
      status,
      detail: detail ? cutToLength(detail.summary, MOST_MESSAGE) : null,
    })),
    coldStartSeconds: null,
    cells: [],
  };
}
