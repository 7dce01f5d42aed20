import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeReleases } from '../../analysis/releases.ts';
import { readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { toolchainPath } from '../../launch/toolchains.ts';
import { loadersOf } from '../../load/loaders.ts';
import { whileMeasuring } from '../../measure/bench.ts';
import { CANARY_LOAD, openCanary } from '../../measure/canary.ts';
import type { DuetSide } from '../../measure/duet/measure-duet.ts';
import { DUET_LOAD } from '../../measure/duet/plan.ts';
import { frameworkPackage, lockFileOf } from '../../measure/packages/lock-file.ts';
import { resolvePin } from '../../measure/packages/pinned-package.ts';
import { runtimeNames, runtimeOf } from '../../measure/packages/runtimes.ts';
import { lockedVersion, versionInLockFile } from '../../measure/provenance.ts';
import {
  carryOutHistory,
  FrozenReleaseError,
  type HistoryWork,
  repeatSteps,
} from '../../measure/releases/carry-out.ts';
import { changelogPages } from '../../measure/releases/changelog.ts';
import {
  chosenReleases,
  DEFAULT_YEARS,
  mergedReleases,
  newReleases,
  type PlannedRelease,
} from '../../measure/releases/choose.ts';
import { measureRelease, pairsPerScenario, prepareRelease } from '../../measure/releases/measure-release.ts';
import { askRegistry } from '../../measure/releases/registry.ts';
import type { ListedRelease } from '../../measure/releases/registry-client.ts';
import {
  type DatabaseKind,
  identifier,
  type ReleaseHistory,
  type Scenario,
  scenarioOf,
  variantName,
} from '../../model/index.ts';
import { runCommand } from '../../process/command.ts';
import {
  readAllReleases,
  readHistoryFile,
  readReleases,
  releasesFolder,
} from '../../results/release-store.ts';
import { formatResult } from '../../results/run-store.ts';
import { renderReleases } from '../../terminal/releases.ts';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { describeError, type ExitCode, exitCodes, messageOf, PitwallError } from '../../util/errors.ts';
import { invalidValue, usageError } from '../../util/usage-errors.ts';
import { compareVersions } from '../../util/versions.ts';
import { type Command, type Invocation, jsonOption, seedOption, wholeNumberOption } from '../command.ts';
import { scenariosOption } from '../comparing/comparison.ts';
import { seedOf } from '../measuring/run.ts';
import { machineId, openSession } from '../measuring/session.ts';
import { ecosystemOf, requireDuetLoader } from './subject.ts';

/** Scenarios of a history unless others are named: small and large bodies, and no database whose version could change. */
const DEFAULT_SCENARIOS: readonly string[] = ['json', 'json-large'];

export const releases: Command = {
  name: 'releases',
  summary: 'measure what each release of a framework or runtime costs, and name the steps between them',
  takes: '[target]',
  details: [
    'Asks the registry which releases there are, builds the target with each, verifies it, and measures its processor',
    'time per request beside one frozen release. Steps between successive releases are measured again side by side, and',
    'the error rate is held over all of them. Continues after the last release that was measured; one that does not',
    'build or violates the contract keeps its row with the reason. Exit code 1 means that something is left to measure.',
    'Without a target, continues every history of this machine.',
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
      help: `scenario to measure (may be repeated; default: ${DEFAULT_SCENARIOS.join(' and ')})`,
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
    newest: { type: 'boolean', help: 'only what came since the history was measured' },
    frozen: {
      type: 'string',
      value: '<version>',
      help: 'release that all others are compared with (default: that of the lock file, for good)',
    },
    'try-again': { type: 'boolean', help: 'also those that failed before' },
    repeat: { type: 'boolean', help: 'only measure confirmed steps once more, as on another day' },
    list: { type: 'boolean', help: 'only say which releases would be measured' },
    pairs: {
      type: 'string',
      value: '<n>',
      help: 'pairs of each scenario (default: 60, 30 or 10, by how long they take)',
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
  const { repository, options, terminal } = invocation;
  const subject = await subjectOf(invocation, name);
  const folder = releasesFolder(subject.head);
  const before = readHistoryFile(repository.results, folder);
  const scenarios = scenariosFor(invocation, subject.targetVariant, before);
  const planned = options.repeat === true ? [] : await plan(invocation, subject, before, scenarios);
  const missing = planned.filter(({ outcome }) => outcome === null);
  for (const { version } of missing) terminal.note(`to measure: ${subject.head.package.title} ${version}`);
  if (options.list === true) return exitCodes.ok;
  const isWhole =
    missing.length === 0 && options.repeat !== true && before === null
      ? true
      : await measured(invocation, subject, { planned, before, scenarios });
  if (readHistoryFile(repository.results, folder) === null) throw nothingToMeasure(subject);
  const judged = judgeReleases(readReleases(repository.results, folder));
  terminal.print(options.json ? JSON.stringify(judged, null, 2) : renderReleases(judged, terminal));
  if (!isWhole) terminal.note('Stopped at the time limit: the same command continues.');
  return isWhole ? exitCodes.ok : exitCodes.failed;
}

/** Continues every history of this machine; one that fails is named, and the others are continued. */
async function ofAll(invocation: Invocation): Promise<ExitCode> {
  const { repository, terminal, options, signal } = invocation;
  const machine = await machineId(invocation);
  const minutes = wholeNumberOption(options, 'minutes', 1, 10_000);
  const started = performance.now();
  let code: ExitCode = exitCodes.ok;
  for (const { history } of readAllReleases(repository.results)) {
    if (history.machine !== machine) continue;
    const used = Math.floor((performance.now() - started) / 60_000);
    if (minutes !== undefined && used >= minutes) return exitCodes.failed;
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

interface Subject {
  targetVariant: TargetVariant;
  head: Omit<HistoryWork<DuetSide>['head'], 'scenarios'>;
}

async function subjectOf(invocation: Invocation, name: string): Promise<Subject> {
  const { repository, options } = invocation;
  const [targetVariant] = selectVariants(readTargets(repository), [name]);
  if (targetVariant === undefined || !name.includes('/')) throw notOneTarget(name);
  const { target, variant } = targetVariant;
  const asked = options.package === undefined ? defaultPackage(targetVariant) : String(options.package);
  const { package: found, runtime } = resolvePin(target, { name: asked, version: '' });
  const own = frameworkPackage(target);
  const role = runtime !== null ? 'runtime' : found === own ? 'framework' : 'library';
  const { manifest } = target;
  const titles = { runtime: manifest.runtime.name, framework: manifest.name, library: found };
  const together = ((options.with as string[] | undefined) ?? []).map(
    (one) => resolvePin(target, { name: one, version: '' }).package,
  );
  return {
    targetVariant,
    head: {
      machine: identifier.parse(await machineId(invocation)),
      ...{ target: target.id, variant: variant.id },
      package: {
        ecosystem: runtime === null ? ecosystemOf(target) : 'runtime',
        name: found,
        role,
        title: titles[role],
      },
      ...(together.length > 0 ? { together } : {}),
      askedAt: new Date().toISOString(),
    },
  };
}

function defaultPackage({ target }: TargetVariant): string {
  const own = frameworkPackage(target) || (runtimeOf(target) ?? '');
  if (own !== '') return own;
  throw usageError({
    what: 'The framework of this target is in no lock file',
    where: `targets/${target.id}/target.yaml › framework.version`,
    expected: 'a lock file, or a runtime that has other versions',
    seen: 'a version that a program reports',
    next: `Name a package: --package <name>, or one of ${runtimeNames.join(', ')}`,
  });
}

function scenariosFor(
  { options }: Invocation,
  { target }: TargetVariant,
  before: ReleaseHistory | null,
): Scenario[] {
  const served = target.manifest.scenarios;
  const asked = scenariosOption(options)?.map(({ id }) => id);
  const ids = asked ?? before?.scenarios ?? served.filter((id) => DEFAULT_SCENARIOS.includes(id));
  const chosen = ids.length > 0 ? ids : served.slice(0, 1);
  const lacking = chosen.find((id) => !served.includes(id));
  if (lacking === undefined) return chosen.map(scenarioOf);
  throw usageError({
    what: 'The target does not serve the scenario',
    where: `--scenario ${lacking}`,
    expected: `one of ${served.join(', ')}`,
    seen: lacking,
    next: 'Name another scenario',
  });
}

/** Returns the releases of the history, and those to be added; throws a RegistryFault with what is kept. */
async function plan(
  { repository, options, environment, signal }: Invocation,
  { targetVariant: { target }, head }: Subject,
  before: ReleaseHistory | null,
  scenarios: readonly Scenario[],
): Promise<PlannedRelease[]> {
  const { ecosystem, name, role } = head.package;
  const listed = await askRegistry({ ecosystem, name, folder: target.folder, environment, signal });
  const frozen =
    frozenOf(options.frozen, before) ?? (await versionNow(repository.root, target, head.package));
  const last = wholeNumberOption(options, 'last', 1, 1_000) ?? null;
  const from = fromOption(options.from, last);
  const chosen =
    options.newest === true && before !== null
      ? newReleases(listed, before)
      : chosenReleases(listed, { from, last, only: releasesNamed(options.release, name, listed) });
  const base = listed.find(({ version }) => version === frozen);
  if (base === undefined) throw noSuchFrozen(name, frozen, listed);
  const changelog = await changelogPages(
    ecosystem,
    name,
    role === 'framework' ? target.manifest.framework.repository.replace(/\/$|\.git$/, '') : null,
    signal,
  );
  const rows = mergedReleases(before?.releases ?? [], [...chosen, base], changelog);
  const stale = staleVersions(repository.results, head, before, scenarios);
  for (const row of rows) {
    if (row.version === frozen) row.outcome = { state: 'frozen' };
    else if (row.outcome?.state === 'frozen' || stale.has(row.version)) row.outcome = null;
    else if (row.outcome?.state === 'failed' && options['try-again'] === true) row.outcome = null;
  }
  return rows;
}

/** Releases whose figures are of other scenarios, of older versions of them, or beside another release. */
function staleVersions(
  results: string,
  head: Subject['head'],
  before: ReleaseHistory | null,
  scenarios: readonly Scenario[],
): Set<string> {
  if (before === null) return new Set();
  const { comparisons } = readReleases(results, releasesFolder(head));
  const versions = before.releases.flatMap(({ version, outcome }) => {
    if (outcome.state !== 'measured') return [];
    const cells = comparisons.get(outcome.comparison)?.cells ?? [];
    const has = ({ id, version: wanted }: Scenario): boolean =>
      cells.some((cell) => cell.scenario === id && cell.scenarioVersion === wanted);
    return scenarios.every(has) ? [] : [version];
  });
  return new Set(versions);
}

function frozenOf(asked: unknown, before: ReleaseHistory | null): string | null {
  const own = before?.releases.find(({ outcome }) => outcome.state === 'frozen')?.version ?? null;
  const wanted = asked === undefined ? null : String(asked).replace(/^v/, '');
  if (own === null || wanted === null || wanted === own) return own ?? wanted;
  throw usageError({
    what: 'The history has another frozen release',
    where: '--frozen',
    expected: own,
    seen: wanted,
    next: 'Leave the option out, or delete the folder of the history to begin a new one',
  });
}

async function versionNow(
  root: string,
  target: TargetVariant['target'],
  { name, role }: Subject['head']['package'],
): Promise<string> {
  if (role === 'framework') return lockedVersion(target) ?? '';
  if (role === 'library') {
    const lockFile = lockFileOf(target) ?? '';
    const file = join(target.folder, lockFile);
    return versionInLockFile(lockFile, existsSync(file) ? readFileSync(file, 'utf8') : '', name) ?? '';
  }
  const { stdout } = await runCommand(target.manifest.runtime.process, {
    cwd: target.folder,
    environment: { ...process.env, PATH: toolchainPath(root) },
    timeoutSeconds: 20,
  });
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '';
}

function releasesNamed(value: unknown, name: string, listed: readonly ListedRelease[]): string[] | undefined {
  if (value === undefined) return undefined;
  const versions = (value as string[]).map((version) => version.replace(/^v/, ''));
  const unknown = versions.find((version) => !listed.some((one) => one.version === version));
  if (unknown === undefined) return versions;
  const near = listed.filter(({ version }) => compareVersions(version, unknown) <= 0).at(-1);
  throw invalidValue(
    '--release',
    unknown,
    `a release of ${name}, such as ${(near ?? listed.at(-1))?.version}`,
  );
}

function fromOption(value: unknown, last: number | null): Date | null {
  if (value !== undefined) {
    const date = new Date(String(value));
    if (Number.isFinite(date.getTime())) return date;
    throw invalidValue('--from', value, 'a date such as 2024-01-31');
  }
  if (last !== null) return null;
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - DEFAULT_YEARS);
  return date;
}

async function measured(
  invocation: Invocation,
  { targetVariant, head }: Subject,
  plan: { planned: PlannedRelease[]; before: ReleaseHistory | null; scenarios: readonly Scenario[] },
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
    const [noDatabase] = session.missingDatabases;
    if (noDatabase) throw noDatabase.error;
    requireDuetLoader(session);
    const machineFile = join(repository.results, 'machines', `${session.machine.id}.json`);
    if (!existsSync(machineFile)) writeFileAtomic(machineFile, formatResult(session.machine));
    const canary = await openCanary(session);
    const names = [head.package.name, ...(head.together ?? [])];
    const side = `${head.target}:${head.variant}`;
    const work: HistoryWork<DuetSide> = {
      results: repository.results,
      head: { ...head, scenarios: scenarios.map(({ id }) => id) },
      planned: options.repeat === true ? [...(before?.releases ?? [])] : plan.planned,
      confirmations: [...(before?.confirmations ?? [])],
      scenarios,
      effects: {
        prepare: (version) =>
          prepareRelease(session, [side, ...names.map((name) => `${name}=${version}`)].join('@')),
        measure: (base, head, chosen) =>
          measureRelease({
            ...{ bench: session, machine: session.machine.id, sides: { base, head }, canary },
            scenarios: chosen,
            pairs: wholeNumberOption(options, 'pairs', 2, 1_000) ?? pairsPerScenario({ base, head }),
            seed: seedOf(options),
          }),
        tell: (what) => terminal.note(`${targetVariant.name}: ${head.package.title} ${what}`),
        now: () => new Date(),
        isOver: () => performance.now() >= deadline,
      },
    };
    return await whileMeasuring(session, async () => {
      if (options.repeat !== true) return carryOutHistory(work);
      if (before === null) throw noHistory(head);
      return repeatSteps(work, readReleases(repository.results, releasesFolder(head)));
    });
  } catch (error) {
    throw error instanceof FrozenReleaseError ? frozenFails(error) : error;
  } finally {
    await session.close();
  }
}

function notOneTarget(name: string): PitwallError {
  return usageError({
    what: 'Name exactly one target',
    where: `argument ${name}`,
    expected: 'a target or a variant of one: go/gin, javascript/koa:cluster',
    seen: name || 'nothing',
    next: 'List them with: npm run bench -- list',
  });
}

function noSuchFrozen(name: string, frozen: string, listed: readonly ListedRelease[]): PitwallError {
  const near = listed.filter(({ version }) => compareVersions(version, frozen) <= 0).at(-1)?.version;
  return usageError({
    what: 'The registry does not list the frozen release',
    where: `--frozen of ${name}`,
    expected: 'one of its releases',
    seen: frozen || 'no version',
    next: `Name another one: --frozen ${near ?? listed.at(-1)?.version ?? '<version>'}`,
  });
}

function frozenFails({ version, failure }: FrozenReleaseError): PitwallError {
  return new PitwallError({
    what: 'The frozen release cannot be measured with',
    where: version,
    expected: 'a release that builds, starts and passes its checks',
    seen: `${failure.code}: ${failure.reason}`,
    next: 'Repair the target, or begin with another one: --frozen <version>',
    exitCode: exitCodes.failed,
  });
}

function noHistory({ target, package: { name } }: Subject['head']): PitwallError {
  return usageError({
    what: 'There is no history to repeat steps of',
    where: `${target} ${name}`,
    expected: 'a history of this machine',
    seen: 'none',
    next: `Measure one first: npm run bench -- releases ${target}`,
  });
}

function nothingToMeasure({ head: { target, package: own } }: Subject): PitwallError {
  return usageError({
    what: 'No release fits',
    where: `${target} ${own.name}`,
    expected: 'a finished release since the date',
    seen: 'none',
    next: 'Give an earlier date: --from 2020-01-01',
  });
}
