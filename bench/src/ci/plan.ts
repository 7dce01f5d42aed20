import {
  changedPaths,
  changedSince,
  commitCount,
  isSharedData,
  rotate,
  touchedAmong,
} from '../catalog/touched.ts';
import { machineSuffix } from '../machine/machine.ts';
import type { RunResult } from '../results/read-results.ts';
import { isOfFuture } from '../util/clock.ts';

/** Plans a workflow: the targets and their machines. Only what returns a promise has an effect: it runs git. */

export interface PlannedTarget {
  target: string;
  /** The name in artifacts and caches: `go-gin`. */
  slug: string;
  /** Whether instructions of base and head can be counted: the language allows it and base has the target. */
  countable: boolean;
}

interface Shard {
  /** The label of the runner. */
  runner: string;
  /** The name that distinguishes machines of one model; empty if there is one machine. */
  machine: string;
  targets: string[];
}

export interface Plan {
  /** The base commit of the change; `null` if nothing is compared. */
  base: string | null;
  targets: PlannedTarget[];
  shards: Shard[];
  /** Targets that move to another machine, because that of their newest result is no longer used. */
  moved: { target: string; from: string; to: string }[];
}

/** Files that matter to every target but are no part of any: those that build, verify and measure them. */
const HARNESS = [
  /^bench\/(?:src|bin|profiles|loader)\//,
  /^targets\/(?:CONTRACT\.md|\.dockerignore)/,
  /^(?:compose\.yaml|package-lock\.json|\.nvmrc)$/,
  /^\.github\/(?:workflows\/targets\.yml|actions\/)/,
];

/** Files and folders that every server runs in or answers from, and that are not the harness. */
export const SURROUNDINGS: readonly string[] = ['compose.yaml', 'targets/.dockerignore', 'targets/shared'];

/** The parts of the harness that every server is started, supplied and loaded by. */
const COMMON_HARNESS = /^bench\/(?:src\/(?:databases|launch|load|scenarios)|loader)\//;

function isCommon(path: string): boolean {
  const isSurrounding = SURROUNDINGS.some((place) => path === place || path.startsWith(`${place}/`));
  return isSurrounding || COMMON_HARNESS.test(path);
}

/**
 * Returns what a commit changes that affects every target. A comparison takes all of it from main for both sides, but for
 * the shared data, so it cannot show what such a change does.
 */
export async function commonPaths(root: string, base: string, head: string): Promise<string[]> {
  const changed = await changedPaths(root, base, head, `--since ${base}`);
  return changed.filter(isCommon);
}

interface TouchedQuestion {
  root: string;
  /** The targets of the checkout. */
  ids: readonly string[];
  base: string;
  /** A commit to use instead of the checkout; then only the targets' own folders and the shared data count. */
  head: string | null;
  /**
   * How many others a change of the harness takes, or with a head one of the shared data, which rotate from commit to
   * commit; all if left out.
   */
  sample?: number | undefined;
}

export async function touchedTargets({
  root,
  ids,
  base,
  head,
  sample = ids.length,
}: TouchedQuestion): Promise<string[]> {
  const changed = await changedPaths(root, base, head, `--since ${base}`);
  // One machine compares base and head, and would need days for all targets; hosted runners build them side by side.
  const touched = touchedAmong(ids, head === null ? changed : changed.filter((path) => !isSharedData(path)));
  const isForAll = (path: string): boolean =>
    head === null ? HARNESS.some((pattern) => pattern.test(path)) : isSharedData(path);
  if (!changed.some(isForAll)) return touched;
  const others = ids.filter((id) => !touched.includes(id));
  const drawn = [...touched, ...rotate(others, (await commitCount(root)) * sample, sample)];
  return ids.filter((id) => drawn.includes(id));
}

/**
 * Returns the targets that main and a commit have both changed since they parted. A comparison with what they had in
 * common does not tell what the merge changes: a head that takes over what made main's quicker would seem to gain by it,
 * and could lose as much.
 */
export async function changedByBoth(
  root: string,
  ids: readonly string[],
  sides: { base: string; head: string; main: string },
): Promise<string[]> {
  const changedBy = async (side: string): Promise<string[]> => {
    const changed = await changedPaths(root, sides.base, side);
    return touchedAmong(
      ids,
      changed.filter((path) => !isSharedData(path)),
    );
  };
  const own = await changedBy(sides.head);
  return (await changedBy(sides.main)).filter((id) => own.includes(id));
}

/**
 * Returns the targets without a result for the current state of their folder, each with the profiles by which it was
 * not measured. This way the next run catches up on whatever was missed by a run that died, was cancelled or never
 * began, even if it is only one part of a standard run whose other parts finished. Profiles that a target does not
 * serve keep it with those that it is measured beside, but are no reason to measure it.
 *
 * @param commits the last commit of each target's folder
 * @param profiles names of the planned profiles; if there are none, any run will do
 */
