import { changedPaths, touchedAmong } from '../catalog/touched.ts';
import type { RunResult } from '../results/read-results.ts';

/** What a workflow does: which targets, each on which machine. Pure but for the question to git. */

export interface PlannedTarget {
  target: string;
  /** For names of artifacts and caches: `go-gin`. */
  slug: string;
  /** Whether instructions of base and head can be counted: the language allows it, and base has the target. */
  countable: boolean;
}

interface Shard {
  /** The label of the runner. */
  runner: string;
  targets: string[];
}

export interface Plan {
  /** Where the change begins; `null` where nothing is compared. */
  base: string | null;
  targets: PlannedTarget[];
  shards: Shard[];
  /** Targets whose newest result is of a machine that is not asked any more. */
  moved: { target: string; from: string; to: string }[];
}

/** What touches every target: whatever measures or verifies them, and what all of them read. */
const EVERYTHING = [
  /^bench\/(?:src|bin|profiles|loader)\//,
  /^targets\/(?:CONTRACT\.md|\.dockerignore|shared\/)/,
  /^(?:compose\.yaml|package-lock\.json|\.nvmrc)$/,
  /^\.github\/(?:workflows\/targets\.yml|actions\/)/,
];

interface TouchedQuestion {
  root: string;
  /** Of the checkout. */
  ids: readonly string[];
  base: string;
  /** Another commit in place of the checkout: then only the targets' own folders count, for its harness is not used. */
  head: string | null;
}

export async function touchedTargets({ root, ids, base, head }: TouchedQuestion): Promise<string[]> {
  const changed = await changedPaths(root, base, head);
  if (head === null && changed.some((path) => EVERYTHING.some((pattern) => pattern.test(path))))
    return [...ids];
  return touchedAmong(ids, changed);
}

/**
 * Targets whose newest result is of another state of their folder, or that have none: whatever was missed by a run
 * that died, was cancelled or never began is found again by the next.
 *
 * @param commits the last commit of each target's folder
 */
export function unmeasuredTargets(
  commits: ReadonlyMap<string, string | null>,
  runs: readonly RunResult[],
): string[] {
  const newest = newestResults(runs);
  return [...commits]
    .filter(([id, commit]) => {
      const found = newest.get(id);
      return found === undefined || found.commit !== commit || found.modified;
    })
    .map(([id]) => id);
}

/** Each target's newest result; of its variants any, for one run measures them together. */
function newestResults(
  runs: readonly RunResult[],
): Map<string, { machine: string; commit: string | null; modified: boolean }> {
  const found = new Map<string, { machine: string; commit: string | null; modified: boolean }>();
  const byTime = runs
    .filter(({ run }) => run.finishedAt !== null && run.replay === undefined)
    .sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt));
  for (const { run, targets } of byTime) {
    for (const { result } of targets)
      found.set(result.target, { machine: run.machine, commit: result.commit, modified: result.modified });
  }
  return found;
}

/**
 * Splits targets over runners. A target stays on the machine of its newest result; new ones, and those of a machine
 * that is gone, go where there are fewest. One runner takes all, and no machine is looked at.
 */
export function shardsOf(
  targets: readonly string[],
  runners: readonly string[],
  runs: readonly RunResult[],
): Pick<Plan, 'shards' | 'moved'> {
  const shards = runners.map((runner): Shard => ({ runner, targets: [] }));
  const [only] = shards;
  if (!only || shards.length === 1) {
    only?.targets.push(...targets);
    return { shards: shards.filter((shard) => shard.targets.length > 0), moved: [] };
  }
  const newest = newestResults(runs);
  const moved: Plan['moved'] = [];
  const homeless: string[] = [];
  for (const target of targets) {
    const home = shards.find(({ runner }) =>
      newest.get(target)?.machine.endsWith(`-${machineSuffix(runner)}`),
    );
    if (home) home.targets.push(target);
    else homeless.push(target);
  }
  for (const target of homeless) {
    const least = shards.reduce((a, b) => (b.targets.length < a.targets.length ? b : a));
    least.targets.push(target);
    const from = newest.get(target)?.machine;
    if (from !== undefined) moved.push({ target, from, to: least.runner });
  }
  return { shards: shards.filter((shard) => shard.targets.length > 0), moved };
}

/** What the id of a machine ends with, where PITWALL_MACHINE names it. */
function machineSuffix(runner: string): string {
  return runner
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
