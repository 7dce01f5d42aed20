import { z } from 'zod';
import type { RunResult } from '../../results/read-results.ts';
import type { JobEnds } from './troubles.ts';

/** Reads which jobs a run of `bench.yml` was to measure in, and which of their runs it handed on. */

const words = z
  .string()
  .default('')
  .transform((text) => text.split(' ').filter(Boolean));
/** What the alert reads of the plan's output `jobs`. */
const jobsSchema = z.object({
  include: z.array(
    z.object({
      runner: z.string().default(''),
      targets: words,
      profiles: words,
      resume: z.string().default(''),
      since: words,
    }),
  ),
});
type PlannedJob = z.output<typeof jobsSchema>['include'][number];

/** Reads them from the plan's outputs. None if nothing was measured, of which nobody could expect anything. */
export function plannedJobs({ plan, measure }: JobEnds): PlannedJob[] {
  const jobs = plan?.outputs?.jobs;
  if (!jobs || measure === undefined || measure.result === 'skipped') return [];
  return jobsSchema.parse(JSON.parse(jobs)).include;
}

interface PlannedRuns {
  arrived: ReadonlySet<string>;
  lost: string[];
}

/**
 * Returns which planned runs arrived and which did not, as cells of an issue: `pitwall-a/standard`, the runner and the
 * profile; of a run that was to be continued, the runner alone, for which any run of it stands.
 */
export function plannedRuns(results: JobEnds, runs: readonly RunResult[]): PlannedRuns {
  const arrived = new Set<string>();
  const lost = new Set<string>();
  const note = (runner: string, cell: string, isIt: (run: RunResult) => boolean): void => {
    if (runs.some(isIt)) arrived.add(runner).add(cell);
    else lost.add(cell);
  };
  for (const { runner, targets, profiles, resume } of plannedJobs(results)) {
    if (resume !== '') note(runner, runner, ({ folder }) => folder === resume);
    for (const profile of profiles)
      note(
        runner,
        `${runner}/${profile}`,
        // No target is measured on two runners.
        ({ run, targets: measured }) =>
          run.profile.name === profile && measured.some(({ result }) => targets.includes(result.target)),
      );
  }
  return { arrived, lost: [...lost] };
}
