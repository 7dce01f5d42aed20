import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Comparison } from '../model/index.ts';
import { readComparison } from '../results/comparison-store.ts';
import { lintRun } from '../results/lint.ts';
import { type RunResult, readResults } from '../results/read-results.ts';
import { describeError, exitCodes, PitwallError } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import { type GitOptions, git, tryGit } from './git.ts';
import type { GitHub } from './github/github.ts';
import { continuesRun } from './jobs/continued.ts';
import { openPushAccess, withToken } from './push/access.ts';
import { isRefusedByRules, reasonOf, refusedByRules } from './push/refusal.ts';

/**
 * Puts results from folders of artifacts into one commit on a branch. The commit is made in a separate work
 * tree on the branch's newest commit, and again if another push came first. Each result is a new file, or the
 * later state of an unfinished run, so nothing can conflict.
 */

interface Collected {
  /** Folders with `machines/`, `runs/` and so on, and the paths of their complete files. */
  parts: { folder: string; files: string[] }[];
  runs: RunResult[];
  comparisons: Comparison[];
  /** What was left out, with the reason. */
  leftOut: { what: string; why: string }[];
}

/** Collects the results in the folders of `from`, one per artifact, each laid out like `results/`. */
export async function collect(from: string): Promise<Collected> {
  const collected: Collected = { parts: [], runs: [], comparisons: [], leftOut: [] };
  const folders = [
    from,
    ...globSync('*', { cwd: from })
      .sort()
      .map((name) => join(from, name)),
  ];
  for (const folder of folders) {
    if (!['machines', 'runs', 'comparisons'].some((name) => existsSync(join(folder, name)))) continue;
    try {
      collected.parts.push({ folder, files: await wholeFiles(folder, collected) });
    } catch (error) {
      if (!(error instanceof PitwallError)) throw error;
      collected.leftOut.push({ what: folder, why: describeError(error) });
    }
  }
  return collected;
}

/**
 * Returns the files of valid comparisons that finished and of valid runs with at least one block; all others
 * stay in their artifact. A block is whole whatever becomes of its run, and the next job continues after it.
 */
async function wholeFiles(folder: string, collected: Collected): Promise<string[]> {
  const { runs } = await readResults(folder);
  const files: string[] = [];
  const machines = new Set<string>();
  for (const entry of runs) {
    const errors = lintRun(entry.run, entry.targets, entry.folder).filter(({ level }) => level === 'error');
    const none = entry.run.finishedAt === null && (entry.run.blocks ?? []).length === 0;
    const why = none ? 'the run did not finish its first block' : shortList(errors);
    if (why !== '') {
      collected.leftOut.push({ what: entry.folder, why });
      continue;
    }
    collected.runs.push(entry);
    machines.add(entry.run.machine);
    files.push(...globSync(`${entry.folder}/*.json`, { cwd: folder }));
  }
  for (const file of globSync('comparisons/*/*/*.json', { cwd: folder })) {
    const comparison = readComparison(join(folder, file));
    if (comparison.finishedAt === null) {
      collected.leftOut.push({ what: file, why: 'the comparison did not finish' });
      continue;
    }
    collected.comparisons.push(comparison);
    machines.add(comparison.machine);
    files.push(file);
  }
  files.push(
    ...[...machines].map((id) => `machines/${id}.json`).filter((file) => existsSync(join(folder, file))),
  );
  return files;
}

const MOST_ERRORS = 5;

function shortList(errors: readonly { where: string; what: string }[]): string {
  const shown = errors.slice(0, MOST_ERRORS).map(({ where, what }) => `${where}: ${what}`);
  return [...shown, ...(errors.length > MOST_ERRORS ? [`and ${errors.length - MOST_ERRORS} more`] : [])].join(
    '; ',
  );
}

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

