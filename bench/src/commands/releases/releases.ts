import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { judgeReleases, type ReleaseStep } from '../../analysis/releases/judge-releases.ts';
import { loadersOf } from '../../load/loaders.ts';
import { whileMeasuring } from '../../measure/bench.ts';
import { CANARY_LOAD, openCanary } from '../../measure/canary.ts';
import { DUET_LOAD } from '../../measure/duet/comparison-plan.ts';
import type { DuetSide } from '../../measure/duet/measure-duet.ts';
import {
  carryOutHistory,
  FrozenReleaseError,
  type HistoryWork,
  repeatSteps,
  stepsToRepeat,
} from '../../measure/releases/carry-out.ts';
import { DEFAULT_YEARS, type PlannedRelease } from '../../measure/releases/choose.ts';
import {
  measureRelease,
  pairsPerScenario,
  prepareRelease,
  RELEASE_PAIRS,
} from '../../measure/releases/measure-release.ts';
import { type AskedReleases, defaultFrom, planReleases } from '../../measure/releases/planned-releases.ts';
import {
  continued,
  HISTORY_SCENARIOS,
  type HistorySubject,
  scenariosOfHistory,
  sideOfRelease,
  subjectOf,
} from '../../measure/releases/subject.ts';
import { type DatabaseKind, type ReleaseHistory, type Scenario, variantName } from '../../model/index.ts';
import { formatResult } from '../../results/format-result.ts';
import {
  readAllReleases,
  readHistoryFile,
  readReleases,
  releasesFolder,
} from '../../results/release-store.ts';
import { renderPlan, renderReleases } from '../../terminal/releases.ts';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { describeError, type ExitCode, exitCodes, messageOf, PitwallError } from '../../util/errors.ts';
import { invalidValue, usageError } from '../../util/usage-errors.ts';
import {
  type Command,
  type Invocation,
  jsonOption,
  type OptionValues,
  seedOf,
  seedOption,
  wholeNumberOption,
} from '../command.ts';
import { scenariosOption } from '../measuring/scenario-option.ts';
import { machineId, openSession, requireAllDatabases, requireTool } from '../measuring/session.ts';

export const releases: Command = {
  name: 'releases',
  summary: 'measure what each release of a framework or runtime costs, and name the steps between them',
  takes: '[target]',
  details: [
    'Asks the registry which releases there are, builds the target with each, verifies it, and measures its CPU time per request beside one frozen release. Steps between successive releases are measured again side by side, and the error rate is held over all of them. Continues after the last release that was measured; one that does not build or violates the contract keeps its row with the reason. Exit code 1 means that something is left to measure.',
    'Without a target, continues every history of this machine; if all are of other machines, that is an error.',
  ].join('\n'),
  options: {
    package: {
      type: 'string',
      value: '<name>',
      help: 'package whose releases to measure (default: the framework), or go, node, bun, deno for the runtime',
    },
    with: {
      type: 'string',
      multiple: true,
      value: '<package>',
      help: 'package that moves to the same versions (may be repeated)',
    },
    scenario: {
      type: 'string',
      multiple: true,
      value: '<id>',
      help: `scenario to measure (may be repeated; default: ${HISTORY_SCENARIOS.join(' and ')})`,
    },
    from: {
      type: 'string',
      value: '<date>',
      help: `releases since this date, 2024-01-31 (default: of the last ${DEFAULT_YEARS} years)`,
    },
    last: { type: 'string', value: '<n>', help: 'only the newest n releases' },
    release: {
      type: 'string',
      multiple: true,
      value: '<version>',
      help: 'only this release, such as the newest of each major version (may be repeated)',
    },
    newest: { type: 'boolean', help: 'only releases that appeared since the history was measured' },
    frozen: {
      type: 'string',
      value: '<version>',
      help: 'release that all others are compared with (default: that of the lock file, for good)',
    },
    'try-again': { type: 'boolean', help: 'also those that failed before' },
    repeat: {
      type: 'boolean',
      excludes: ['newest', 'release', 'from', 'last', 'frozen', 'try-again', 'list'],
      help: 'only measure confirmed steps once more that no other day has found again, hours after the first',
    },
    list: { type: 'boolean', help: 'only say which releases there are, and which would be measured' },
    pairs: {
      type: 'string',
      value: '<n>',
      help: `pairs of each scenario (default: ${RELEASE_PAIRS.short}, or ${RELEASE_PAIRS.long} if they take long)`,
    },
    minutes: { type: 'string', value: '<n>', help: 'begin nothing after this many minutes' },
    ...seedOption,
    ...jsonOption,
  },
  async run(invocation) {
    const [name] = invocation.arguments;
    return name === undefined ? ofAll(invocation) : ofOne(invocation, name);
  },
};

