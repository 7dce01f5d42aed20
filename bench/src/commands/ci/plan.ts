import { readTarget, readTargets, selectVariants } from '../../catalog/targets.ts';
import { git, tryGit } from '../../ci/git.ts';
import { type Plan, type PlannedTarget, shardsOf, touchedTargets, unmeasuredTargets } from '../../ci/plan.ts';
import { writeOutputs, writeSummary } from '../../ci/workflow-file.ts';
import { wayOf } from '../../measure/instructions/ways.ts';
import { revisionOf } from '../../measure/provenance.ts';
import { readResults } from '../../results/read-results.ts';
import { exitCodes } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Command, Invocation } from '../command.ts';

/** A runner label goes into `runs-on`, and into the name of its machine. */
const RUNNER = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

export const ciPlan: Command = {
  name: 'ci plan',
  summary: 'print which targets a workflow measures, and on which runner',
  takes: '[target...]',
  details: [
    'Prints the plan as JSON. In a workflow, also sets the outputs any, base, targets, matrix and shards of the step.',
    'Without --since and --unmeasured, takes the named targets, or all.',
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
    const { runs } = runners.length > 1 ? await readResults(repository.results) : { runs: [] };
    const base = await parting(invocation);
    const targets: PlannedTarget[] = [];
    for (const id of ids) targets.push(await describe(invocation, id, base));
    const plan: Plan = { base, targets, ...shardsOf(ids, runners, runs) };
    terminal.print(JSON.stringify(plan, null, 2));
    for (const { target, from, to } of plan.moved)
      terminal.note(`${target} moves from ${from} to ${to}: a new series begins there`);
    writeOutputs(environment, {
      any: String(ids.length > 0),
      base: base ?? '',
      targets: ids.join(' '),
      matrix: JSON.stringify({ include: plan.targets }),
      shards: JSON.stringify({
        include: plan.shards.map(({ runner, targets }) => ({ runner, targets: targets.join(' ') })),
      }),
    });
    writeSummary(environment, describePlan(plan));
    return exitCodes.ok;
  },
};

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
  if (options.since === undefined) return ids;
  const head = options.head === undefined ? null : String(options.head);
  signal.throwIfAborted();
  return touchedTargets({ root: repository.root, ids, base: String(options.since), head });
}

/** The commit where head left base: what base got since then is not part of the change. */
async function parting({ repository, options, signal }: Invocation): Promise<string | null> {
  if (options.since === undefined) return null;
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

function describePlan({ targets, shards, moved }: Plan): string {
  if (targets.length === 0) return 'No target is touched.';
  return [
    `### ${targets.length} target${targets.length === 1 ? '' : 's'}`,
    '',
    '| runner | targets |',
    '|---|---|',
    ...shards.map((shard) => `| ${shard.runner} | ${shard.targets.join(', ')} |`),
    ...moved.map(
      ({ target, from, to }) => `\n${target} moves from ${from} to ${to}: a new series begins there.`,
    ),
    '',
  ].join('\n');
}
