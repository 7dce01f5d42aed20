import { profileNames, readProfile } from '../../catalog/profiles.ts';
import {
  readTarget,
  readTargets,
  selectVariants,
  type TargetVariant,
  variantsFor,
} from '../../catalog/targets.ts';
import { changedPaths, commitCount, partingOf, rotate, touchedAmong } from '../../catalog/touched.ts';
import { type Expected, expectedOf } from '../../ci/gate/expected.ts';
import { tryGit } from '../../ci/git.ts';
import { misfitOf } from '../../ci/jobs/divide.ts';
import {
  type MeasuredShard,
  type MeasuringJob,
  matrixOfJobs,
  planJobs,
  profilesFor,
} from '../../ci/jobs/measuring-jobs.ts';
import {
  byCommit,
  byProfiles,
  changedByBoth,
  commonPaths,
  measuredCommits,
  type Plan,
  type PlannedTarget,
  profilesBeforeChange,
  shardsOf,
  touchedTargets,
  unmeasuredProfiles,
} from '../../ci/plan.ts';
import { writeOutputs, writeSummary } from '../../ci/workflow-file.ts';
import { givenName, machineSuffix } from '../../machine/machine.ts';
import { type Comparable, comparableOf } from '../../measure/duet/comparable.ts';
import { countingMethodOf } from '../../measure/instructions/counting-methods.ts';
import type { Profile } from '../../model/index.ts';
import { revisionOf } from '../../process/git.ts';
import { escaped } from '../../publish/verdict-markdown.ts';
import { type RunResult, readResults } from '../../results/read-results.ts';
import { exitCodes } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { type Command, type CommandContext, type OptionValues, wholeNumberOption } from '../command.ts';
import { scenarioNamed } from '../measuring/scenario-option.ts';

/** A runner label goes into `runs-on`, and into the name of its machine. */
const RUNNER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
/** Measures where no runner is named; nothing of it is pinned. */
const HOSTED = 'ubuntu-24.04';

/** The largest matrix that GitHub takes. */
const MOST_JOBS = 256;