async function ofOne(invocation: Invocation, name: string): Promise<ExitCode> {
  const { repository, options, terminal, environment, signal } = invocation;
  const named = subjectOf(repository, {
    name,
    package: options.package === undefined ? null : String(options.package),
    together: (options.with as string[] | undefined) ?? [],
    machine: await machineId(invocation),
  });
  const folder = releasesFolder(named.head);
  const before = readHistoryFile(repository.results, folder);
  const subject = continued(named, before);
  const pairs = wholeNumberOption(options, 'pairs', 2, 1_000) ?? null;
  const scenarios = scenariosOfHistory(subject.targetVariant, scenariosOption(options), before);
  const work = { repository, subject, before, scenarios, environment, signal };
  if (options.repeat === true && before === null) throw noHistory(subject.head);
  const again =
    options.repeat === true ? stepsToRepeat(readReleases(repository.results, folder), new Date()) : null;
  const planned = again === null ? await planReleases({ ...work, asked: askedBy(options) }) : [];
  const missing = planned.filter(({ outcome }) => outcome === null);
  if (options.list === true) {
    const { package: own, together = [] } = subject.head;
    const plan = { package: own, together, releases: planned };
    terminal.print(
      options.json ? JSON.stringify(plan, null, 2) : renderPlan(subject.head, planned, terminal),
    );
    return exitCodes.ok;
  }
  for (const { version } of missing) terminal.note(`to measure: ${subject.head.package.title} ${version}`);
  const isNothing = again === null ? missing.length === 0 && before === null : again.length === 0;
  const isWhole =
    isNothing || (await measured(invocation, subject, { planned, before, scenarios, pairs, again }));
  if (readHistoryFile(repository.results, folder) === null) {
    if (isWhole) throw nothingToMeasure(subject);
    terminal.note(STOPPED);
    return exitCodes.failed;
  }
  const judged = judgeReleases(readReleases(repository.results, folder));
  terminal.print(options.json ? JSON.stringify(judged, null, 2) : renderReleases(judged, terminal));
  if (!isWhole) terminal.note(STOPPED);
  return isWhole ? exitCodes.ok : exitCodes.failed;
}

/**
 * Continues every history of this machine. Names a history that fails and goes on with the others. Throws a
 * PitwallError if there are histories but none is from this machine: a new kernel or another runner would end all of
 * them in silence.
 */
async function ofAll(invocation: Invocation): Promise<ExitCode> {
  const { repository, terminal, options, signal } = invocation;
  const machine = await machineId(invocation);
  const minutes = wholeNumberOption(options, 'minutes', 1, 10_000);
  const started = performance.now();
  let code: ExitCode = exitCodes.ok;
  for (const option of ['with', 'frozen', 'release'])
    if (options[option] !== undefined) throw withoutTarget(option, options[option]);
  const all = readAllReleases(repository.results).map(({ history }) => history);
  const [first] = all;
  if (!first) {
    terminal.note('There is no history of releases to continue. Begin one: npm run bench -- releases go/gin');
    return exitCodes.ok;
  }
  const ofThisMachine = all.filter(
    (history) =>
      history.machine === machine &&
      (options.package === undefined || history.package.name === String(options.package)),
  );
  if (!all.some((history) => history.machine === machine)) throw onOtherMachines(machine, all, first);
  if (ofThisMachine.length === 0)
    throw invalidValue('--package', options.package, 'the package of a history');
  for (const history of ofThisMachine) {
    const used = Math.floor((performance.now() - started) / 60_000);
    if (minutes !== undefined && used >= minutes) {
      terminal.note(STOPPED);
      return exitCodes.failed;
    }
    const own = {
      package: history.package.name,
      ...(history.together === undefined ? {} : { with: history.together }),
      ...(minutes === undefined ? {} : { minutes: String(minutes - used) }),
    };
    const name = variantName(history.target, history.variant);
    try {
      const one = await ofOne({ ...invocation, options: { ...options, ...own } }, name);
      if (one !== exitCodes.ok) code = one;
    } catch (error) {
      signal.throwIfAborted();
      terminal.note(
        `${name} ${history.package.name}: ${error instanceof PitwallError ? describeError(error) : messageOf(error)}`,
      );
      code = exitCodes.failed;
    }
  }
  return code;
}

function askedBy(options: OptionValues): AskedReleases {
  const last = wholeNumberOption(options, 'last', 1, 1_000) ?? null;
  return {
    newest: options.newest === true,
    from: options.from === undefined ? defaultFrom(last, new Date()) : dateOf(options.from),
    last,
    only: (options.release as string[] | undefined)?.map((version) => version.replace(/^v/, '')),
    frozen: options.frozen === undefined ? null : String(options.frozen),
    tryAgain: options['try-again'] === true,
  };
}

function dateOf(value: unknown): Date {
  const text = String(value);
  // Other forms are read in local time, or as a year that nobody meant.
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : Number.NaN);
  if (Number.isFinite(date.getTime())) return date;
  throw invalidValue('--from', value, 'a date such as 2024-01-31');
}

const STOPPED = 'Stopped at the time limit: the same command continues.';

