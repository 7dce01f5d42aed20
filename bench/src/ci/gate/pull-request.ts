import { exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { type GitOptions, git, tryGit } from '../git.ts';
import { withToken } from '../push/access.ts';

interface AskedPull {
  number: string;
  /** A commit of the pull request. */
  head: string;
}

/**
 * Fetches a pull request into the checkout of main without checking it out, and checks that head is a commit of it:
 * somebody who starts the workflow by hand can name any. The token is for private repositories; it stays in the
 * environment of git.
 *
 * @throws PitwallError if the pull request or the commit is another than it claims
 */
export async function fetchPull({ number, head }: AskedPull, options: GitOptions): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(number)) throw notOne('the number of a pull request', number);
  if (!/^[0-9a-f]{40}$/.test(head)) throw notOne('the whole id of a commit', head);
  const at: GitOptions = { ...options, environment: withToken(options.environment ?? process.env) };
  const ref = `refs/pull/${number}/head`;
  // No ref keeps it: the checkout of a machine outlives its jobs, and git removes in time what nothing refers to.
  await git(['fetch', '--quiet', '--no-tags', 'origin', ref], at);
  const { exitCode } = await tryGit(['merge-base', '--is-ancestor', head, 'FETCH_HEAD'], at);
  if (exitCode === 0) return;
  throw new PitwallError({
    what: 'The commit does not belong to what is compared',
    where: head,
    expected: `a commit of pull request ${number}`,
    seen: 'one that it does not contain, or no longer',
    next: 'The branch was rewritten: its newest commit gets a run of its own. By hand, name the commit anew',
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
