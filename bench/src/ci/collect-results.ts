import { existsSync, globSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Comparison } from '../model/index.ts';
import { comparisonPaths, readPlacedComparison } from '../results/comparison-store.ts';
import { judgeComparison, judgeReleaseFolder, judgeRun } from '../results/judgement.ts';
import { type LintFinding, lintHistograms } from '../results/lint.ts';
import { strangeEntries } from '../results/plain-files.ts';
import { findResults, type RunFolder, type RunResult, readRunFolder } from '../results/read-results.ts';
import { readReleases, releasesFolders, type StoredReleases } from '../results/release-store.ts';
import { describeError, messageOf, PitwallError } from '../util/errors.ts';
import { visibleText } from '../util/text.ts';

/** Reads results from folders of artifacts, and judges each: what is sound can be committed. */

/** A run, a comparison or a history of releases, which is committed as a whole or not at all. */
interface Part {
  /** The folder of its artifact, with `machines/`, `runs/` and so on. */
  folder: string;
  /** What it is, as a path below the results folder. */
  what: string;
  /** Paths of its files below the folder, that of its machine included. */
  files: string[];
}

/** What the artifacts of a run hold, and what of it is left out. */
export interface Collected {
  parts: Part[];
  runs: RunResult[];
  comparisons: Comparison[];
  releases: StoredReleases[];
  leftOut: LeftOut[];
}

interface LeftOut {
  what: string;
  why: string;
  /** Whether something was measured that is not committed. What was cut off before it was whole was not. */
  isLost: boolean;
}

/** Something that was cut off before a part of it was whole, so that nothing of it can be committed. */
class NothingWhole extends Error {}

/** What a part may be, by the first folder of its path. */
export const resultKinds = ['runs', 'comparisons', 'releases'] as const;
type ResultKind = (typeof resultKinds)[number];

/**
 * Collects the results in the folders of `from`, one per artifact, each laid out like `results/`. Whatever is wrong with
 * an artifact, or with a run or a comparison in it, leaves out that one and nothing else.
 *
 * @param kinds what the jobs that left the artifacts measure; anything else is left out
 * @param ofMachine the machine that the one artifact names whose content lies in `from` itself: `download-artifact` makes
 * no folder where only one artifact has a name that fits
 */
export async function collect(
  from: string,
  kinds: readonly ResultKind[] = resultKinds,
  ofMachine?: string,
): Promise<Collected> {
  const collected: Collected = { parts: [], runs: [], comparisons: [], releases: [], leftOut: [] };
  const folders = [
    { folder: from, machine: ofMachine },
    ...artifactsIn(from).map((folder) => ({ folder, machine: machineOf(basename(folder)) })),
  ];
  for (const { folder, machine } of folders) {
    if (!['machines', ...resultKinds].some((name) => existsSync(join(folder, name)))) continue;
    const leaveOut = (path: string, error: unknown): void =>
      void collected.leftOut.push(leftOutFor(visibleText(join(folder, path)), error));
    try {
      if (machine !== undefined) requireOneMachine(folders.flatMap((one) => one.machine ?? []));
      await takeIn(folder, machine, kinds, collected, leaveOut);
    } catch (error) {
      leaveOut('', error);
    }
  }
  return collected;
}

/**
 * The folders of artifacts. A run of a workflow that was started again also has those of its earlier attempts; of each
 * job, the newest one counts, because it measured the same again.
 */
function artifactsIn(from: string): string[] {
  const names = globSync('*', { cwd: from }).filter((name) => lstatSync(join(from, name)).isDirectory());
  const attempts = names.sort().map((name) => {
    const [, job = name, attempt = '0'] = /^(.+)-attempt-(\d+)$/.exec(name) ?? [];
    return { name, job, attempt: Number(attempt) };
  });
  return attempts
    .filter(({ job, attempt }) => !attempts.some((one) => one.job === job && one.attempt > attempt))
    .map(({ name }) => join(from, name));
}

export function leftOutFor(what: string, error: unknown): LeftOut {
  const why = error instanceof PitwallError ? describeError(error) : visibleText(messageOf(error));
  return { what, why, isLost: !(error instanceof NothingWhole) };
}

type LeaveOut = (path: string, error: unknown) => void;

/** An artifact that is taken in. */
interface Artifact {
  folder: string;
  /** The machine that its name has; `undefined` if it has none. */
  named: string | undefined;
  kinds: readonly ResultKind[];
  /** Ids of the machines that it describes. */
  machines: ReadonlySet<string>;
  /** Links, devices and the like, which must not be opened. `findResults` has told of them. */
  strange: readonly string[];
  leaveOut: LeaveOut;
}

