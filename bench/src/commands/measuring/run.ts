import { performance } from 'node:perf_hooks';
import { readProfile } from '../../catalog/profiles.ts';
import { readTargets, selectVariants, type TargetVariant, variantsFor } from '../../catalog/targets.ts';
import { loaderFor, loadersOf } from '../../load/loaders.ts';
import { estimatedSeconds } from '../../measure/blocks/estimated-time.ts';
import { isNotWarm } from '../../measure/blocks/not-warm.ts';
import { type Available, isMeasurable, type PlannedCell, plannedCells } from '../../measure/planned-cells.ts';
import { databasesOf } from '../../measure/same-as-before.ts';
import { beginRun, carryOut } from '../../measure/whole-run.ts';
import {
  type DatabaseKind,
  databaseKinds,
  type LauncherName,
  MOST_RUN_MINUTES,
  type Profile,
  profileSchema,
  type ReplayOfRun,
  restrictedTo,
  scenarioOf,
  startsOf,
  type TargetRun,
} from '../../model/index.ts';
import {
  newestRun,
  RUN_FILE,
  RunStore,
  runFolders,
  shownPath,
  unfinishedAnywhere,
  unfinishedRun,
} from '../../results/run-store.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type ExitCode, exitCodes, PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { schemaError } from '../../util/schema-errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { english, plural } from '../../words/index.ts';
import {
  type Command,
  type CommandContext,
  launcherOption,
  type OptionValues,
  seedOf,
  seedOption,
  wholeNumberOption,
} from '../command.ts';
import {
  blocksOption,
  changeBlocks,
  profileOf,
  refuseBeside,
  refuseElsewhere,
  targetVariantsOf,
} from './resume.ts';
import { scenariosOption } from './scenario-option.ts';
import { type FoundTools, launcherOf, type MeasuringSession, machineId, openSession } from './session.ts';
import { printRankings } from './show.ts';

const RESUME = 'npm run bench -- run --resume';

export const run: Command = {
  name: 'run',
  summary: 'measure targets by a profile and write the results',
  takes: '[target...]',
  details: [
    'Targets are folders (go/gin), variants (javascript/koa:cluster) or languages (go); default: all.',
    'Ctrl-C keeps what was measured; `run --resume` continues the newest unfinished run.',
    '`run --resume --blocks 5` gives it five blocks instead of what it began with; if no run is unfinished, it continues the newest finished one. The run records the change.',
    '`run --for 300` begins no block that would end later than in 300 minutes, and leaves the rest to `run --resume`.',
  ].join('\n'),
  options: {
    profile: { type: 'string', value: '<name>', help: 'a file of bench/profiles (default: standard)' },
    blocks: { type: 'string', value: '<n>', help: "fresh starts of each target, instead of the profile's" },
    minutes: {
      type: 'string',
      value: '<n>',
      help: "length of the run after all builds, instead of the profile's",
    },
    scenario: {
      type: 'string',
      multiple: true,
      value: '<id>',
      help: "scenario to measure, instead of the profile's (may be repeated)",
    },
    ...seedOption,
    resume: { type: 'boolean', help: 'continue the newest unfinished run' },
    for: { type: 'string', value: '<minutes>', help: 'end within this time, between two blocks' },
    ...launcherOption,
    json: { type: 'boolean', help: 'print the location of the results as JSON' },
  },
  async run(invocation) {
    const { repository, options, arguments: names } = invocation;
    if (options.resume) refuseBeside(names, options, RESUME, ['blocks', 'for']);
    const seed = seedOf(options);
    const secondsLeft = deadlineOf(options);
    // Check this first, before any tool is installed or built for a run that cannot continue here.
    const resumed = options.resume ? resumable(repository, options, await machineId(invocation)) : null;
    if (resumed) changeBlocks(resumed, blocksOption(options), RESUME);
    const profile = resumed ? profileOf(resumed) : chosenProfile(repository, options);
    const targetVariants = resumed
      ? targetVariantsOf(repository, resumed)
      : chosenVariants(repository, names, profile);
    return measure(invocation, options, {
      resumed,
      launcher: launcherOf(options),
      profile,
      targetVariants,
      seed,
      resume: RESUME,
      ...(secondsLeft && { secondsLeft }),
    });
  },
};

interface PlannedMeasurement {
  /** The run to continue; its launcher takes precedence over the one below. */
  resumed: RunStore | null;
  launcher: LauncherName;
  profile: Profile;
  targetVariants: readonly TargetVariant[];
  seed: number;
  replay?: ReplayOfRun;
  /** Seconds until the command has to end; it ends when it is done if left out. */
  secondsLeft?: () => number;
  /** The command that continues it after an interruption. */
  resume: string;
}

