import { runCommand } from '../../util/command.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { TargetVariant } from './targets.ts';

/**
 * Which targets a check of limited time takes: those whose folder differs from `base` (a git revision), then `more`
 * others, chosen so that one commit after the other goes through all of them.
 */
export async function touchedAndRotating(
  root: string,
  entries: readonly TargetVariant[],
  base: string,
  more: number,
): Promise<{ entries: TargetVariant[]; touched: string[]; rotating: string[] }> {
  const git = async (...words: string[]): Promise<string> => {
    const result = await runCommand(['git', ...words], { cwd: root, timeoutSeconds: 20 });
    if (result.exitCode === 0) return result.stdout;
    throw new PitwallError({
      what: 'There is no such revision to compare with',
      where: `--since ${base}`,
      expected: 'a commit, branch or tag of this checkout',
      seen: result.stderr.trim().split('\n')[0] || 'none of that name',
      next: 'Name one that `git log` shows; a shallow clone may need `git fetch --unshallow`',
      exitCode: exitCodes.usage,
    });
  };
  // `--` keeps a revision from being taken for a path or an option.
  await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`);
  const changed = (await git('diff', '--name-only', `${base}`, '--', 'targets')).split('\n').filter(Boolean);
  const commits = Number((await git('rev-list', '--count', 'HEAD')).trim());
  const ids = [...new Set(entries.map(({ target }) => target.id))];
  // What every target reads is part of every target.
  const all = changed.some((file) => file.startsWith('targets/shared/'));
  const touched = all ? ids : ids.filter((id) => changed.some((file) => file.startsWith(`targets/${id}/`)));
  const rotating = rotate(
    ids.filter((id) => !touched.includes(id)),
    commits * more,
    more,
  );
  const order = [...touched, ...rotating];
  return {
    entries: order.flatMap((id) => entries.filter(({ target }) => target.id === id)),
    touched,
    rotating,
  };
}

/** `count` of `items` from place `start` on, going round. */
export function rotate<T>(items: readonly T[], start: number, count: number): T[] {
  const length = Math.min(count, items.length);
  return Array.from({ length }, (_, index) => items[(start + index) % items.length] as T);
}
