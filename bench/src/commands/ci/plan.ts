import { profileNames, readProfile } from '../../catalog/profiles.ts';
import { readTarget, readTargets, selectVariants } from '../../catalog/targets.ts';
import { git, tryGit } from '../../ci/git.ts';
import { type MeasuringJob, matrixOfJobs, planJobs } from '../../ci/jobs/plan.ts';
import { type Plan, type PlannedTarget, shardsOf, touchedTargets, unmeasuredTargets } from '../../ci/plan.ts';
import { writeOutputs, writeSummary } from '../../ci/workflow-file.ts';
import { wayOf } from '../../measure/instructions/ways.ts';
import { revisionOf } from '../../measure/provenance.ts';
import { type RunResult, readResults } from '../../results/read-results.ts';
import { exitCodes } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Command, Invocation } from '../command.ts';

/** A runner label goes into `runs-on`, and into the name of its machine. */
const RUNNER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The largest matrix that GitHub takes. */
const MOST_JOBS = 256;

export const ciPlan: Command = {
  name: 'ci plan',
  summary: 'print which targets a workflow measures, and on which runner',
  takes: '[target...]',
  details: [
    'Prints the plan as JSON. In a workflow, also sets the outputs any, base, targets, matrix, jobs and runs of the step.',
    'Without --since and --unmeasured, takes the named targets, or all. With --profile, also plans the jobs that measure',
    'them, each within the time limit of its job, and those that continue unfinished runs.',
  ].join('\n'),
  options: {
    since: { type: 'string', value: '<revision>', help: 'only targets touched by a change since then' },
    head: {
      type: 'string',
      value: '<revision>',
      help: 'with --since: targets at this commit; those that only one of the two has are left out',
    },
    unmeasured: {
      type: 'boolean',
      help: 'only targets whose folder has changed since their newest result',
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
      help: 'labels of the runners, one per machine, separated by spaces (default: ubuntu-24.04)',
    },
  },
  async run(invocation) {
    const { repository, options, terminal, environment } = invocation;
    const ids = await chosen(invocation);
    const runners = runnersOf(String(options.runners ?? ''));
    const measures = options.profile !== undefined;
    const { runs } = measures || runners.length > 1 ? await readResults(repository.results) : { runs: [] };
    const base = await parting(invocation);
    const targets: PlannedTarget[] = [];
    for (const id of ids) targets.push(await describe(invocation, id, base));
    const plan: Plan = { base, targets, ...shardsOf(ids, runners, runs) };
    const jobs = measures ? await jobsOf(invocation, runners, plan, runs) : null;
    terminal.print(JSON.stringify({ ...plan, ...(jobs && { jobs }) }, null, 2));
    if (targets.length > MOST_JOBS)
      terminal.note(
        `Only the first ${MOST_JOBS} of ${targets.length} targets get a job: GitHub takes no larger matrix`,
      );
    for (const { target, from, to } of plan.moved)
      terminal.note(`${target} moves from ${from} to ${to}: a new series begins there`);
    writeOutputs(environment, {
      any: String((jobs ?? ids).length > 0),
      base: base ?? '',
      targets: ids.join(' '),
      matrix: JSON.stringify({ include: plan.targets.slice(0, MOST_JOBS) }),
      ...(jobs && { jobs: JSON.stringify({ include: matrixOfJobs(jobs) }), runs: String(runsOf(jobs)) }),
    });
    writeSummary(environment, describePlan(plan, jobs ?? []));
    return exitCodes.ok;
  },
};

async function jobsOf(
  { repository, options, signal }: Invocation,
  runners: readonly string[],
  { shards }: Plan,
  runs: readonly RunResult[],
): Promise<MeasuringJob[]> {
  const named = String(options.profile).split(/\s+/).filter(Boolean);
  const standard = profileNames(repository).filter((name) => /^standard(?:-|$)/.test(name));
  const targets = readTargets(repository);
  return planJobs({
    runners,
    shards,
    profiles: (named.length > 0 ? named : standard).map((name) => readProfile(repository, name)),
    entriesOf: (ids) => selectVariants(targets, ids),
    runs,
    isOnMain: async (commit) => {
      const words = ['merge-base', '--is-ancestor', commit, 'HEAD'];
      return (await tryGit(words, { cwd: repository.root, signal })).exitCode === 0;
    },
    onlyUnfinished: options.unfinished === true,
    now: new Date(),
  });
}

/** Number of runs that the jobs leave if all goes well. */
function runsOf(jobs: readonly MeasuringJob[]): number {
  return jobs.reduce((sum, { resume, profiles }) => sum + (resume === null ? profiles.length : 1), 0);
}

async function chosen({ repository, options, arguments: names, signal }: Invocation): Promise<string[]> {
  const targets = readTargets(repository);
  const selected = new Set(
    selectVariants(targets, names.flatMap((name) => name.split(' ')).filter(Boolean)).map(
      ({ target }) => target.id,
    ),
  );
  const ids = targets.map(({ id }) => id).filter((id) => selected.has(id));
  if (options.unmeasured) {
    const { runs } = await readResults(repository.results);
    const commits = new Map<string, string | null>();
    for (const id of ids) commits.set(id, (await revisionOf(repository.root, `targets/${id}`)).commit);
    return unmeasuredTargets(commits, runs);
  }
  if (!hasBase(options)) return ids;
  const head = options.head === undefined ? null : String(options.head);
  signal.throwIfAborted();
  return touchedTargets({ root: repository.root, ids, base: String(options.since), head });
}

/** GitHub names a commit of zeros as the state before the first push of a branch. */
function hasBase({ since }: Invocation['options']): boolean {
  return since !== undefined && !/^0+$/.test(String(since));
}

/** The commit where head left base: what base got since then is not part of the change. */
async function parting({ repository, options, signal }: Invocation): Promise<string | null> {
  if (!hasBase(options)) return null;
  const [base, head] = [String(options.since), String(options.head ?? 'HEAD')];
  return git(['merge-base', '--end-of-options', base, head], { cwd: repository.root, signal });
}

async function describe(
  { repository, signal }: Invocation,
  target: string,
  base: string | null,
): Promise<PlannedTarget> {
  const slug = target.replace('/', '-');
  if (base === null || wayOf(readTarget(repository, target).manifest) === null)
    return { target, slug, countable: false };
  const there = await tryGit(['cat-file', '-e', `${base}:targets/${target}/target.yaml`], {
    cwd: repository.root,
    signal,
  });
  return { target, slug, countable: there.exitCode === 0 };
}

function runnersOf(text: string): string[] {
  const runners = text.split(/[\s,]+/).filter(Boolean);
  const wrong = runners.find((runner) => !RUNNER.test(runner));
  if (wrong !== undefined) {
    throw usageError({
      what: 'Invalid runner label',
      where: '--runners (the variable PITWALL_RUNNERS of the repository)',
      expected: 'letters, digits, dots, hyphens and underscores',
      seen: JSON.stringify(wrong),
      next: 'Correct the variable in the settings of the repository',
    });
  }
  return runners.length > 0 ? [...new Set(runners)] : ['ubuntu-24.04'];
}

function describePlan({ targets, shards, moved }: Plan, jobs: readonly MeasuringJob[]): string {
  if (targets.length + jobs.length === 0) return 'No target is touched.';
  return [
    `### ${targets.length} target${targets.length === 1 ? '' : 's'}`,
    '',
    '| runner | targets |',
    '|---|---|',
    ...shards.map((shard) => `| ${shard.runner} | ${shard.targets.join(', ')} |`),
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