export const ciPlan: Command = {
  name: 'ci plan',
  summary: 'print which targets a workflow measures, and on which runner',
  takes: '[target...]',
  details: [
    'Prints the plan as JSON. In a workflow, also sets the outputs any, base, targets, matrix, jobs, runs and expected of',
    'the step. Without --since and --unmeasured, takes the named targets, or all. With --profile, also plans the jobs that',
    'measure them, each within the time limit of its job, and those that continue unfinished runs.',
  ].join(' '),
  options: {
    since: { type: 'string', value: '<revision>', help: 'only targets touched by a change since then' },
    sample: {
      type: 'string',
      value: '<n>',
      help: 'with --since: so many of the targets that only a change of the harness touches, or with --head one of the shared data; with --unmeasured: so many more if nothing was measured since compose.yaml or the shared data changed; they rotate from commit to commit',
    },
    head: {
      type: 'string',
      value: '<revision>',
      help: 'with --since: targets at this commit; the output `expected` says what a comparison of the two must contain',
    },
    scenario: {
      type: 'string',
      value: '<id>',
      help: 'with --head: the only scenario to compare; empty for the usual ones',
    },
    pairs: {
      type: 'string',
      value: '<n>',
      help: 'with --head: pairs that a comment asked for, so that it cannot pass the whole; empty for the usual ones',
    },
    unmeasured: {
      type: 'boolean',
      help: 'only targets whose folder, as it is, has no finished result; with --profile, of each profile',
    },
    profile: {
      type: 'string',
      value: '<names>',
      help: 'profiles, separated by spaces; the parts of a standard run if empty',
    },
    unfinished: { type: 'boolean', help: 'with --profile: only continue unfinished runs' },
    runners: {
      type: 'string',
      value: '<labels>',
      help: `labels of the runners, one per machine, separated by spaces, commas or line ends (default: ${HOSTED})`,
    },
  },
  async run(invocation) {
    const { repository, options, terminal, environment, arguments: words } = invocation;
    const measures = options.profile !== undefined;
    const profiles = measures ? profilesOf(invocation, String(options.profile)) : [];
    const { ids, partial, since, lacking } = await chosen(invocation, options, words, profiles);
    const labels = labelsOf(String(options.runners ?? ''));
    const { runs, machines } =
      measures || labels.length > 1 ? await readResults(repository.results) : { runs: [], machines: [] };
    const names = new Map(machines.map((machine) => [machine.id, givenName(machine)]));
    const base = await parting(invocation, options);
    const expected = await expectedIn(invocation, options, ids, base, partial);
    const targets: PlannedTarget[] = [];
    for (const id of ids) targets.push(await describe(invocation, id, base));
    const runners = labels.length > 0 ? labels : [HOSTED];
    const plan: Plan = { base, targets, ...shardsOf(ids, runners, runs, names) };
    const shards = plan.shards.flatMap((shard) =>
      (lacking === null
        ? [{ targets: shard.targets, profiles: null }]
        : byProfiles(shard.targets, lacking)
      ).map((group) => ({
        ...shard,
        ...group,
        pinned: labels.length > 0,
        since: byCommit(group.targets, since),
      })),
    );
    const jobs = measures
      ? await jobsOf(invocation, options, { runners, names, shards, profiles, runs })
      : null;
    terminal.print(
      JSON.stringify({ ...plan, ...(jobs && { jobs }), ...(expected && { expected }) }, null, 2),
    );
    if (targets.length > MOST_JOBS)
      terminal.note(
        `Only the first ${MOST_JOBS} of ${targets.length} targets get a job: GitHub takes no larger matrix`,
      );
    for (const { target, from, to } of plan.moved)
      terminal.note(`${target} moves from ${from} to ${to}: a new series begins there`);
    writeOutputs(environment, {
      any: String(expected ? expected.cells.length > 0 : (jobs ?? ids).length > 0),
      base: base ?? '',
      targets: ids.join(' '),
      matrix: JSON.stringify({ include: plan.targets.slice(0, MOST_JOBS) }),
      ...(jobs && { jobs: JSON.stringify({ include: matrixOfJobs(jobs) }), runs: String(runsOf(jobs)) }),
      expected: expected ? JSON.stringify(expected) : '',
    });
    writeSummary(environment, describePlan(plan, jobs ?? [], expected));
    return exitCodes.ok;
  },
};

/** Where a plan looks for targets, results and commits. */
type Checkout = Pick<CommandContext, 'repository' | 'signal'>;

/** The named profiles, or the parts of a standard run. */
function profilesOf({ repository }: Checkout, names: string): Profile[] {
  const named = names.split(/\s+/).filter(Boolean);
  const standard = profileNames(repository).filter((name) => /^standard(?:-|$)/.test(name));
  return (named.length > 0 ? named : standard).map((name) => readProfile(repository, name));
}

interface MeasurementPlan {
  runners: readonly string[];
  names: ReadonlyMap<string, string>;
  shards: readonly MeasuredShard[];
  profiles: readonly Profile[];
  runs: readonly RunResult[];
}

async function jobsOf(
  { repository, signal, terminal }: Checkout & Pick<CommandContext, 'terminal'>,
  options: OptionValues,
  plan: MeasurementPlan,
): Promise<MeasuringJob[]> {
  const targets = readTargets(repository);
  const onlyUnfinished = options.unfinished === true;
  for (const shard of onlyUnfinished ? [] : plan.shards)
    for (const profile of profilesFor(shard, plan.profiles)) {
      const why = whyLeftOut(profile, selectVariants(targets, shard.targets), shard.runner);
      if (why !== null) terminal.note(`${profile.name} is left out on ${shard.runner}: ${why}`);
    }
  return planJobs({
    ...plan,
    targetVariantsOf: (ids) => selectVariants(targets, ids),
    isOnMain: async (commit) => {
      const words = ['merge-base', '--is-ancestor', commit, 'HEAD'];
      return (await tryGit(words, { cwd: repository.root, signal })).exitCode === 0;
    },
    onlyUnfinished,
    now: new Date(),
  });
}

function whyLeftOut(
  profile: Profile,
  targetVariants: readonly TargetVariant[],
  runner: string,
): string | null {
  if (variantsFor(profile, targetVariants).length === 0) return 'no target there serves one of its scenarios';
  const misfit = misfitOf(profile, targetVariants, runner);
  return misfit && `expected ${misfit.expected}, saw ${misfit.seen}. ${misfit.next}`;
}