interface HistoryPlan {
  planned: PlannedRelease[];
  before: ReleaseHistory | null;
  scenarios: readonly Scenario[];
  /** Pairs of each scenario; `null` for as many as its targets need. */
  pairs: number | null;
  /** The steps to measure once more; `null` if releases are. */
  again: ReleaseStep[] | null;
}

async function measured(
  invocation: Invocation,
  { targetVariant, head }: HistorySubject,
  plan: HistoryPlan,
): Promise<boolean> {
  const { repository, options, terminal } = invocation;
  const { before, scenarios } = plan;
  const minutes = wholeNumberOption(options, 'minutes', 1, 10_000) ?? Number.POSITIVE_INFINITY;
  const deadline = performance.now() + minutes * 60_000;
  const kinds = [...new Set(scenarios.flatMap(({ database }) => database ?? []))] as DatabaseKind[];
  const session = await openSession(invocation, {
    launcher: 'process',
    tools: loadersOf([CANARY_LOAD, DUET_LOAD]),
    databases: kinds,
  });
  try {
    requireAllDatabases(session);
    requireTool(session, DUET_LOAD.loader, 'comparison');
    const machineFile = join(repository.results, 'machines', `${session.machine.id}.json`);
    if (!existsSync(machineFile)) writeFileAtomic(machineFile, formatResult(session.machine));
    const canary = await openCanary(session);
    const work: HistoryWork<DuetSide> = {
      results: repository.results,
      head: {
        ...head,
        scenarios: scenarios.map(({ id }) => id),
        // To repeat steps, no registry was asked.
        ...(plan.again !== null && before !== null ? { askedAt: before.askedAt } : {}),
      },
      planned: plan.again === null ? plan.planned : [...(before?.releases ?? [])],
      confirmations: [...(before?.confirmations ?? [])],
      scenarios,
      oldestFirst: options.newest === true,
      effects: {
        prepare: (version) => prepareRelease(session, sideOfRelease(head, version)),
        measure: (base, head, chosen) =>
          measureRelease({
            ...{ bench: session, machine: session.machine.id, sides: { base, head }, canary },
            scenarios: chosen,
            pairs: plan.pairs ?? pairsPerScenario({ base, head }),
            seed: seedOf(options),
          }),
        report: (what) => terminal.note(`${targetVariant.name}: ${head.package.title} ${what}`),
        now: () => new Date(),
        isOver: () => performance.now() >= deadline,
      },
    };
    return await whileMeasuring(session, () =>
      plan.again === null ? carryOutHistory(work) : repeatSteps(work, plan.again),
    );
  } catch (error) {
    throw error instanceof FrozenReleaseError ? frozenFails(head, error) : error;
  } finally {
    await session.close();
  }
}

function frozenFails(
  { target, package: own }: HistorySubject['head'],
  { version, failure }: FrozenReleaseError,
): PitwallError {
  return new PitwallError({
    what: 'Cannot measure the frozen release',
    where: `${target} ${own.name} ${version}`,
    expected: 'a release that builds, starts and passes its checks',
    seen: `${failure.code}: ${failure.reason}`,
    next: 'Repair the target, or begin with another one: --frozen <version>',
    exitCode: exitCodes.failed,
  });
}

/** Each history has its own packages, frozen release and releases. */
function withoutTarget(option: string, value: unknown): PitwallError {
  return usageError({
    what: `--${option} needs a target`,
    where: `--${option} ${String(value)}`,
    expected: 'the target whose releases it is about',
    seen: 'no target, which means every history',
    next: 'Name it: npm run bench -- releases go/gin',
  });
}

function onOtherMachines(
  machine: string,
  histories: readonly ReleaseHistory[],
  { target, variant }: ReleaseHistory,
): PitwallError {
  const others = [...Map.groupBy(histories, (history) => history.machine)];
  const name = variantName(target, variant);
  return new PitwallError({
    what: 'No history of releases is of this machine',
    where: 'results/releases',
    expected: `histories of ${machine}`,
    seen: others.map(([other, { length }]) => `${length} of ${other}`).join(', '),
    next: `Measure on that machine as it was, or begin a history here: npm run bench -- releases ${name} (in the workflow: gh workflow run releases.yml -f target=${name})`,
    exitCode: exitCodes.failed,
  });
}

function noHistory({ target, package: { name } }: HistorySubject['head']): PitwallError {
  return usageError({
    what: 'No history whose steps can be repeated',
    where: `${target} ${name}`,
    expected: 'a history of this machine',
    seen: 'none',
    next: `Measure one first: npm run bench -- releases ${target}`,
  });
}

function nothingToMeasure({ head: { target, package: own } }: HistorySubject): PitwallError {
  return usageError({
    what: 'No release matches the options',
    where: `${target} ${own.name}`,
    expected: 'a finished release since the date',
    seen: 'none',
    next: 'Give an earlier date: --from 2020-01-01',
  });
}
