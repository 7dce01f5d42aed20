import { runGit } from '../process/git.ts';
import { usageError } from '../util/usage-errors.ts';
import type { TargetVariant } from './targets.ts';

/** Runs `git …` in a checkout; throws a PitwallError that names `asked` if it fails. */
async function git(root: string, asked: string, ...words: string[]): Promise<string> {
  const result = await runGit(words, { cwd: root });
  if (result.exitCode === 0) return result.stdout;
  throw usageError({
    what: 'No such revision to compare with',
    where: asked,
    expected: 'a commit, branch or tag of this checkout',
    seen: result.stderr.trim().split('\n')[0] || 'none of that name',
    next: 'Name one that `git log` shows; a shallow clone may need `git fetch --unshallow`',
  });
}

/** Returns the full id of a commit, branch or tag; throws a PitwallError if it does not exist. */
export async function commitOf(
  root: string,
  revision: string,
  asked = `revision ${revision}`,
): Promise<string> {
  // `--end-of-options` prevents a revision from being read as a path or an option.
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  return (await git(root, asked, ...words)).trim();
}

/**
 * Returns the paths that differ between `base` and `head`, without the changes that `base` got after their
 * merge base. Without a head, returns the paths that differ between `base` and the checkout.
 *
 * @param asked where the user named `base`, for errors
 */
export async function changedPaths(
  root: string,
  base: string,
  head: string | null,
  asked = `revision ${base}`,
): Promise<string[]> {
  const range =
    head === null
      ? [await commitOf(root, base, asked)]
      : [await partingOf(root, base, head, asked), await commitOf(root, head, `--head ${head}`)];
  // A `.gitmodules` of the checkout may say that a submodule is to be ignored, and `git diff` would then not list it.
  const words = ['--name-only', '-z', '--no-renames', '--ignore-submodules=none'];
  const listed = await git(root, asked, 'diff', ...words, ...range, '--');
  // A new target is in the checkout before git tracks it.
  const untracked =
    head === null
      ? await git(root, asked, 'ls-files', '--others', '--exclude-standard', '-z', '--', 'targets')
      : '';
  return [...listed.split('\0'), ...untracked.split('\0')].filter(Boolean);
}

/**
 * Returns the commit where head left base: what base got since then is not part of the change. One is taken if they
 * parted in several places, as a branch that took over both another branch and main; `git diff --merge-base` refuses that.
 *
 * @param asked where the user named `base`, for errors
 */
export async function partingOf(
  root: string,
  base: string,
  head: string,
  asked = `revision ${base}`,
): Promise<string> {
  const from = await commitOf(root, base, asked);
  const to = await commitOf(root, head, `--head ${head}`);
  const { exitCode, stdout } = await runGit(['merge-base', from, to], { cwd: root });
  if (exitCode === 0) return stdout.trim();
  throw usageError({
    what: 'The two revisions have no commit in common',
    where: `${asked}, head ${head}`,
    expected: 'a head that left the revision at some commit',
    seen: `${from.slice(0, 7)} and ${to.slice(0, 7)}, each with a history of its own`,
    next: 'In a shallow clone, get the rest of it: `git fetch --unshallow`; otherwise name another revision',
  });
}

/** Whether any of `paths` differs between a commit and HEAD; `null` if the checkout does not have that commit. */
export async function changedSince(
  root: string,
  commit: string,
  paths: readonly string[],
): Promise<boolean | null> {
  const { exitCode } = await runGit(['diff', '--quiet', commit, 'HEAD', '--', ...paths], { cwd: root });
  return exitCode === 0 ? false : exitCode === 1 ? true : null;
}

/** Whether a path is one of the shared data. Every target reads them, so a change of them touches every target. */
export function isSharedData(path: string): boolean {
  return path.startsWith('targets/shared/');
}

/** Returns the `ids` whose folder contains a changed path, or all if the shared folder does. */
export function touchedAmong(ids: readonly string[], changed: readonly string[]): string[] {
  if (changed.some(isSharedData)) return [...ids];
  return ids.filter((id) => changed.some((path) => path.startsWith(`targets/${id}/`)));
}

/**
 * Selects targets for a check with limited time: those whose folder differs from `base` (a git revision), and
 * `more` others, which rotate from commit to commit.
 */
export async function touchedAndRotating(
  root: string,
  targetVariants: readonly TargetVariant[],
  base: string,
  more: number,
  head: string | null = null,
  asked?: string,
): Promise<{ targetVariants: TargetVariant[]; touched: string[]; rotating: string[] }> {
  const changed = await changedPaths(root, base, head, asked);
  const commits = await commitCount(root);
  const ids = [...new Set(targetVariants.map(({ target }) => target.id))];
  const touched = touchedAmong(ids, changed);
  const rotating = rotate(
    ids.filter((id) => !touched.includes(id)),
    commits * more,
    more,
  );
  // Those that no change asks for come first, and those that many changes ask for begin with another one each time, so
  // that none is left out again and again where time does not suffice for all.
  const order = [...rotating, ...rotate(touched, commits * Math.max(1, more), touched.length)];
  return {
    targetVariants: order.flatMap((id) => targetVariants.filter(({ target }) => target.id === id)),
    touched,
    rotating,
  };
}

/** Returns how many commits lead to the checkout, which tells what rotates from commit to commit. */
export async function commitCount(root: string): Promise<number> {
  return Number((await git(root, 'HEAD', 'rev-list', '--count', 'HEAD')).trim());
}

/** Returns `count` of `items` from index `start` on, cyclically. */
export function rotate<T>(items: readonly T[], start: number, count: number): T[] {
  const length = Math.min(count, items.length);
  return Array.from({ length }, (_, index) => items[(start + index) % items.length] as T);
}
