import { hasBlocks } from '../../model/index.ts';
import type { RunResult } from '../../results/read-results.ts';
import { isHosted } from './divide.ts';

/** Finds the runs whose job died, was cancelled or ran out of time, and which the next job can continue. */

interface UnfinishedRun {
  runner: string;
  /** Folder below `results/`. */
  folder: string;
  /** The commit that it measures, and that the job has to check out. */
  commit: string;
  profile: string;
  /** Number of blocks that it has, of how many. */
  done: number;
  blocks: number;
}

/** A run that is older than this is left as it is: its first blocks and its last would be weeks apart. */
export const OLDEST_DAYS = 14;
const DAY = 86_400_000;

/**
 * Returns the newest unfinished run of each machine, unless that has finished a newer run of the same profile, or its
 * runner has since become another machine, as after an update of its kernel.
 *
 * @param runnerOf the runner whose machine measured a run; `null` if it is no longer there
 */
export function unfinishedRuns(
  runs: readonly RunResult[],
  runnerOf: (machine: string) => string | null,
  now: Date,
): UnfinishedRun[] {
  const found = new Map<string, UnfinishedRun>();
  const machineNow = new Map<string, string>();
  const byTime = [...runs].sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt));
  for (const { run, folder } of byTime) {
    const runner = runnerOf(run.machine);
    if (runner === null || isHosted(runner) || run.replay !== undefined) continue;
    machineNow.set(runner, run.machine);
    const known = found.get(run.machine);
    if (run.finishedAt !== null) {
      if (known?.profile === run.profile.name) found.delete(run.machine);
      continue;
    }
    const age = now.getTime() - Date.parse(run.startedAt);
    if (run.commit === null || run.modified || !hasBlocks(run.profile) || age > OLDEST_DAYS * DAY) continue;
    found.set(run.machine, {
      runner,
      folder,
      commit: run.commit,
      profile: run.profile.name,
      done: (run.blocks ?? []).length,
      blocks: run.profile.blocks,
    });
  }
  return [...found].flatMap(([machine, one]) => (machineNow.get(one.runner) === machine ? [one] : []));
}

/**
 * Whether a job added blocks to an unfinished run. One that did not would continue in vain, again and again.
 *
 * @param collected what jobs handed on
 * @param blocksBefore number of blocks that the branch has of the run in a folder below `results/`
 */
export function mayContinue(
  collected: readonly RunResult[],
  blocksBefore: (folder: string) => number,
): boolean {
  return collected.some(
    ({ run, folder }) => run.finishedAt === null && (run.blocks ?? []).length > blocksBefore(folder),
  );
}
