import { z } from 'zod';
import type { GitHub } from '../github/github.ts';
import { isOwnRun, MEASURING_WORKFLOWS, workflowRunSchema } from './own-run.ts';
import { OLDEST_DAYS } from './unfinished.ts';

/** Finds what an earlier run of a workflow measured and did not commit, so that no person has to look for it. */

/** Names of jobs in `bench.yml`; `releases.yml` has a commit alone, and looks for nothing. */
const JOBS = { find: 'find', rescue: 'rescue', commit: 'commit' } as const;
const RESULTS = /^results-/;
const DAY = 86_400_000;
/** More than a day of pushes starts. */
const MOST_RUNS = 30;

const runsSchema = z.object({
  workflow_runs: z.array(
    workflowRunSchema.extend({
      id: z.number().int().positive(),
      created_at: z.iso.datetime({ offset: true }),
    }),
  ),
});
const jobsSchema = z.object({
  jobs: z.array(z.object({ name: z.string(), conclusion: z.string().nullable() })),
});
const artifactsSchema = z.object({
  artifacts: z.array(z.object({ name: z.string(), expired: z.boolean() })),
});

/**
 * Returns the number of the newest run that has ended, left artifacts with results, and did not commit them; `null`
 * if there is none. The search ends at a run that looked itself and rescued what it found: older ones have been seen to.
 *
 * @param own the number of the run that asks
 */
export async function lostRun(github: GitHub, own: number, now: Date): Promise<number | null> {
  const actions = `/repos/${github.repository}/actions`;
  const query = `branch=main&status=completed&per_page=${MOST_RUNS}`;
  const listed = await Promise.all(
    MEASURING_WORKFLOWS.map((file) => github.get(`${actions}/workflows/${file}/runs?${query}`, runsSchema)),
  );
  const runs = listed
    .flatMap(({ workflow_runs }) => workflow_runs)
    .filter((run) => run.id !== own && isOwnRun(github, run))
    .filter(({ created_at }) => now.getTime() - Date.parse(created_at) <= OLDEST_DAYS * DAY)
    .sort((a, b) => b.id - a.id);
  for (const { id } of runs) {
    const { jobs } = await github.get(`${actions}/runs/${id}/jobs?filter=latest&per_page=100`, jobsSchema);
    const ended = (name: string): string | null => jobs.find((job) => job.name === name)?.conclusion ?? null;
    if (ended(JOBS.commit) !== 'success' && (await leftResults(github, `${actions}/runs/${id}`))) return id;
    // It is skipped where there was nothing to rescue.
    if (ended(JOBS.find) === 'success' && ['success', 'skipped'].includes(ended(JOBS.rescue) ?? ''))
      return null;
  }
  return null;
}

async function leftResults(github: GitHub, run: string): Promise<boolean> {
  const { artifacts } = await github.get(`${run}/artifacts?per_page=100`, artifactsSchema);
  return artifacts.some(({ name, expired }) => RESULTS.test(name) && !expired);
}
