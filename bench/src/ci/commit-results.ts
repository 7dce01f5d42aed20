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

/**
 * Puts results from folders of artifacts into one commit on a branch. The commit is made in a separate work
 * tree on the branch's newest commit, and again if another push came first. Each result is a new file, so
 * nothing can conflict.
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

/** Returns the files of complete, valid runs and comparisons; all others stay in their artifact. */
async function wholeFiles(folder: string, collected: Collected): Promise<string[]> {
  const { runs } = await readResults(folder);
  const files: string[] = [];
  const machines = new Set<string>();
  for (const entry of runs) {
    const errors = lintRun(entry.run, entry.targets, entry.folder).filter(({ level }) => level === 'error');
    const why = entry.run.finishedAt === null ? 'the run did not finish' : shortList(errors);
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
      const pushed = await tryGit(['push', '--quiet', remote, `HEAD:refs/heads/${branch}`], inTree);
      if (pushed.exitCode === 0) return await git(['rev-parse', 'HEAD'], inTree);
      const why = pushed.stderr.trim().split('\n').slice(0, 3).join(' | ');
      if (attempt === ATTEMPTS) throw notPushed(branch, why);
      options.onRetry?.(attempt, why);
      await delay((options.pause ?? defaultPause)(attempt), undefined, { signal });
    }
  } finally {
    await clean();
  }
}

/** Returns a random pause, so that two pushes refused at the same time do not collide again. */
function defaultPause(attempt: number): number {
  return Math.min(30_000, 500 * 2 ** attempt) * (0.5 + Math.random());
}

function layDown({ parts }: Collected, results: string): void {
  for (const { folder, files } of parts) {
    for (const file of files) {
      const [from, to] = [join(folder, file), join(results, file)];
      // A machine's file follows its newest run; all other committed files never change.
      const known = existsSync(to) && !file.startsWith('machines/');
      if (known && !readFileSync(from).equals(readFileSync(to))) throw changed(file);
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
    ...runs.map(({ run, folder }) => `${folder} (measured at ${run.commit?.slice(0, 7) ?? 'no commit'})`),
    ...comparisons.map(({ id, machine }) => `comparison ${id} on ${machine}`),
  ].join('\n');
}

/** Passes the token to git through its environment: a process list would show an argument. */
export function withToken(environment: CommitOptions['environment']): CommitOptions['environment'] {
  const { GITHUB_TOKEN: token, GITHUB_SERVER_URL: server, ...rest } = environment;
  if (!token || !server) return environment;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    ...rest,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${server}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}

function changed(file: string): PitwallError {
  return new PitwallError({
    what: 'Cannot change a committed result',
    where: `results/${file}`,
    expected: 'a new file, or the same bytes',
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
