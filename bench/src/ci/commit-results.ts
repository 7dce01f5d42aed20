import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { resultPath } from '../results/comparison-store.ts';
import { continuesHistory, keepCauses } from '../results/release-growth.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import { plural } from '../words/index.ts';
import { type Collected, leftOutFor } from './collect-results.ts';
import { type GitOptions, git, tryGit } from './git.ts';
import type { GitHub } from './github/github.ts';
import { continuesRun } from './jobs/continued.ts';
import { openPushAccess, withToken } from './push/access.ts';
import { isRefusedByRules, reasonOf, refusedByRules } from './push/refusal.ts';

/**
 * Puts results that were collected into one commit on a branch. The commit is made in a separate work
 * tree on the branch's newest commit, and again if another push came first. Each result is a new file, or the
 * later state of an unfinished run or of a history of releases, so nothing can conflict.
 */

interface CommitOptions {
  repository: Repository;
  branch: string;
  remote: string;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Returns the milliseconds to wait after a failed attempt, counted from 1. */
  pause?: (attempt: number) => number;
  onRetry?: (attempt: number, why: string) => void;
  /** Returns the client of GitHub's API; needed only with a deploy key. */
  github?: () => GitHub;
}

/** Attempts to push. Each failure means that another push landed, so this many may compete. */
const ATTEMPTS = 12;
const BOT = [
  '-c',
  'user.name=github-actions[bot]',
  '-c',
  'user.email=41898282+github-actions[bot]@users.noreply.github.com',
];

/**
 * Commits and pushes the results; returns the commit, or `null` if the branch already has all of them. A part that would
 * change a committed file is moved to `leftOut`, and the others are committed.
 */
export async function commitResults(collected: Collected, options: CommitOptions): Promise<string | null> {
  const { repository, branch, remote, environment, signal } = options;
  const tree = join(repository.cache, 'commit');

  const at: GitOptions = { cwd: repository.root, environment: withToken(environment), signal };
  const inTree: GitOptions = { ...at, cwd: tree };
  const clean = async (): Promise<void> => {
    await tryGit(['worktree', 'remove', '--force', tree], at);
    rmSync(tree, { recursive: true, force: true });
    await tryGit(['worktree', 'prune'], at);
  };
  await clean();
  mkdirSync(dirname(tree), { recursive: true });
  const access = await openPushAccess(environment, remote, options.github ?? noClient);
  const mine: string[] = [];
  let why = '';
  try {
    for (let attempt = 1; ; attempt++) {
      await git(['fetch', '--quiet', '--no-tags', remote, `refs/heads/${branch}`], at);
      const tip = await git(['rev-parse', 'FETCH_HEAD'], at);
      // A push can land although its answer is lost. The results are on the branch then, by one of these commits.
      for (const commit of mine) if (await contains(tip, commit, at)) return commit;
      if (attempt > ATTEMPTS) throw notPushed(branch, why);
      if (attempt === 1) await git(['worktree', 'add', '--quiet', '--detach', tree, tip], at);
      else await git(['reset', '--quiet', '--hard', tip], inTree);
      layDown(collected, join(tree, 'results'));
      await git(['add', '--', 'results'], inTree);
      const staged = await tryGit(['diff', '--cached', '--quiet'], inTree);
      if (staged.exitCode === 0) return null;
      await git([...BOT, 'commit', '--quiet', '--no-verify', '-m', messageFor(collected)], inTree);
      const commit = await git(['rev-parse', 'HEAD'], inTree);
      mine.push(commit);
      const pushed = await tryGit(['push', '--quiet', access.remote, `HEAD:refs/heads/${branch}`], {
        ...inTree,
        environment: access.environment,
      });
      if (pushed.exitCode === 0) return commit;
      if (isRefusedByRules(pushed.stderr)) throw refusedByRules(branch, pushed.stderr);
      why = pushed.timedOut ? 'no answer in time' : reasonOf(pushed.stderr);
      if (attempt < ATTEMPTS) options.onRetry?.(attempt, why);
      await delay((options.pause ?? defaultPause)(attempt), undefined, { signal });
    }
  } finally {
    access.close();
    await clean();
  }
}

/** Whether a commit of this repository is an ancestor of another, or the same. */
async function contains(tip: string, commit: string, at: GitOptions): Promise<boolean> {
  return (await tryGit(['merge-base', '--is-ancestor', commit, tip], at)).exitCode === 0;
}

/** Returns a random pause, so that two pushes refused at the same time do not collide again. */
function defaultPause(attempt: number): number {
  return Math.min(30_000, 500 * 2 ** attempt) * (0.5 + Math.random());
}

function noClient(): never {
  throw new RangeError('a deploy key needs the client of GitHub, for the keys of its host');
}

/**
 * Writes the files of every part that changes no committed result, and moves the others to `leftOut`. The branch may move
 * between two attempts, so each attempt looks again.
 */
