import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOutput } from '../../launch/files-digest.ts';
import { type CommandResult, runCommand } from '../../process/command.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';

/** A target at a commit, laid out like a checkout. */
interface Checkout {
  root: string;
  commit: string;
}

/** The most that is unpacked of a revision. One blob may stand in a thousand places, so a small push can unpack to a lot. */
const MOST_FILES = 10_000;
const MOST_BYTES = 64 * 1024 ** 2;

/**
 * Extracts a target at a revision, with that revision's shared data and contract, into a folder of the cache.
 * A commit always gets the same folder, so its build is reused. Throws a PitwallError if the revision is
 * unknown, has no such target, or has more of it than can be meant.
 */
export async function checkOut(
  repository: Repository,
  id: string,
  revision: string,
  signal: AbortSignal,
): Promise<Checkout> {
  const git: Git = (...words) =>
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
  await requireSources(git, commit, paths, id, revision);
  const part = `${root}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const archive = join(part, 'archive.tar');
  const made = await git('archive', `--output=${archive}`, commit, '--', ...paths);
  // `-m`: not with the time of the commit, which its author chooses. All builds send their files from folders of one name,
  // and BuildKit keeps the file that it got before if path, size, mode and time are the same, whatever is in it.
  const unpacked =
    made.exitCode === 0
      ? await runCommand(['tar', '-xmf', archive, '-C', part], { timeoutSeconds: 60, signal })
      : made;
  if (unpacked.exitCode !== 0)
    throw notUnpacked(id, revision, unpacked, `git archive ${commit} -- ${paths.join(' ')} | tar -t`);
  rmSync(archive);
  layIgnored(repository.root, part);
  renameSync(part, root);
  return { root, commit };
}

type Git = (...words: string[]) => Promise<CommandResult>;

/** Throws a PitwallError unless `paths` are plain sources of a commit, and no more of them than can be meant. */
async function requireSources(
  git: Git,
  commit: string,
  paths: readonly string[],
  id: string,
  revision: string,
): Promise<void> {
  const above = ['', 'targets/', `targets/${id.split('/')[0]}/`].map((folder) => `${folder}${ATTRIBUTES}`);
  const listed = await git('ls-tree', '-r', '-l', '-z', '--full-tree', commit, '--', ...paths, ...above);
  // Of half a list, the other half would be unpacked unseen.
  if (listed.exitCode !== 0) throw notUnpacked(id, revision, listed, `git ls-tree -r -l ${commit}`);
  const entries = listed.stdout.split('\0').filter(Boolean);
  const strange = entries.find((entry) => !PLAIN_FILE.test(entry));
  if (strange !== undefined) throw notPlain(id, revision, strange);
  const files = entries.map(pathOf);
  const attributes = files.find((path) => basename(path) === ATTRIBUTES);
  if (attributes !== undefined) throw changesFiles(id, revision, attributes);
  const folder = `targets/${id}/`;
  const output = files.find(
    (path) => path.startsWith(folder) && path.slice(folder.length).split('/').some(isOutput),
  );
  if (output !== undefined) throw holdsOutput(id, revision, output);
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (entries.length > MOST_FILES || bytes > MOST_BYTES) throw tooMuch(id, revision, entries.length, bytes);
}

const IGNORED = 'targets/.dockerignore';

/**
 * Lays beside the targets of another checkout what an image is built without: that of the harness, whichever revision the
 * targets are of. What processes built in that checkout would otherwise go into its images.
 */
export function layIgnored(from: string, to: string): void {
  const file = join(from, IGNORED);
  if (existsSync(file)) cpSync(file, join(to, IGNORED));
}

/** Files of this name say what `git archive` leaves out, fills in and converts. */
const ATTRIBUTES = '.gitattributes';

/** `100644 blob …` and `100755 blob …`: links are blobs of mode 120000, and submodules are commits. */
const PLAIN_FILE = /^100(?:644|755) blob /;

/** Of a line of `git ls-tree`. */
const pathOf = (entry: string): string => entry.slice(entry.indexOf('\t') + 1);

/** Of a line of `git ls-tree -l`, in bytes. */
const sizeOf = (entry: string): number => Number(entry.slice(0, entry.indexOf('\t')).split(/\s+/).at(-1));

function notUnpacked(
  id: string,
  revision: string,
  { exitCode, stderr, timedOut }: CommandResult,
  byHand: string,
): PitwallError {
  return new PitwallError({
    what: 'Cannot check out the revision',
    where: `${id}@${revision}`,
    expected: 'exit code 0 from git and tar',
    seen: timedOut ? 'still running' : stderr.trim().split('\n')[0] || `exit code ${exitCode}`,
    next: `Try by hand: ${byHand}`,
  });
}

/** The disk that it would fill is that of the machine that measures. */
function tooMuch(id: string, revision: string, files: number, bytes: number): PitwallError {
  const size = (number: number): string => `${Math.ceil(number / 1024 ** 2)} MiB`;
  return usageError({
    what: 'The revision has too much in the target or the shared data',
    where: `${id}@${revision}`,
    expected: `at most ${MOST_FILES} files and ${size(MOST_BYTES)}`,
    seen: `${files} files and ${size(bytes)}`,
    next: 'Take out what no build needs in a commit, then name that commit',
  });
}

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

/** A digest of the sources leaves it out, so two revisions that differ in it alone would be given one build. */
function holdsOutput(id: string, revision: string, path: string): PitwallError {
  return usageError({
    what: 'The revision contains the output of a build',
    where: `${id}@${revision}: ${path}`,
    expected: 'sources alone: nothing that git is told to ignore',
    seen: 'a file that was added all the same',
    next: 'Remove it in a commit (git rm --cached), then name that commit',
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
