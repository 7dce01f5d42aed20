import { z } from 'zod';
import type { Comparison } from '../../model/index.ts';
import type { JobEnds } from './troubles.ts';

/** Which comparisons a run of `bench.yml` was to make after a push, and which of them it did not hand on. */

/** A target, and the commit with which it was to be compared. */
export interface PlannedComparison {
  target: string;
  commit: string;
}

/** What the alert reads of the plan's output `jobs`. */
const jobsSchema = z.object({ include: z.array(z.object({ since: z.string().default('') })) });

/** Reads them from the plan's outputs. None if nothing was measured, whose comparison nobody could expect. */
export function plannedComparisons({ plan, measure }: JobEnds): PlannedComparison[] {
  const jobs = plan?.outputs?.jobs;
  if (!jobs || measure === undefined || measure.result === 'skipped') return [];
  const { include } = jobsSchema.parse(JSON.parse(jobs));
  return include.flatMap(({ since }) =>
    since
      .split(' ')
      .filter(Boolean)
      .flatMap((group) => {
        const [commit = '', targets = ''] = group.split(':');
        return targets.split(',').map((target) => ({ target, commit }));
      }),
  );
}

/** Returns those of which no finished comparison arrived. */
export function unmadeComparisons(
  planned: readonly PlannedComparison[],
  comparisons: readonly Comparison[],
): PlannedComparison[] {
  const pairs = comparisons.flatMap((comparison) => comparison.pairs);
  return planned.filter(
    ({ target, commit }) =>
      !pairs.some(({ base, head }) => head.target === target && base.revision === commit),
  );
}