/** Commits and pushes the results; returns the commit, or `null` if the branch already has all of them. */
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
  try {
    for (let attempt = 1; ; attempt++) {
      await git(['fetch', '--quiet', '--no-tags', remote, `refs/heads/${branch}`], at);
      const tip = await git(['rev-parse', 'FETCH_HEAD'], at);
      if (attempt === 1) await git(['worktree', 'add', '--quiet', '--detach', tree, tip], at);
      else await git(['reset', '--quiet', '--hard', tip], inTree);
      layDown(collected, join(tree, 'results'));
      await git(['add', '--', 'results'], inTree);
      const staged = await tryGit(['diff', '--cached', '--quiet'], inTree);
      if (staged.exitCode === 0) return null;
      await git([...BOT, 'commit', '--quiet', '--no-verify', '-m', messageFor(collected)], inTree);
      const pushed = await tryGit(['push', '--quiet', access.remote, `HEAD:refs/heads/${branch}`], {
        ...inTree,
        environment: access.environment,
      });
      if (pushed.exitCode === 0) return await git(['rev-parse', 'HEAD'], inTree);
      if (isRefusedByRules(pushed.stderr)) throw refusedByRules(branch, pushed.stderr);
      const why = pushed.timedOut ? 'no answer in time' : reasonOf(pushed.stderr);
      if (attempt === ATTEMPTS) throw notPushed(branch, why);
      options.onRetry?.(attempt, why);
      await delay((options.pause ?? defaultPause)(attempt), undefined, { signal });
    }
  } finally {
    access.close();
    await clean();
  }
}

/** Returns a random pause, so that two pushes refused at the same time do not collide again. */
function defaultPause(attempt: number): number {
  return Math.min(30_000, 500 * 2 ** attempt) * (0.5 + Math.random());
}

function noClient(): never {
  throw new RangeError('a deploy key needs the client of GitHub, for the keys of its host');
}

function layDown({ parts }: Collected, results: string): void {
  for (const { folder, files } of parts) {
    // Decide this before the first file of a run is written over.
    const runs = [...new Set(files.filter((file) => file.startsWith('runs/')).map(dirname))];
    const grown = runs.filter((run) => continuesRun(join(results, run), join(folder, run)));
    const past = runs.filter((run) => continuesRun(join(folder, run), join(results, run)));
    for (const file of files) {
      const [from, to] = [join(folder, file), join(results, file)];
      const same = existsSync(to) && readFileSync(from).equals(readFileSync(to));
      const run = dirname(file);
      // A later job has taken this run further already.
      if (past.includes(run) && !grown.includes(run)) continue;
      // A machine's file follows its newest run, and an unfinished run may grow; nothing else changes.
      const mayChange = file.startsWith('machines/') || grown.includes(run);
      if (existsSync(to) && !same && !mayChange) throw changed(file);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(from, to);
    }
  }
}

function messageFor({ runs, comparisons }: Collected): string {
  const targets = new Set(runs.flatMap(({ targets }) => targets.map(({ result }) => result.target)));
  const machines = new Set([
    ...runs.map(({ run }) => run.machine),
    ...comparisons.map(({ machine }) => machine),
  ]);
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
  return [
    `Results of ${count(targets.size, 'target')} on ${count(machines.size, 'machine')}`,
    '',
    ...runs.map(({ run, folder }) => {
      const blocks = run.finishedAt === null ? `, ${count((run.blocks ?? []).length, 'block')} so far` : '';
      return `${folder} (measured at ${run.commit?.slice(0, 7) ?? 'no commit'}${blocks})`;
    }),
    ...comparisons.map(({ id, machine }) => `comparison ${id} on ${machine}`),
    '',
    // A push by a deploy key starts workflows, unlike one by the token; `bench` publishes the site itself.
    '[skip ci]',
  ].join('\n');
}

function changed(file: string): PitwallError {
  return new PitwallError({
    what: 'Cannot change a committed result',
    where: `results/${file}`,
    expected: 'a new file, the same bytes, or further blocks of an unfinished run',
    seen: 'other bytes',
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