function layDown(collected: Collected, results: string): void {
  const written = new Set<string>();
  for (const { folder, what, files: all } of collected.parts) {
    const isRun = what.startsWith('runs/');
    // A machine's file follows its newest run. A comparison and a history only need that there is one.
    const files = isRun
      ? all
      : all.filter((file) => !file.startsWith('machines/') || !existsSync(join(results, file)));
    let finish = (): void => {};
    try {
      const [committed, found] = [join(results, what), join(folder, what)];
      // Decide this before the first file of the run is written over. A comparison never grows.
      const isHistory = what.startsWith('releases/');
      const hasGrown = isRun
        ? continuesRun(committed, found)
        : isHistory && continuesHistory(results, folder, what);
      // A later job has taken this run further already: what is committed contains it. Of two histories that contain each
      // other, the one that is committed stays.
      const isOlder = isRun
        ? continuesRun(found, committed)
        : isHistory && continuesHistory(folder, results, what);
      if (isOlder && (isHistory || !hasGrown)) {
        written.add(what);
        continue;
      }
      for (const file of files) requireNew(join(folder, file), results, file, hasGrown);
      if (!isHistory) requireOwnAddress(what, results);
      if (isHistory && hasGrown) {
        finish = keepCauses(results, what);
        rmSync(committed, { recursive: true });
      }
    } catch (error) {
      const known = collected.leftOut.some((one) => one.what === what);
      if (!known) collected.leftOut.push(leftOutFor(what, error));
      continue;
    }
    for (const file of files) {
      const to = join(results, file);
      mkdirSync(dirname(to), { recursive: true });
      // The bytes alone: a copy would keep the mode of the file.
      writeFileSync(to, readFileSync(join(folder, file)));
    }
    finish();
    written.add(what);
  }
  collected.runs = collected.runs.filter(({ folder }) => written.has(folder));
  collected.comparisons = collected.comparisons.filter((one) => written.has(resultPath(one)));
  collected.releases = collected.releases.filter(({ folder }) => written.has(folder));
}

/**
 * Throws a PitwallError if writing the file would change a committed one, or go through a link.
 *
 * @param hasGrown whether the file is part of a later state of an unfinished run, which may change
 */
function requireNew(from: string, results: string, file: string, hasGrown: boolean): void {
  const names = file.split('/');
  for (let depth = 0; depth <= names.length; depth++) {
    const path = join(results, ...names.slice(0, depth));
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined) return;
    if (depth < names.length && !status.isDirectory())
      throw changed(file, `no folder at ${join('results', ...names.slice(0, depth))}`);
    if (depth === names.length && !status.isFile())
      throw changed(file, 'a link, or something else that is no file');
  }
  // Of a run, that of its machine may change; all other committed files never do.
  if (names[0] !== 'machines' && !hasGrown && !readFileSync(from).equals(readFileSync(join(results, file))))
    throw changed(file, 'other bytes');
}

/** Throws a PitwallError if a result of another year has the address, which leaves out years: nothing could be read then. */
function requireOwnAddress(what: string, results: string): void {
  const [kind, machine, , name] = what.split('/');
  const other = globSync(`${kind}/${machine}/*/${name}`, { cwd: results }).find((path) => path !== what);
  if (other === undefined) return;
  throw new PitwallError({
    what: 'Another result has the same address',
    where: `results/${what}`,
    expected: 'a name that no result of another year has',
    seen: `results/${other}`,
    next: 'The artifact keeps the measurement; check the clock of the machine that made it',
    exitCode: exitCodes.failed,
  });
}

function messageFor({ runs, comparisons, releases }: Collected): string {
  const targets = new Set([
    ...runs.flatMap(({ targets }) => targets.map(({ result }) => result.target)),
    ...releases.map(({ history }) => history.target),
  ]);
  const machines = new Set([
    ...runs.map(({ run }) => run.machine),
    ...comparisons.map(({ machine }) => machine),
    ...releases.map(({ history }) => history.machine),
  ]);
  return [
    `Results of ${plural(targets.size, 'target')} on ${plural(machines.size, 'machine')}`,
    '',
    ...runs.map(({ run, folder }) => {
      const blocks = run.finishedAt === null ? `, ${plural((run.blocks ?? []).length, 'block')} so far` : '';
      return `${folder} (measured at ${run.commit?.slice(0, 7) ?? 'no commit'}${blocks})`;
    }),
    ...comparisons.map(({ id, machine }) => `comparison ${id} on ${machine}`),
    ...releases.map(({ folder, history }) => `${folder} (${plural(history.releases.length, 'release')})`),
    '',
    // A push by a deploy key starts workflows, unlike one by the token; `bench` publishes the site itself.
    '[skip ci]',
  ].join('\n');
}

function changed(file: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'Cannot change a committed result',
    where: `results/${file}`,
    expected: 'a new file, the same bytes, or further blocks of an unfinished run',
    seen,
    next: 'The artifact keeps the measurement; check the commit at which its run began',
    exitCode: exitCodes.failed,
  });
}

function notPushed(branch: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'Cannot push the results',
    where: branch,
    expected: `a push within ${ATTEMPTS} tries`,
    seen,
    next: 'Run the commit job again; it uses the same artifacts',
    exitCode: exitCodes.failed,
  });
}