export function unmeasuredProfiles(
  commits: ReadonlyMap<string, string | null>,
  runs: readonly RunResult[],
  profiles: readonly string[],
  serves: (target: string, profile: string) => boolean,
): Map<string, string[]> {
  const measured = new Map<string, Set<string>>();
  for (const { run, targets } of finishedRuns(runs))
    for (const { result } of targets)
      if (!result.modified && result.commit === commits.get(result.target))
        measured.set(result.target, (measured.get(result.target) ?? new Set()).add(run.profile.name));
  const lacking = new Map<string, string[]>();
  for (const target of commits.keys()) {
    const by = measured.get(target);
    const lacks = profiles.filter((profile) => !by?.has(profile));
    if (by === undefined || lacks.some((profile) => serves(target, profile))) lacking.set(target, lacks);
  }
  return lacking;
}

/**
 * Returns the profiles by which nothing has been measured since the surroundings of all servers changed: no folder of a
 * target changes with them, so nothing of it would be measured before the next weekly run. What is measured once, by
 * whatever started it, is measured. Runs of commits that the checkout does not have tell nothing.
 *
 * @param profiles names of the planned profiles
 */
export async function profilesBeforeChange(
  root: string,
  runs: readonly RunResult[],
  profiles: readonly string[],
): Promise<string[]> {
  const before = new Set<string>();
  const since = new Set<string>();
  const changes = new Map<string, boolean | null>();
  for (const { run } of finishedRuns(runs)) {
    const { name } = run.profile;
    if (!profiles.includes(name) || since.has(name) || run.commit === null || run.modified) continue;
    if (!changes.has(run.commit)) changes.set(run.commit, await changedSince(root, run.commit, SURROUNDINGS));
    const changed = changes.get(run.commit);
    if (changed === true) before.add(name);
    if (changed === false) since.add(name);
  }
  return profiles.filter((name) => before.has(name) && !since.has(name));
}

/** Splits a shard into groups of targets that lack the same profiles. */
export function byProfiles(
  targets: readonly string[],
  lacking: ReadonlyMap<string, readonly string[]>,
): { targets: string[]; profiles: readonly string[] }[] {
  const groups = Map.groupBy(targets, (target) => (lacking.get(target) ?? []).join(' '));
  return [...groups].map(([names, group]) => ({
    targets: group,
    profiles: names.split(' ').filter(Boolean),
  }));
}

/**
 * Returns the commits with which targets are compared after a push: for each, that of its newest result, so that
 * no change is skipped if the push that made it was not measured. Leaves out targets without a result or a change.
 *
 * @param commits the last commit of each target's folder
 */
export function measuredCommits(
  commits: ReadonlyMap<string, string | null>,
  runs: readonly RunResult[],
): Map<string, string> {
  const newest = newestResults(runs);
  return new Map(
    [...commits].flatMap(([id, commit]): [string, string][] => {
      const before = newest.get(id)?.commit ?? null;
      return before === null || before === commit ? [] : [[id, before]];
    }),
  );
}

/** `<commit>:go/gin,go/elton <commit>:rust/axum`: targets by the commit with which they are compared. */
export function byCommit(targets: readonly string[], commits: ReadonlyMap<string, string>): string {
  const groups = Map.groupBy(
    targets.filter((id) => commits.has(id)),
    (id) => commits.get(id),
  );
  return [...groups].map(([commit, ids]) => `${commit}:${ids.join(',')}`).join(' ');
}

/** A run of a clock that is ahead does not count: it would be the newest whatever is measured after it. */
function finishedRuns(runs: readonly RunResult[]): RunResult[] {
  return runs.filter(
    ({ run }) => run.finishedAt !== null && run.replay === undefined && !isOfFuture(run.startedAt),
  );
}

/** Returns each target's newest result, of any variant, because one run measures all variants together. */
function newestResults(runs: readonly RunResult[]): Map<string, { machine: string; commit: string | null }> {
  const found = new Map<string, { machine: string; commit: string | null }>();
  const byTime = finishedRuns(runs).sort((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt));
  for (const { run, targets } of byTime) {
    for (const { result } of targets)
      found.set(result.target, { machine: run.machine, commit: result.commit });
  }
  return found;
}

/**
 * Splits targets among runners. A target stays on the machine of its newest result. New targets, and those of
 * a machine that is gone, go to the runner with the fewest. A single runner takes all targets, whatever their
 * machines.
 *
 * @param names the name that each machine was given, by its id
 */
export function shardsOf(
  targets: readonly string[],
  runners: readonly string[],
  runs: readonly RunResult[],
  names: ReadonlyMap<string, string>,
): Pick<Plan, 'shards' | 'moved'> {
  const several = runners.length > 1;
  const shards = runners.map(
    (runner): Shard => ({ runner, machine: several ? machineSuffix(runner) : '', targets: [] }),
  );
  const [only] = shards;
  if (!only || shards.length === 1) {
    only?.targets.push(...targets);
    return { shards: shards.filter((shard) => shard.targets.length > 0), moved: [] };
  }
  const newest = newestResults(runs);
  const moved: Plan['moved'] = [];
  const homeless: string[] = [];
  for (const target of targets) {
    const name = names.get(newest.get(target)?.machine ?? '');
    const home = shards.find(({ machine }) => machine === name);
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
