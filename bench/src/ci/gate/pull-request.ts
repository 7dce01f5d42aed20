import { exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { type GitOptions, git, tryGit } from '../git.ts';
import { withToken } from '../push/access.ts';

interface AskedPull {
  number: string;
  /** A commit of main. */
  base: string;
  /** A commit of the pull request. */
  head: string;
}

/**
 * Fetches a pull request into the checkout of main without checking it out, and checks that base is a commit of main
 * and head one of the pull request: somebody who starts the workflow by hand can name any. The token is for private
 * repositories; it stays in the environment of git.
 *
 * @throws PitwallError if the pull request or one of the commits is another than it claims
 */
export async function fetchPull({ number, base, head }: AskedPull, options: GitOptions): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw notOne('the number of a pull request', number);
  for (const commit of [base, head])
    if (!/^[0-9a-f]{40}$/.test(commit)) throw notOne('the whole id of a commit', commit);
  const at: GitOptions = { ...options, environment: withToken(options.environment ?? process.env) };
  const ref = `refs/pull/${number}/head`;
  await git(['fetch', '--quiet', '--no-tags', 'origin', `+${ref}:${ref}`], at);
  await requireAncestor(base, 'HEAD', 'a commit of main', at);
  await requireAncestor(head, ref, `a commit of pull request ${number}`, at);
}

async function requireAncestor(commit: string, of: string, expected: string, at: GitOptions): Promise<void> {
  const { exitCode } = await tryGit(['merge-base', '--is-ancestor', commit, of], at);
  if (exitCode === 0) return;
  throw new PitwallError({
    what: 'The commit does not belong to what is compared',
    where: commit,
    expected,
    seen: 'one that it does not contain, or no longer',
    next: 'The branch was rewritten: its newest commit gets a run of its own. By hand, name the commits anew',
    exitCode: exitCodes.failed,
  });
}

function notOne(expected: string, seen: string): PitwallError {
  return usageError({
    what: 'Invalid argument',
    where: 'ci fetch',
    expected,
    seen: JSON.stringify(seen.slice(0, 100)),
    next: 'npm run bench -- ci fetch --help',
  });
}
