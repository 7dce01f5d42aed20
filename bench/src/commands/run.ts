import { join } from 'node:path';
import type { ToolName } from '../load/tools.ts';
import { profileNames, readProfile } from '../measure/catalog/profiles.ts';
import { readTargets, selectVariants, type TargetVariant, variantsOf } from '../measure/catalog/targets.ts';
import { beginRun, carryOut } from '../measure/whole-run.ts';
import { type DatabaseKind, databaseKinds, type Profile, profileSchema, scenarioOf } from '../model/index.ts';
import { RUN_FILE, RunStore, runFolders, shownPath, unfinishedRun } from '../results/run-store.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import { schemaError } from '../util/schema-errors.ts';
import { type Command, type Invocation, launcherOption, type OptionValues } from './command.ts';
import { launcherOf, openSession, type Session } from './session.ts';
import { printRankings } from './show.ts';

export const run: Command = {
  name: 'run',
  summary: 'measure targets by a profile and write the results',
  takes: '[target …]',
  details: [
    'Targets are folders (go/gin), variants (javascript/koa:cluster) or languages (go); none means all.',
    'Ctrl-C keeps what was measured; `run --resume` goes on with the newest unfinished run.',
  ].join('\n'),
  options: {
    profile: { type: 'string', value: '<name>', help: 'a file of bench/profiles (default: standard)' },
    rounds: { type: 'string', value: '<n>', help: "fresh starts of each cell, instead of the profile's" },
    scenario: {
      type: 'string',
      multiple: true,
      value: '<id>',
      help: "only these of the profile's scenarios (may be repeated)",
    },
    seed: {
      type: 'string',
      value: '<n>',
      help: 'the seed of all orders and draws (default: from the clock; recorded)',
    },
    resume: { type: 'boolean', help: 'go on with the newest unfinished run' },
    ...launcherOption,
    json: { type: 'boolean', help: 'print where the results are as JSON' },
  },
  async run(invocation) {
    const { repository, options, terminal } = invocation;
    const resumed = options.resume ? resumable(repository) : null;
    const profile = resumed?.run.profile ?? chosenProfile(repository, options);
    const entries = resumed ? entriesOf(repository, resumed) : chosenEntries(invocation, profile);
    const session = await openSession(invocation, {
      launcher: resumed?.run.launcher ?? launcherOf(options),
      tools: toolsFor(profile),
      databases: databasesFor(profile, entries),
    });
    let store: RunStore | null = null;
    try {
      requireLoader(session, profile);
      if (resumed && resumed.run.machine !== session.machine.id)
        throw otherMachine(resumed, session.machine.id);
      store =
        resumed ??
        (await beginRun(session, {
          machine: session.machine,
          profile,
          entries,
          seed: seedOf(options),
          startedAt: new Date(),
        }));
      await carryOut(session, store, entries);
      report(invocation, store);
      return store.targets().some(({ state }) => state.step !== 'measured' && state.step !== 'left-out')
        ? exitCodes.failed
        : exitCodes.ok;
    } catch (error) {
      if (store && invocation.signal.aborted) {
        terminal.note(
          `Kept in ${shownPath(repository, store.folder)}. Go on with: npm run bench -- run --resume`,
        );
      }
      throw error;
    } finally {
      await session.close();
    }
  },
};

function report({ repository, terminal, options }: Invocation, store: RunStore): void {
  const folder = shownPath(repository, store.folder);
  if (options.json) {
    terminal.print(
      JSON.stringify(
        { run: store.run.id, machine: store.run.machine, folder, time: store.run.time },
        null,
        2,
      ),
    );
    return;
  }
  printRankings(terminal, { name: store.run.id, folder, run: store.run, targets: store.targets() }, {});
  const { time } = store.run;
  if (time) {
    const share = ((time.loadSeconds / time.wallSeconds) * 100).toFixed(0);
    terminal.note(`Under load for ${share} % of ${(time.wallSeconds / 60).toFixed(1)} minutes.`);
  }
  terminal.note(`Results: ${folder}`);
}

