import type { Comparison } from '../../model/index.ts';
import { plannedJobs } from './planned-jobs.ts';
import type { JobEnds } from './troubles.ts';

/** Which comparisons a run of `bench.yml` was to make after a push, and which of them it did not hand on. */

/** A target, and the commit with which it was to be compared. */
export interface PlannedComparison {
  target: string;
  commit: string;
}

/** Reads them from the plan's outputs. */
export function plannedComparisons(results: JobEnds): PlannedComparison[] {
  return plannedJobs(results).flatMap(({ since }) =>
    since.flatMap((group) => {
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
