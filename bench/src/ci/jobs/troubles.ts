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

/** The workflows whose jobs are watched, and what an issue about one is about, in the place of a target's name. */
export const workflowTroubles = { bench: 'the workflow bench', releases: 'the workflow releases' } as const;
export type WatchedWorkflow = keyof typeof workflowTroubles;

/**
 * Returns what went wrong in `bench.yml`, one sentence each. A measuring job that failed is no trouble if all its runs arrived:
 * it failed because a target did, which has an issue of its own.
 *
 * @param text the context `needs` of the job, as JSON
 * @param arrived number of runs in the artifacts, finished or with at least one block
 * @param runId id of the workflow's run, for the command that takes its artifacts again
 */
export function jobTroubles(text: string, arrived: number, runId: string): string[] {
  const { plan, measure, commit } = readNeeds(text);
  const found: string[] = [];
  if (plan?.result === 'failure') found.push('The job plan failed, so nothing was measured.');
  const expected = Number(plan?.outputs?.runs ?? 0);
  if (measure && measure.result !== 'skipped' && arrived < expected)
    found.push(
      `The job measure ended with ${measure.result}, and ${arrived} of ${expected} runs arrived. What has at least one block is continued by the next run of the workflow; to start it now: gh workflow run bench.yml -f unfinished=true. What has none is measured again by: gh workflow run bench.yml`,
    );
  if (commit?.result === 'failure') found.push(commitTrouble(runId));
  return found;
}

/**
 * Returns what went wrong in `releases.yml`, one sentence each.
 *
 * @param text the context `needs` of the job, as JSON
 * @param runId id of the workflow's run, for the command that takes its artifacts again
 */
export function releaseJobTroubles(text: string, runId: string): string[] {
  const { measure, commit } = readNeeds(text);
  const found: string[] = [];
  // Somebody who cancels it knows that it was cancelled.
  if (measure?.result === 'failure')
    found.push(
      'The job measure failed: its log names what could not be measured. What was measured before is committed, and the next run of the workflow measures the rest; to start it now: gh workflow run releases.yml',
    );
  if (commit?.result === 'failure') found.push(commitTrouble(runId));
  return found;
}

function commitTrouble(runId: string): string {
  return `The job commit failed: see its log, fix what it names and run the job again. Otherwise the next run of bench commits what it can of the artifacts, for 14 days; they are kept for 90, and to commit them later: gh workflow run bench.yml -f artifacts=${runId}`;
}

function readNeeds(text: string): z.output<typeof needsSchema> {
  const value: unknown = JSON.parse(text);
  const parsed = needsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const next = 'Pass the context needs with toJSON';
  throw schemaError('--needs', 'These are not the results of jobs', parsed.error.issues, value, next);
}
