import { z } from 'zod';
import type { GitHub } from '../github/github.ts';

/** Tells jobs that a person or a newer run cancelled from those that GitHub did because they ran too long: all end the same. */

/** What GitHub writes beside a job that somebody cancelled, or that gave way to a newer run of its group. */
const GAVE_WAY = /^Cancell?ing since a higher priority waiting request/;
const MEANT = new RegExp(`^The run was cancell?ed by @|${GAVE_WAY.source}`);
/** What it writes beside a job that took longer than its `timeout-minutes`, or than any job may. */
const TOO_LONG = /has exceeded the maximum execution time/;
/** One is enough to tell; more than this many machines there never are. */
const MOST_JOBS = 20;

const jobsSchema = z.object({
  jobs: z.array(z.object({ id: z.number().int().positive(), conclusion: z.string().nullable() })),
});
const annotationsSchema = z.array(z.object({ message: z.string().nullable() }));

/**
 * Returns whether the jobs of a run that were cancelled were meant to be. False if GitHub does not say so: it is better to
 * tell somebody what they know than to keep from them what they do not.
 */
export async function cancelledOnPurpose(github: GitHub, runId: string): Promise<boolean> {
  const said = await besideCancelled(github, runId);
  return said.some((text) => MEANT.test(text)) && !said.some((text) => TOO_LONG.test(text));
}

/** Returns whether a run was cancelled because a newer one of its group was to start. False if GitHub does not say so. */
export async function gaveWay(github: GitHub, runId: string): Promise<boolean> {
  return (await besideCancelled(github, runId)).some((text) => GAVE_WAY.test(text));
}

/** What GitHub writes beside the jobs of a run that were cancelled; nothing if it does not answer. */
async function besideCancelled(github: GitHub, runId: string): Promise<string[]> {
  const base = `/repos/${github.repository}`;
  const words = async (): Promise<string[]> => {
    const { jobs } = await github.get(
      `${base}/actions/runs/${runId}/jobs?filter=latest&per_page=100`,
      jobsSchema,
    );
    const cancelled = jobs.filter(({ conclusion }) => conclusion === 'cancelled').slice(0, MOST_JOBS);
    const annotations = await Promise.all(
      // A job is a check run of the same number.
      cancelled.map(({ id }) => github.get(`${base}/check-runs/${id}/annotations`, annotationsSchema)),
    );
    return annotations.flat().map(({ message }) => message ?? '');
  };
  return words().catch((): string[] => []);
}
