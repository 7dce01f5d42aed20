import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { exitCodes, PitwallError } from './errors.ts';

/**
 * Writes a file atomically: a reader finds either the old text or the new one, even after a crash. It flushes
 * a temporary file in the same folder to the disk and renames it over the old one. Throws a PitwallError on
 * failure.
 */
export function writeFileAtomic(path: string, text: string): void {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.part`);
  try {
    mkdirSync(folder, { recursive: true });
    const descriptor = openSync(temporary, 'w');
    try {
      writeAll(descriptor, Buffer.from(text));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
    syncFolder(folder);
  } catch (error) {
    removeQuietly(temporary);
    throw writeError(path, error as NodeJS.ErrnoException);
  }
}

/** Whether a file of this name is one that `writeFileAtomic` writes before it renames it. */
export function isTemporary(name: string): boolean {
  return /^\..+\.\d+\.part$/.test(name);
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}

/** Flushes the folder, because the rename is on the disk only after that. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // Some file systems cannot sync a folder; the file itself is safe.
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder may be read-only; then there is no temporary file either.
  }
}

function writeError(
  path: string | null,
  error: NodeJS.ErrnoException,
  what = 'Cannot write a file; its previous content is unchanged',
): PitwallError {
  const [expected, next] = writeAdvice[error.code ?? ''] ?? ['a writable folder', 'Check {folder}'];
  return new PitwallError({
    what,
    where: path ?? 'a file that is being written',
    expected,
    seen: error.message,
    next: path === null ? next.replaceAll(' {folder}', '') : next.replaceAll('{folder}', dirname(path)),
    exitCode: exitCodes.failed,
    cause: error,
  });
}

/** Only what writes fails with these. */
const FULL_OR_READ_ONLY = ['ENOSPC', 'EDQUOT', 'EROFS'];
/** Calls that need permission to write. */
const WRITING = ['mkdir', 'mkdtemp', 'rename', 'unlink', 'rmdir', 'copyfile', 'symlink'];

/**
 * Returns the error of a disk or folder that takes no file, whoever wanted to write one: for the scratch folder of a
 * load, or the data of a database. `null` for any other error.
 */
export function refusedWrite(error: unknown): PitwallError | null {
  if (!(error instanceof Error)) return null;
  const { code = '', syscall = '', path } = error as NodeJS.ErrnoException;
  const isRefused =
    FULL_OR_READ_ONLY.includes(code) || (['EACCES', 'EPERM'].includes(code) && WRITING.includes(syscall));
  // The system does not name a file that is open already.
  return isRefused ? writeError(path ?? null, error, 'Cannot write a file') : null;
}

const writeAdvice: Record<string, [expected: string, next: string]> = {
  ENOSPC: [
    'room on the disk',
    'Free some space (df -h {folder}) and run the same command again; what a run measured is kept: run --resume continues it',
  ],
  EDQUOT: [
    'room in the quota',
    'Free some space and run the same command again; what a run measured is kept: run --resume continues it',
  ],
  EROFS: ['a writable file system', 'Mount {folder} for writing and run the same command again'],
  EACCES: ['permission to write', 'Check who owns {folder} (ls -ld {folder}) and run the same command again'],
  EPERM: ['permission to write', 'Check who owns {folder} (ls -ld {folder}) and run the same command again'],
  ENOTDIR: ['a folder', 'Move the file that is in the place of {folder}'],
  EEXIST: ['a folder', 'Move the file that is in the place of {folder}'],
};
