import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from '../../process/command.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';

/** A target at a commit, laid out like a checkout. */
interface Checkout {
  root: string;
  commit: string;
}

/**
 * Extracts a target at a revision, with that revision's shared data and contract, into a folder of the cache.
 * A commit always gets the same folder, so its build is reused. Throws a PitwallError if the revision is
 * unknown or has no such target.
 */
export async function checkOut(
  repository: Repository,
  id: string,
  revision: string,
  signal: AbortSignal,
): Promise<Checkout> {
  const git = (...words: string[]) =>
    runCommand(['git', ...words], { cwd: repository.root, timeoutSeconds: 60, signal });
  const parsed = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  const commit = parsed.stdout.trim();
  if (parsed.exitCode !== 0) throw unknownRevision(revision, parsed.stderr);
  // The whole id: a commit can be made whose first digits are those of another, which would then be measured instead.
  const root = join(repository.cache, 'revisions', `${commit}-${id.replace('/', '-')}`);
  if (existsSync(root)) return { root, commit };

  const paths = [`targets/${id}`, 'targets/shared', 'targets/CONTRACT.md'];
  const there = await git('ls-tree', '--name-only', commit, '--', `targets/${id}/target.yaml`);
  if (there.stdout.trim() === '') throw notThere(id, revision);
  const above = ['', 'targets/', `targets/${id.split('/')[0]}/`].map((folder) => `${folder}${ATTRIBUTES}`);
  const listed = await git('ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths, ...above);
  const entries = listed.stdout.split('\0').filter(Boolean);
  const strange = entries.find((entry) => !PLAIN_FILE.test(entry));
  if (strange !== undefined) throw notPlain(id, revision, strange);
  const attributes = entries.map(pathOf).find((path) => basename(path) === ATTRIBUTES);
  if (attributes !== undefined) throw changesFiles(id, revision, attributes);
  const part = `${root}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const archive = join(part, 'archive.tar');
  const made = await git('archive', `--output=${archive}`, commit, '--', ...paths);
  const unpacked =
    made.exitCode === 0
      ? await runCommand(['tar', '-xf', archive, '-C', part], { timeoutSeconds: 60, signal })
      : made;
  if (unpacked.exitCode !== 0) {
    throw new PitwallError({
      what: 'Cannot check out the revision',
      where: `${id}@${revision}`,
      expected: 'exit code 0 from git archive and tar',
      seen: unpacked.stderr.trim().split('\n')[0] || `exit code ${unpacked.exitCode}`,
      next: `Try by hand: git archive ${commit} -- ${paths.join(' ')} | tar -t`,
    });
  }
  rmSync(archive);
  renameSync(part, root);
  return { root, commit };
}

/** Files of this name say what `git archive` leaves out, fills in and converts. */
const ATTRIBUTES = '.gitattributes';

/** `100644 blob …` and `100755 blob …`: links are blobs of mode 120000, and submodules are commits. */
const PLAIN_FILE = /^100(?:644|755) blob /;

/** Of a line of `git ls-tree`. */
const pathOf = (entry: string): string => entry.slice(entry.indexOf('\t') + 1);

/** A link would be followed outside of the checkout, by what builds the target or reads it. */
function notPlain(id: string, revision: string, entry: string): PitwallError {
  const [mode = ''] = entry.split(' ');
  return usageError({
    what: 'The revision contains something that is not a file',
    where: `${id}@${revision}: ${pathOf(entry)}`,
    expected: 'plain files and folders',
    seen: mode === '120000' ? 'a symbolic link' : mode === '160000' ? 'a submodule' : `mode ${mode}`,
    next: 'Put a copy of the file in its place in a commit, then name that commit',
  });
}

/** What is built would not be what a reviewer has read. */
function changesFiles(id: string, revision: string, path: string): PitwallError {
  return usageError({
    what: 'The revision changes its files when it is checked out',
    where: `${id}@${revision}: ${path}`,
    expected: `no ${ATTRIBUTES} in or above the target and its shared data`,
    seen: 'one, which can leave files out of the build and put other text into them',
    next: 'Remove it in a commit, then name that commit',
  });
}

function unknownRevision(revision: string, stderr: string): PitwallError {
  return usageError({
    what: 'No such revision',
    where: `@${revision}`,
    expected: 'a commit, branch or tag of this checkout',
    seen: stderr.trim().split('\n')[0] || 'none of that name',
    next: 'Name one that `git log` shows; a shallow clone may need `git fetch --unshallow`',
  });
}

function notThere(id: string, revision: string): PitwallError {
  return usageError({
    what: 'The revision has no such target',
    where: `${id}@${revision}`,
    expected: `targets/${id}/target.yaml`,
    seen: 'no such file in it',
    next: `Find when it was added: git log --diff-filter=A -- targets/${id}/target.yaml`,
  });
}
