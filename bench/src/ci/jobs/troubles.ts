import { z } from 'zod';
import { schemaError } from '../../util/schema-errors.ts';

/** Finds out whether the jobs of a workflow themselves failed, as opposed to a target that they measured. */

/** GitHub's context `needs`, as JSON. */
const needsSchema = z.record(
  z.string(),
  z.object({
    result: z.enum(['success', 'failure', 'cancelled', 'skipped']),
    outputs: z.record(z.string(), z.string()).nullish(),
  }),
);

export type JobEnds = z.output<typeof needsSchema>;

/** The workflows whose jobs are watched, and what an issue about one is about, in the place of a target's name. */
export const workflowTroubles = { bench: 'the workflow bench', releases: 'the workflow releases' } as const;
export type WatchedWorkflow = keyof typeof workflowTroubles;

/**
 * Returns what went wrong in `bench.yml`, one sentence each. A measuring job that failed is no trouble if all its runs arrived:
 * it failed because a target did, which has an issue of its own.
 *
 * @param arrived number of runs in the artifacts, finished or with at least one block
 * @param runId id of the workflow's run, for the command that takes its artifacts again
 */
export function jobTroubles(
  { find, rescue, plan, measure, commit, publish, ...others }: JobEnds,
  arrived: number,
  runId: string,
): string[] {
  const found: string[] = [];
  if (isTrouble(find))
    found.push(`The job find ${ended(find)}, so nobody looked for what earlier runs left: see its log.`);
  if (isTrouble(rescue)) {
    const left = find?.outputs?.run || 'RUN_ID';
    found.push(
      `The job rescue ${ended(rescue)}, so what an earlier run left is not committed: see its log, and fix what it names. The next runs of bench try again, for 14 days; to try at once: gh workflow run bench.yml -f artifacts=${left}`,
    );
  }
  if (isTrouble(plan)) found.push(`The job plan ${ended(plan)}, so nothing was measured.`);
  const expected = Number(plan?.outputs?.runs ?? 0);
  if (measure && measure.result !== 'skipped' && arrived < expected)
    found.push(
      `The job measure ended with ${measure.result}, and ${arrived} of ${expected} runs arrived. What has at least one block is continued by the next run of the workflow; to start it now: gh workflow run bench.yml -f unfinished=true. What has none is measured again by: gh workflow run bench.yml`,
    );
  if (isTrouble(commit)) found.push(commitTrouble(commit, runId));
  if (isTrouble(others.continue))
    found.push(
      `The job continue ${ended(others.continue)}, so nobody measures the rest of the run before the next week: see its log. To start it now: gh workflow run bench.yml -f unfinished=true`,
    );
  if (isTrouble(publish)) found.push(publishTrouble(publish));
  return found;
}

/**
 * Returns what went wrong in `releases.yml`, one sentence each.
 *
 * @param runId id of the workflow's run, for the command that takes its artifacts again
 */
export function releaseJobTroubles({ measure, commit, publish }: JobEnds, runId: string): string[] {
  const found: string[] = [];
  if (isTrouble(measure))
    found.push(
      `The job measure ${ended(measure)}: its log names what could not be measured. What was measured before is committed, and the next run of the workflow measures the rest; to start it now: gh workflow run releases.yml`,
    );
  if (isTrouble(commit)) found.push(commitTrouble(commit, runId));
  if (isTrouble(publish)) found.push(publishTrouble(publish));
  return found;
}

/** Names of the jobs that were cancelled: by a person, or by GitHub because they ran out of time. */
export function cancelledJobs(results: JobEnds): string[] {
  return Object.entries(results).flatMap(([name, { result }]) => (result === 'cancelled' ? [name] : []));
}

/** The results without some jobs, whose ends are no trouble. */
export function withoutJobs(results: JobEnds, names: readonly string[]): JobEnds {
  return Object.fromEntries(Object.entries(results).filter(([name]) => !names.includes(name)));
}

type JobResult = JobEnds[string];

/** Anything but success: a job that runs out of time ends as cancelled. */
function isTrouble(job: JobResult | undefined): job is JobResult {
  return job !== undefined && job.result !== 'success' && job.result !== 'skipped';
}

function ended({ result }: JobResult): string {
  return result === 'failure' ? 'failed' : 'was cancelled or ran out of time';
}

function commitTrouble(job: JobResult, runId: string): string {
  return `The job commit ${ended(job)}: see its log, fix what it names and run the job again. Otherwise the next run of bench commits what it can of the artifacts, for 14 days; they are kept for 90, and to commit them later: gh workflow run bench.yml -f artifacts=${runId}`;
}

function publishTrouble(job: JobResult): string {
  return `The job publish ${ended(job)}, so the site does not show the results that are committed: see its log, and fix what it names. To publish them then: gh workflow run pages.yml`;
}

/** @param text the context `needs` of the job, as JSON */
export function readNeeds(text: string): JobEnds {
  const value: unknown = JSON.parse(text);
  const parsed = needsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw schemaError(parsed.error.issues, value, {
    what: 'These are not the results of jobs',
    where: '--needs',
    next: 'Pass the context needs with toJSON',
  });
}