/** Number of runs that the jobs leave if all goes well. */
function runsOf(jobs: readonly MeasuringJob[]): number {
  return jobs.reduce((sum, { resume, profiles }) => sum + (resume === null ? profiles.length : 1), 0);
}

interface Chosen {
  ids: string[];
  /** Whether more targets are touched than those that were named. */
  partial: boolean;
  /** The commits with which targets are compared after a push. */
  since: ReadonlyMap<string, string>;
  /** The profiles that each target lacks; `null` if all that are planned are measured. */
  lacking: ReadonlyMap<string, readonly string[]> | null;
}

async function chosen(
  checkout: Checkout,
  options: OptionValues,
  names: readonly string[],
  profiles: readonly Profile[],
): Promise<Chosen> {
  const { repository, signal } = checkout;
  const targets = readTargets(repository);
  const selected = new Set(
    selectVariants(targets, names.flatMap((name) => name.split(' ')).filter(Boolean)).map(
      ({ target }) => target.id,
    ),
  );
  const all = targets.map(({ id }) => id);
  const ids = all.filter((id) => selected.has(id));
  const since = new Map<string, string>();
  const sample = wholeNumberOption(options, 'sample', 1, MOST_JOBS);
  if (options.unmeasured) {
    const { runs } = await readResults(repository.results);
    const commits = new Map<string, string | null>();
    for (const id of ids) commits.set(id, (await revisionOf(repository.root, `targets/${id}`)).commit);
    for (const [id, commit] of measuredCommits(commits, runs))
      if (await isComparable(checkout, id, commit)) since.set(id, commit);
    const serves = (id: string, name: string): boolean =>
      profiles.some(
        (profile) => profile.name === name && variantsFor(profile, selectVariants(targets, [id])).length > 0,
      );
    const names = profiles.map(({ name }) => name);
    const lacking = unmeasuredProfiles(commits, runs, names, serves);
    if (sample !== undefined) {
      const stale = await profilesBeforeChange(repository.root, runs, names);
      const others = ids.filter((id) => !lacking.has(id) && stale.some((name) => serves(id, name)));
      const drawn = rotate(others, (await commitCount(repository.root)) * sample, sample);
      for (const id of drawn) lacking.set(id, stale);
    }
    return { ids: ids.filter((id) => lacking.has(id)), partial: false, since, lacking };
  }
  if (!hasBase(options)) return { ids, partial: false, since, lacking: null };
  const head = options.head === undefined ? null : String(options.head);
  signal.throwIfAborted();
  const touched = await touchedTargets({
    root: repository.root,
    ids: all,
    base: String(options.since),
    head,
    // Who asks for a target by name gets it, also if it is not drawn.
    sample: head !== null && ids.length < all.length ? undefined : sample,
  });
  const both = touched.filter((id) => selected.has(id));
  return { ids: both, partial: both.length < touched.length, since, lacking: null };
}

/** GitHub names a commit of zeros as the state before the first push of a branch. */
function hasBase({ since }: OptionValues): boolean {
  return since !== undefined && !/^0+$/.test(String(since));
}

async function parting({ repository }: Checkout, options: OptionValues): Promise<string | null> {
  if (!hasBase(options)) return null;
  const [base, head] = [String(options.since), String(options.head ?? 'HEAD')];
  return partingOf(repository.root, base, head, `--since ${base}`);
}

const MERGE_MAIN = 'main has changed it since the branch left; merge main into the branch';