function resumable(repository: Repository): RunStore {
  const folder = unfinishedRun(repository);
  if (folder) return RunStore.open(folder);
  throw new PitwallError({
    what: 'There is no run to go on with',
    where: 'results/runs',
    expected: `a ${RUN_FILE} whose finishedAt is null`,
    seen: `${runFolders(repository).length} runs, all finished`,
    next: 'Start one with: npm run bench -- run',
    exitCode: exitCodes.usage,
  });
}

function otherMachine(store: RunStore, machine: string): PitwallError {
  return new PitwallError({
    what: 'The unfinished run is of another machine',
    where: join(store.folder, RUN_FILE),
    expected: machine,
    seen: store.run.machine,
    next: 'Start a run of this machine with: npm run bench -- run',
    exitCode: exitCodes.usage,
  });
}

function entriesOf(repository: Repository, store: RunStore): TargetVariant[] {
  const all = readTargets(repository).flatMap(variantsOf);
  return store.run.targets.flatMap(
    ({ target, variant }) =>
      all.find((entry) => entry.target.id === target && entry.variant.id === variant) ?? [],
  );
}

function chosenEntries({ repository, arguments: names }: Invocation, profile: Profile): TargetVariant[] {
  return selectVariants(readTargets(repository), names).filter(({ target }) =>
    profile.scenarios.some((id) => target.manifest.scenarios.includes(id)),
  );
}

function chosenProfile(repository: Repository, options: OptionValues): Profile {
  const profile = readProfile(repository, String(options.profile ?? 'standard'));
  const changed = {
    ...profile,
    ...(options.rounds === undefined ? {} : { rounds: Number(options.rounds) }),
    ...(options.scenario === undefined ? {} : { scenarios: options.scenario }),
  };
  const parsed = profileSchema.safeParse(changed);
  if (parsed.success) return parsed.data;
  throw schemaError(
    'command line',
    'An option does not fit',
    parsed.error.issues,
    changed,
    `Profiles: ${profileNames(repository).join(', ')}`,
  );
}

function seedOf(options: OptionValues): number {
  if (options.seed === undefined) return Date.now() % 2 ** 32;
  const seed = Number(options.seed);
  if (Number.isSafeInteger(seed) && seed >= 0 && seed < 2 ** 32) return seed;
  throw new PitwallError({
    what: 'The seed does not fit',
    where: '--seed',
    expected: 'a whole number from 0 to 4294967295',
    seen: String(options.seed),
    next: 'Leave it out to have one drawn and recorded',
    exitCode: exitCodes.usage,
  });
}

export function toolsFor(profile: Profile): ToolName[] {
  const loaders = [...new Set(profile.loadShapes.map(({ loader }) => loader))];
  return profile.coldStarts > 0 ? [...loaders, 'hyperfine'] : loaders;
}

export function databasesFor(profile: Profile, entries: readonly TargetVariant[]): DatabaseKind[] {
  const asked = new Set(profile.scenarios.map((id) => scenarioOf(id).database));
  return databaseKinds.filter(
    (kind) => asked.has(kind) && entries.some(({ target }) => target.manifest.databaseAccess[kind]),
  );
}

/** Without any loader there is nothing to measure: said at once, with the command that gets one. */
export function requireLoader(session: Session, profile: Profile): void {
  if (profile.loadShapes.some(({ loader }) => session.loaders[loader])) return;
  const [missing] = session.missingTools;
  throw new PitwallError({
    what: 'There is no loader on this machine',
    where: 'PATH and .cache/tools/bin',
    expected: 'wrk 4 or oha 1.16',
    seen: missing?.seen ?? 'neither',
    next: missing?.next ?? 'npm run bench -- doctor',
    exitCode: exitCodes.missing,
  });
}