/**
 * Opens a session, measures what is still missing of the run, and reports; the exit code says whether anything failed.
 */
export async function measure(
  context: CommandContext,
  options: OptionValues,
  planned: PlannedMeasurement,
): Promise<ExitCode> {
  const { repository, terminal } = context;
  const { resumed, profile, targetVariants, seed, replay } = planned;
  const session = await openSession(context, {
    launcher: resumed?.run.launcher ?? planned.launcher,
    tools: toolsFor(profile),
    databases: databasesFor(profile, targetVariants),
  });
  let store: RunStore | null = null;
  try {
    requireLoader(session, profile);
    const available = resumed
      ? { ...session, databases: databasesOf(resumed.run, session.databases) }
      : session;
    const cells = plannedCells(targetVariants, profile, (resumed?.run.replay ?? replay)?.cells);
    requireDatabase(available, cells);
    announceTime(
      terminal,
      planned,
      cells.filter((cell) => isMeasurable(cell, available)),
    );
    store =
      resumed ??
      (await beginRun(session, {
        machine: session.machine,
        profile,
        targetVariants,
        seed,
        startedAt: new Date(),
        ...(replay && { replay }),
      }));
    const finished = await carryOut(session, store, targetVariants, planned.secondsLeft);
    if (!finished) reportUnfinished(context, store, planned.resume);
    report(context, options, store);
    const results = store.targets();
    if (results.every(({ state }) => state.step === 'left-out')) {
      // Each has said what it lacks here, unless it was left out for another reason.
      const lacking = await Promise.all(
        targetVariants.map(({ target }) => session.launcher.missingFor(target)),
      );
      if (lacking.length > 0 && lacking.every(({ length }) => length > 0)) return exitCodes.missing;
    }
    return results.some(isFailed) ? exitCodes.failed : exitCodes.ok;
  } catch (error) {
    if (store && context.signal.aborted) {
      terminal.note(`Saved in ${shownPath(repository, store.folder)}. Continue with: ${planned.resume}`);
    }
    throw error;
  } finally {
    await session.close();
  }
}

/** Says how long measuring takes before the builds do; once they are done, the run says it of what was built. */
function announceTime(
  terminal: Terminal,
  { resumed, profile, targetVariants }: PlannedMeasurement,
  cells: readonly PlannedCell[],
): void {
  if (cells.length === 0 || profile.blocks === 0) return;
  const share = 1 - (resumed?.run.blocks ?? []).length / profile.blocks;
  const seconds = share * estimatedSeconds(profile, cells);
  const what = plural(targetVariants.length, 'target variant');
  terminal.note(
    `${what} to build and verify, then to measure for about ${english.duration(Math.ceil(seconds / 60) * 60)}`,
  );
}

/**
 * Whether the target was left out, or one of its cells has no figure. What is missing on the machine is not a failure.
 */
function isFailed({ state, cells }: TargetRun): boolean {
  if (state.step !== 'measured') return state.step !== 'left-out';
  // A target that a short run has no time to warm up has not failed.
  const empty = cells.filter(({ rounds }) => rounds.round.length === 0);
  return empty.some(({ failures }) => !failures.every(({ what }) => isNotWarm(what)));
}

type Surroundings = Pick<CommandContext, 'repository' | 'terminal'>;

function reportUnfinished(
  { repository, terminal }: Surroundings,
  { run, folder }: RunStore,
  resume: string,
): void {
  const blocks = `${(run.blocks ?? []).length} of ${startsOf(run.profile)} blocks`;
  terminal.note(
    `The time is up after ${blocks}, saved in ${shownPath(repository, folder)}. Continue with: ${resume}`,
  );
}

function report({ repository, terminal }: Surroundings, options: OptionValues, store: RunStore): void {
  const folder = shownPath(repository, store.folder);
  if (options.json) {
    terminal.print(
      JSON.stringify(
        {
          run: store.run.id,
          machine: store.run.machine,
          folder,
          time: store.run.time,
          finished: store.run.finishedAt !== null,
        },
        null,
        2,
      ),
    );
    return;
  }
  printRankings(terminal, { name: store.run.id, folder, run: store.run, targets: store.targets() }, {});
  terminal.sayLeftOut('npm run bench -- show --json');
  const { time } = store.run;
  if (time) {
    const share = ((time.loadSeconds / time.wallSeconds) * 100).toFixed(0);
    terminal.note(`Under load for ${share} % of ${(time.wallSeconds / 60).toFixed(1)} minutes.`);
  }
  terminal.note(`Results: ${folder}`);
}