/** Returns what a comparison of base and `--head` must contain; `null` without it. */
async function expectedIn(
  { repository, signal }: Checkout,
  options: OptionValues,
  ids: readonly string[],
  base: string | null,
  someTargets: boolean,
): Promise<Expected | null> {
  if (base === null || options.head === undefined) return null;
  // Two pairs would prove nothing, and so pass whatever they are of.
  const ownPairs = String(options.pairs ?? '') !== '';
  const scenario = String(options.scenario ?? '');
  const scenarios = scenario === '' ? null : [scenarioNamed(scenario)];
  const found: Comparable = { pairs: [], missing: [], added: [] };
  const sides = { base, head: String(options.head) };
  const stale = await changedByBoth(repository.root, ids, { ...sides, main: String(options.since) });
  found.missing.push(...stale.map((id) => ({ what: id, why: MERGE_MAIN })));
  for (const id of ids.filter((one) => !stale.includes(one))) {
    const part = await comparableOf({ repository, id, variants: null, ...sides, scenarios, signal });
    found.pairs.push(...part.pairs);
    found.missing.push(...part.missing);
  }
  const common = await commonPaths(repository.root, base, String(options.head));
  return expectedOf(base, someTargets || scenarios !== null || ownPairs, found, common);
}

async function describe(checkout: Checkout, target: string, base: string | null): Promise<PlannedTarget> {
  const slug = target.replace('/', '-');
  if (base === null || countingMethodOf(readTarget(checkout.repository, target).manifest) === null)
    return { target, slug, countable: false };
  return { target, slug, countable: await isThere(checkout, target, base) };
}

/**
 * Whether a target differs from what it was at a commit, and there is something to compare or to miss. The alert tells
 * of each such target that was not compared.
 */
async function isComparable(checkout: Checkout, target: string, commit: string): Promise<boolean> {
  const { repository, signal } = checkout;
  if (!(await isThere(checkout, target, commit))) return false;
  const touched = touchedAmong([target], await changedPaths(repository.root, commit, null));
  if (touched.length === 0) return false;
  const all = { variants: null, scenarios: null, head: null };
  const { pairs, missing } = await comparableOf({ repository, id: target, base: commit, ...all, signal });
  return pairs.length + missing.length > 0;
}

async function isThere({ repository, signal }: Checkout, target: string, revision: string): Promise<boolean> {
  const { exitCode } = await tryGit(['cat-file', '-e', `${revision}:targets/${target}/target.yaml`], {
    cwd: repository.root,
    signal,
  });
  return exitCode === 0;
}

/** Returns the runners' labels; refuses two whose machines would share a name, and so a series. */
function labelsOf(text: string): string[] {
  const labels = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  const wrong = labels.find((label) => !RUNNER.test(label));
  if (wrong !== undefined)
    throw invalidLabels('letters, digits, dots, hyphens and underscores', JSON.stringify(wrong));
  const alike = [...Map.groupBy(labels, machineSuffix).values()].find((group) => group.length > 1);
  if (alike) throw invalidLabels('labels that differ in letters or digits', alike.join(' and '));
  return labels;
}

function invalidLabels(expected: string, seen: string): Error {
  return usageError({
    what: 'Invalid runner label',
    where: '--runners (the variable PITWALL_RUNNERS of the repository)',
    expected,
    seen,
    next: 'Correct the variable in the settings of the repository',
  });
}

function describePlan(
  { targets, shards, moved }: Plan,
  jobs: readonly MeasuringJob[],
  expected: Expected | null,
): string {
  if (targets.length + jobs.length === 0) return 'No target is touched.';
  return [
    `### ${targets.length} target${targets.length === 1 ? '' : 's'}`,
    '',
    ...(expected
      ? describeExpected(expected)
      : [
          '| runner | targets |',
          '|---|---|',
          ...shards.map((shard) => `| ${shard.runner} | ${shard.targets.join(', ')} |`),
        ]),
    ...(jobs.length === 0 ? [] : ['', '| job | measures | about |', '|---|---|---|']),
    ...jobs.map(({ name, resume, profiles, estimate }) =>
      ['', name, resume === null ? profiles.join(', ') : `continues ${resume}`, estimate, '']
        .join(' | ')
        .trim(),
    ),
    ...moved.map(
      ({ target, from, to }) => `\n${target} moves from ${from} to ${to}: a new series begins there.`,
    ),
    '',
  ].join('\n');
}

/** What a reviewer approves: what is measured, and what cannot be. */
function describeExpected({ cells, missing, common }: Expected): string[] {
  return [
    ...cells.map((cell) => `- ${cell}`),
    ...missing.map(({ what, why }) => `- ${escaped(what)} **cannot be measured**: ${escaped(why)}`),
    ...common.map((path) => `- ${escaped(path)} **affects every target**`),
  ];
}
