import { resolve } from 'node:path';
import { readTargets } from '../../catalog/targets.ts';
import { troublesOf } from '../../ci/alert.ts';
import { alertMaintainers, titleOf, troubleTexts } from '../../ci/alert-issues.ts';
import { collect } from '../../ci/collect-results.ts';
import { type GitHub, githubOf } from '../../ci/github/github.ts';
import { insteadOfIssues, issuesAreOff, withIssues } from '../../ci/github/issues.ts';
import { cancelledOnPurpose } from '../../ci/jobs/cancelled.ts';
import { plannedComparisons } from '../../ci/jobs/planned-comparisons.ts';
import { plannedRuns } from '../../ci/jobs/planned-jobs.ts';
import {
  cancelledJobs,
  type JobEnds,
  jobTroubles,
  readNeeds,
  releaseJobTroubles,
  type WatchedWorkflow,
  withoutJobs,
  workflowTroubles,
} from '../../ci/jobs/troubles.ts';
import { writeSummary } from '../../ci/workflow-file.ts';
import { exitCodes } from '../../util/errors.ts';
import { invalidValue } from '../../util/usage-errors.ts';
import type { Command, OptionValues } from '../command.ts';

export const ciAlert: Command = {
  name: 'ci alert',
  summary: 'notify the maintainers of a target that failed or regressed on main, or of a job that died, once',
  takes: '<folder>',
  details: [
    'The folder is the one that `ci commit` takes; it may be missing. A failing target has one open issue, closed when the',
    'same is measured without a failure; a slower one has another, closed when a comparison finds it faster again; so has',
    'one that was measured and not compared, as the plan wanted, until it is compared. The workflow has one if its jobs',
    'failed, closed by a run without such trouble in which everything arrives that did not. Where issues are switched off,',
    'the summary of the job says it instead. Needs GITHUB_TOKEN with issues: write; actions: read and checks: read tell',
    'jobs that ran out of time from those that somebody cancelled.',
  ].join(' '),
  options: {
    needs: { type: 'string', value: '<json>', help: 'results of the jobs, as toJSON(needs)' },
    workflow: {
      type: 'string',
      value: '<bench|releases>',
      help: 'the workflow whose jobs these are (default: bench)',
    },
  },
  async run({ repository, options, terminal, environment, signal, arguments: [folder = 'artifacts'] }) {
    const { runs, comparisons } = await collect(
      resolve(folder),
      options.workflow === 'releases' ? ['releases'] : undefined,
    );
    const runId = environment.GITHUB_RUN_ID ?? '';
    const github = githubOf(environment, signal);
    const ended = options.needs === undefined ? null : await endOfJobs(github, runId, options);
    const planned = ended === null ? [] : plannedComparisons(ended.results);
    const found = troublesOf(runs, comparisons, planned);
    if (ended !== null) {
      const { workflow, results, onPurpose } = ended;
      const what =
        workflow === 'bench' ? jobTroubles(results, runs.length, runId) : releaseJobTroubles(results, runId);
      const target = workflowTroubles[workflow];
      const { arrived, lost } = plannedRuns(results, runs);
      if (what.length > 0) found.troubles.push({ kind: 'failed', target, what, cells: lost });
      else if (!onPurpose) found.well.push({ kind: 'failed', target, cells: arrived });
    }
    const address = `${github.webAddress}/actions/runs/${runId}`;
    const list = (names: readonly string[]): string => names.join(', ') || 'none';
    const failing = `Found: ${list(found.troubles.map(titleOf))}`;
    const alerted = await withIssues(() => alertMaintainers(github, found, readTargets(repository), address));
    if (alerted === null) {
      terminal.print(failing);
      terminal.note(issuesAreOff(github));
      writeSummary(environment, insteadOfIssues(github, troubleTexts(found.troubles)));
      return exitCodes.ok;
    }
    const { opened, closed } = alerted;
    terminal.print(`${failing}; issues opened: ${list(opened)}; closed: ${list(closed)}`);
    return exitCodes.ok;
  },
};

/** How the jobs ended, but for those that somebody cancelled: they show neither trouble nor that there is none. */
async function endOfJobs(
  github: GitHub,
  runId: string,
  { needs, workflow: name = 'bench' }: OptionValues,
): Promise<{ workflow: WatchedWorkflow; results: JobEnds; onPurpose: boolean }> {
  const workflow = watchedWorkflow(String(name));
  const results = readNeeds(String(needs));
  const cancelled = cancelledJobs(results);
  const onPurpose = cancelled.length > 0 && (await cancelledOnPurpose(github, runId));
  return { workflow, results: onPurpose ? withoutJobs(results, cancelled) : results, onPurpose };
}

function watchedWorkflow(name: string): WatchedWorkflow {
  if (Object.hasOwn(workflowTroubles, name)) return name as WatchedWorkflow;
  throw invalidValue('--workflow', name, Object.keys(workflowTroubles).join(' or '));
}