function resumable(repository: Repository, options: OptionValues, machine: string): RunStore {
  const folder =
    unfinishedRun(repository, machine) ??
    (options.blocks === undefined ? null : newestRun(repository, machine)) ??
    // Only to say that it is from another machine.
    unfinishedAnywhere(repository);
  if (folder) {
    const store = RunStore.open(folder);
    refuseElsewhere(store, machine);
    // A file that cannot be read is told of now, not once everything is built.
    store.targets();
    return store;
  }
  throw usageError({
    what: 'No unfinished run to resume',
    where: 'results/runs',
    expected: `a ${RUN_FILE} whose finishedAt is null`,
    seen: `${runFolders(repository).length} runs, all finished`,
    next: 'Start one with: npm run bench -- run',
  });
}

function chosenVariants(repository: Repository, names: readonly string[], profile: Profile): TargetVariant[] {
  const targetVariants = variantsFor(profile, selectVariants(readTargets(repository), names));
  if (targetVariants.length > 0) return targetVariants;
  throw usageError({
    what: 'Nothing to measure',
    where: names.length > 0 ? `arguments ${names.join(' ')}` : 'targets',
    expected: `a target that serves one of ${profile.scenarios.join(', ')}`,
    seen: names.length > 0 ? 'none among them' : 'none',
    next: 'See what each target serves: npm run bench -- list --json',
  });
}

function chosenProfile(repository: Repository, options: OptionValues): Profile {
  const whole = readProfile(repository, String(options.profile ?? 'standard'));
  const scenarios = scenariosOption(options)?.map(({ id }) => id);
  const profile = scenarios === undefined ? whole : restrictedTo(whole, scenarios);
  const changed = {
    ...profile,
    ...(options.blocks === undefined ? {} : { blocks: blocksOption(options) }),
    ...(options.minutes === undefined
      ? {}
      : { minutes: wholeNumberOption(options, 'minutes', 1, MOST_RUN_MINUTES) }),
  };
  const parsed = profileSchema.safeParse(changed);
  if (parsed.success) return parsed.data;
  throw schemaError(parsed.error.issues, changed, {
    what: 'The profile does not allow these options',
    where: [`--profile ${profile.name}`, ...(scenarios ?? []).map((id) => `--scenario ${id}`)].join(' '),
    next: 'npm run bench -- run --help',
  });
}

const MOST_MINUTES = 7 * 24 * 60;

/** Counts from now on: builds and checks are part of the time. */
function deadlineOf(options: OptionValues): (() => number) | null {
  const minutes = wholeNumberOption(options, 'for', 1, MOST_MINUTES);
  if (minutes === undefined) return null;
  const end = performance.now() + minutes * 60_000;
  return () => (end - performance.now()) / 1_000;
}

export function toolsFor(profile: Profile): string[] {
  const loaders = loadersOf(profile.loadShapes);
  return profile.coldStarts > 0 || profile.builds ? [...loaders, 'hyperfine'] : loaders;
}

export function databasesFor(profile: Profile, targetVariants: readonly TargetVariant[]): DatabaseKind[] {
  const asked = new Set(profile.scenarios.map((id) => scenarioOf(id).database));
  return databaseKinds.filter(
    (kind) => asked.has(kind) && targetVariants.some(({ target }) => target.manifest.databaseAccess[kind]),
  );
}

/** Throws if no loader is available, with the command that installs one: nothing can be measured without. */
export function requireLoader(session: FoundTools, profile: Profile): void {
  if (profile.loadShapes.some(({ loader }) => session.loaders[loader])) return;
  const [missing] = session.missingTools;
  const able = loadersOf(profile.loadShapes).map((loader) => loaderFor({ loader }));
  throw new PitwallError({
    what: 'No loader on this machine',
    where: 'PATH and .cache/tools/bin',
    expected: able.map(({ name, least }) => `${name} ${least} or later`).join(', or '),
    seen: missing?.seen ?? 'none',
    next: missing?.next ?? 'npm run bench -- doctor',
    exitCode: exitCodes.missing,
  });
}

/** Throws the error of a missing database if nothing can be measured without it. */
export function requireDatabase(
  session: Available & Pick<MeasuringSession, 'missingDatabases'>,
  planned: readonly PlannedCell[],
): void {
  const [missing] = session.missingDatabases;
  if (missing && !planned.some((cell) => isMeasurable(cell, session))) throw missing.error;
}
