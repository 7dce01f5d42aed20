import { z } from 'zod';
import { artifactsOf } from '../github/artifacts.ts';
import type { GitHub } from '../github/github.ts';
import { isOwnRun, MEASURING_WORKFLOWS, workflowRunSchema } from './own-run.ts';
import { OLDEST_DAYS } from './unfinished.ts';

/** Finds what an earlier run of a workflow measured and did not commit, so that no person has to look for it. */

/** The job of both workflows that commits what was measured. */
const COMMIT = 'commit';
/** The job of `bench.yml` that commits what another run left. It has the number of that run in its name. */
const RESCUE = /^rescue (\d+)$/;
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

/**
 * Returns the number of a run that has ended, left artifacts with results, and did not commit them, nor did a later one
 * for it; `null` if there is none. The newest comes first, but one that could not be rescued comes after those that were
 * tried less often: an artifact that nobody can commit must not hide older ones.
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
  const rescued = new Set<number>();
  const failures = new Map<number, number>();
  const lost: number[] = [];
  // What a run left, only later ones can have rescued: they come first.
  for (const { id } of runs) {
    const { jobs } = await github.get(`${actions}/runs/${id}/jobs?filter=latest&per_page=100`, jobsSchema);
    const committed = jobs.some(({ name, conclusion }) => name === COMMIT && conclusion === 'success');
    if (!committed && !rescued.has(id) && (await leftResults(github, id))) lost.push(id);
    for (const { name, conclusion } of jobs) {
      const of = Number(RESCUE.exec(name)?.[1] ?? 0);
      if (conclusion === 'success') rescued.add(of);
      if (conclusion === 'failure') failures.set(of, (failures.get(of) ?? 0) + 1);
    }
  }
  const tries = (id: number): number => failures.get(id) ?? 0;
  return lost.sort((a, b) => tries(a) - tries(b))[0] ?? null;
}

async function leftResults(github: GitHub, run: number): Promise<boolean> {
  return (await artifactsOf(github, run)).some(({ name, expired }) => RESULTS.test(name) && !expired);
}