/** Takes the sound runs with at least one block and the finished comparisons of an artifact; all others stay in it. */
async function takeIn(
  folder: string,
  named: string | undefined,
  kinds: readonly ResultKind[],
  collected: Collected,
  leaveOut: LeaveOut,
): Promise<void> {
  const { machines, runs } = await findResults(folder, leaveOut);
  const artifact: Artifact = {
    ...{ folder, named, kinds, leaveOut },
    machines: new Set(machines.map(({ id }) => id)),
    strange: strangeEntries(folder).map(({ path }) => path),
  };
  for (const found of runs) unlessLeftOut(artifact, found.folder, () => takeRun(artifact, found, collected));
  for (const path of comparisonPaths(folder)) {
    if (artifact.strange.some((entry) => path === entry || path.startsWith(`${entry}/`))) continue;
    unlessLeftOut(artifact, path, () => takeComparison(artifact, path, collected));
  }
  for (const path of releasesFolders(folder)) {
    if (artifact.strange.some((entry) => entry.startsWith(`${path}/`) || path.startsWith(entry))) continue;
    unlessLeftOut(artifact, path, () => takeReleases(artifact, path, collected));
  }
}

/** Leaves out one result, if it is of no kind that is taken or `take` throws an error, and nothing else. */
function unlessLeftOut({ kinds, leaveOut }: Artifact, path: string, take: () => void): void {
  try {
    requireKind(path, kinds);
    take();
  } catch (error) {
    leaveOut(path, error);
  }
}

function takeRun({ folder }: Artifact, found: RunFolder, collected: Collected): void {
  const entry = readRunFolder(folder, found);
  // A block is whole whatever becomes of its run, and the next job continues after it.
  const none = entry.run.finishedAt === null && (entry.run.blocks ?? []).length === 0;
  if (none) throw new NothingWhole('the run did not finish its first block');
  requireNoErrors([...judgeRun(entry), ...lintHistograms(entry.targets)]);
  collected.runs.push(entry);
  const files = found.files.map((name) => `${found.folder}/${name}`);
  collected.parts.push({ folder, what: found.folder, files: [...files, machineFile(found.machine)] });
}

function takeComparison({ folder, machines }: Artifact, path: string, collected: Collected): void {
  const comparison = readPlacedComparison(folder, path);
  if (comparison.finishedAt === null) throw new NothingWhole('the comparison did not finish');
  requireNoErrors(judgeComparison(comparison));
  collected.comparisons.push(comparison);
  const { machine } = comparison;
  const files = [path, ...(machines.has(machine) ? [machineFile(machine)] : [])];
  collected.parts.push({ folder, what: path, files });
}

function takeReleases(
  { folder, named, kinds, machines }: Artifact,
  path: string,
  collected: Collected,
): void {
  const stored = readReleases(folder, path);
  const { machine } = stored.history;
  requireOwnMachine(named, machine, kinds);
  requireNoErrors(judgeReleaseFolder(stored));
  collected.releases.push(stored);
  const names = ['history', ...stored.comparisons.keys()];
  const files = names.map((name) => `${path}/${name}.json`);
  collected.parts.push({
    folder,
    what: path,
    files: [...files, ...(machines.has(machine) ? [machineFile(machine)] : [])],
  });
}

const machineFile = (machine: string): string => `machines/${machine}.json`;

function requireKind(path: string, kinds: readonly ResultKind[]): void {
  if (!kinds.some((kind) => path.startsWith(`${kind}/`)))
    throw new Error(`of this workflow, only ${kinds.join(', ')} are taken`);
}

/** An artifact of `releases.yml` has in its name the machine of its job, as that was before any release ran there. */
const OF_MACHINE = /^results-releases-of-(.*)-attempt-\d+$/;

/** The machine that the name of an artifact has; `undefined` if it has none. */
export const machineOf = (artifact: string): string | undefined => OF_MACHINE.exec(artifact)?.[1];

/**
 * Throws an error if a history is not of the machine that its artifact names: a release may write any beside its own.
 * Where releases alone are taken, the artifact must name one: a release may upload another under any name.
 */
function requireOwnMachine(own: string | undefined, machine: string, kinds: readonly ResultKind[]): void {
  if (own === undefined && kinds.every((kind) => kind === 'releases'))
    throw new Error('its artifact does not name the machine of its job');
  if (machine !== (own ?? machine))
    throw new Error(`the job that left it ran on ${own || 'a machine that was not named'}`);
}

/** Throws an error if artifacts of releases name several machines: a run has one job that measures, on one of them. */
function requireOneMachine(machines: readonly string[]): void {
  const named = [...new Set(machines)];
  if (named.length > 1) throw new Error(`its artifacts name several machines: ${named.join(', ')}`);
}

function requireNoErrors(findings: readonly LintFinding[]): void {
  const why = shortList(findings.filter(({ level }) => level === 'error'));
  if (why !== '') throw new Error(why);
}

const MOST_ERRORS = 5;

function shortList(errors: readonly { where: string; what: string }[]): string {
  const shown = errors.slice(0, MOST_ERRORS).map(({ where, what }) => `${where}: ${what}`);
  return [...shown, ...(errors.length > MOST_ERRORS ? [`and ${errors.length - MOST_ERRORS} more`] : [])].join(
    '; ',
  );
}
