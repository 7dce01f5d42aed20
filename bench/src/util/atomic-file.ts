import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { exitCodes, PitwallError } from './errors.ts';
import { unfitDocument } from './json-document.ts';
import { schemaError } from './schema-errors.ts';

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

function writeError(path: string, error: NodeJS.ErrnoException): PitwallError {
  const folder = dirname(path);
  const [expected, next] = writeAdvice[error.code ?? ''] ?? ['a writable folder', `Check ${folder}`];
  return new PitwallError({
    what: 'Cannot write a file; its previous content is unchanged',
    where: path,
    expected,
    seen: `${error.code ?? 'an error'}: ${error.message}`,
    next: next.replace('{folder}', folder),
    exitCode: exitCodes.failed,
    cause: error,
  });
}

const writeAdvice: Record<string, [expected: string, next: string]> = {
  ENOSPC: [
    'room on the disk',
    'Free some space (df -h {folder}) and run the same command again: it continues from here',
  ],
  EDQUOT: ['room in the quota', 'Free some space and run the same command again: it continues from here'],
  EROFS: ['a writable file system', 'Mount {folder} for writing and run the same command again'],
  EACCES: ['permission to write', 'Check who owns {folder} (ls -ld {folder}) and run the same command again'],
  EPERM: ['permission to write', 'Check who owns {folder} (ls -ld {folder}) and run the same command again'],
  ENOTDIR: ['a folder', 'Move the file that is in the place of {folder}'],
  EEXIST: ['a folder', 'Move the file that is in the place of {folder}'],
};

interface ReadJsonOptions {
  /** Largest size, checked before parsing, because results may come from an untrusted job. */
  maxBytes?: number;
  /** The newest version that this program can read. */
  schemaVersion?: number;
  /** The name of the file in error messages; default: its path. */
  name?: string;
  /** What to do about an invalid file. */
  next?: string;
}

const JSON_MAX_BYTES = 16 * 1024 * 1024;

/** Reads a JSON file that must fit its schema. Throws a PitwallError that says what is wrong with it. */
export function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: ReadJsonOptions = {},
): z.output<Schema> {
  const where = options.name ?? path;
  const fail = (what: string, expected: string, seen: string, next: string, cause?: unknown): PitwallError =>
    new PitwallError({ what, where, expected, seen, next, exitCode: exitCodes.failed, cause });
  const restore = options.next ?? `Restore the committed file with: git checkout -- ${where}`;
  const maxBytes = options.maxBytes ?? JSON_MAX_BYTES;

  let text: string;
  try {
    // A link would give away what it leads to in an error, and a pipe or a device never ends.
    const status = lstatSync(path);
    if (!status.isFile()) throw fail('Not a file', 'a plain file', kindOfEntry(status), restore);
    if (status.size > maxBytes)
      throw fail('The file is too large', `at most ${maxBytes} bytes`, `${status.size} bytes`, restore);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof PitwallError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw fail(
      'Cannot read the file',
      'a readable file',
      code === 'ENOENT' ? 'no such file' : String(code),
      restore,
      error,
    );
  }

  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const end = text.trimEnd().at(-1);
    const truncated = end !== '}' && end !== ']';
    throw fail(
      truncated ? 'The JSON file is truncated' : 'The file is not JSON',
      'a complete JSON document',
      `${(error as Error).message}${truncated ? ` (the file ends after ${text.length} characters)` : ''}`,
      restore,
      error,
    );
  }

  const unfit = unfitDocument(document);
  if (unfit) throw fail('The JSON file cannot be read safely', unfit.expected, unfit.seen, restore);

  const version = versionOf(document);
  if (options.schemaVersion !== undefined && version !== null && version > options.schemaVersion) {
    throw fail(
      'The file was written by a newer Pitwall',
      `schemaVersion ${options.schemaVersion} or lower`,
      `schemaVersion ${version}`,
      'Update Pitwall with: git pull',
    );
  }
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  throw schemaError(where, 'The file does not fit its schema', parsed.error.issues, document, restore);
}

function versionOf(document: unknown): number | null {
  const version = (document as { schemaVersion?: unknown } | null)?.schemaVersion;
  return typeof version === 'number' ? version : null;
}

/** `a symbolic link`, `a folder`: what is in the place of a file. */
export function kindOfEntry(
  entry: Pick<Stats, 'isSymbolicLink' | 'isDirectory' | 'isFIFO' | 'isSocket' | 'isFile'>,
): string {
  if (entry.isFile()) return 'a file';
  if (entry.isSymbolicLink()) return 'a symbolic link';
  if (entry.isDirectory()) return 'a folder';
  if (entry.isFIFO()) return 'a pipe';
  return entry.isSocket() ? 'a socket' : 'a device';
}
