import { z } from 'zod';
import type { Comparison } from '../../model/index.ts';
import { plural } from '../../words/index.ts';
import type { GitHub } from '../github/github.ts';

/** Where the time of a pull request's measurement went, in seconds; `null` where GitHub does not say. */
interface Cost {
  /** From the plan to the reviewer's approval. */
  approval: number | null;
  /** From the approval until the machine was free. */
  queue: number | null;
  /** Building and verifying both sides, on the machine. */
  build: number | null;
  /** Measuring, on the machine. */
  measure: number | null;
}

/** Names that the workflow gives to its jobs and to the step that compares. */
export const COST_JOBS = { plan: 'plan', approve: 'approve', duet: 'duet' } as const;
export const COST_STEP = 'Compare base and head';

const time = z.iso.datetime({ offset: true }).nullish();
const span = { name: z.string(), started_at: time, completed_at: time };
const jobsSchema = z.object({
  jobs: z.array(z.object({ ...span, steps: z.array(z.object(span)).optional() })),
});
export type Jobs = z.input<typeof jobsSchema>['jobs'];

/** Asks GitHub for the jobs of a run. */
export async function jobsOf(github: GitHub, run: number): Promise<Jobs> {
  const path = `/repos/${github.repository}/actions/runs/${run}/jobs?filter=latest&per_page=100`;
  return (await github.get(path, jobsSchema)).jobs;
}

/**
 * Divides the time of a run. A job's own start may be when it was queued, so its first step's counts. The times of
 * the comparison come from its artifact and count only within the step that made it.
 */
export function costOf(jobs: Jobs, comparison: Comparison | null): Cost {
  const named = (name: string): Jobs[number] | undefined => jobs.find((job) => job.name === name);
  const [plan, approve, duet] = [named(COST_JOBS.plan), named(COST_JOBS.approve), named(COST_JOBS.duet)];
  const step = duet?.steps?.find(({ name }) => name === COST_STEP);
  const [begun, ended] = [instantOf(step?.started_at), instantOf(step?.completed_at)];
  const built = comparison === null ? ended : within(Date.parse(comparison.startedAt), begun, ended);
  return {
    approval: secondsFrom(instantOf(plan?.completed_at), startOf(approve)),
    queue: secondsFrom(instantOf(approve?.completed_at), startOf(duet)),
    build: secondsFrom(begun, built),
    measure: comparison === null ? null : secondsFrom(built, ended),
  };
}

/** One sentence with the parts that are known, and the most minutes that the machine may be taken for. */
export function costSentence({ approval, queue, build, measure }: Cost, limitMinutes: number | null): string {
  const parts = [
    [approval, 'waiting for approval'],
    [queue, 'waiting for the machine'],
    [build, 'building'],
    [measure, 'measuring'],
  ] as const;
  const known = parts.flatMap(([seconds, what]) =>
    seconds === null ? [] : [`${plural(Math.ceil(seconds / 60), 'minute')} ${what}`],
  );
  const limit = limitMinutes === null ? '' : ` (at most ${limitMinutes} on the machine)`;
  return known.length === 0 ? '' : `Time: ${known.join(', ')}${limit}.`;
}

function startOf(job: Jobs[number] | undefined): number | null {
  return instantOf(job?.steps?.[0]?.started_at ?? job?.started_at);
}

function instantOf(text: string | null | undefined): number | null {
  return text == null ? null : Date.parse(text);
}

function within(instant: number, from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.min(Math.max(instant, from), to);
}

function secondsFrom(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, (to - from) / 1_000);
}
