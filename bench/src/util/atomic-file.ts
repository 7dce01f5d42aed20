import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { exitCodes, PitwallError } from './errors.ts';
import { schemaError } from './schema-errors.ts';

/**
 * Writes a file so that a reader, and whoever comes after a crash, finds the old text or the new one and never
 * a part: a temporary file in the same folder is flushed to the disk and renamed over the old one.
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

/** The rename itself is on the disk only once its folder is. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // Some file systems refuse to sync a folder; the file itself is safe.
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder may be read-only: then there is no file either.
  }
}

function writeError(path: string, error: NodeJS.ErrnoException): PitwallError {
  const folder = dirname(path);
  const [expected, next] = writeAdvice[error.code ?? ''] ?? [
    'a place that can be written',
    `Check ${folder}`,
  ];
  return new PitwallError({
    what: 'A file could not be written; what was there before is unchanged and nothing was lost',
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
    'Free some space (df -h {folder}) and run the same command again: it goes on from here',
  ],
  EDQUOT: ['room in the quota', 'Free some space and run the same command again: it goes on from here'],
  EROFS: ['a file system that can be written', 'Mount {folder} for writing and run the same command again'],
  EACCES: ['permission to write', 'Check who owns {folder} (ls -ld {folder}) and run the same command again'],
  EPERM: ['permission to write', 'Check who owns {folder} (ls -ld {folder}) and run the same command again'],
  ENOTDIR: ['a folder', 'Move away what stands where {folder} should be'],
  EEXIST: ['a folder', 'Move away what stands where {folder} should be'],
};

interface ReadJsonOptions {
  /** Results may come from an untrusted job: a size beyond reason is refused before anything is parsed. */
  maxBytes?: number;
  /** The version this program knows. */
  schemaVersion?: number;
  /** What error messages call the file; its path where left out. */
  name?: string;
  /** What a person can do about a file that is wrong. */
  next?: string;
}

const JSON_MAX_BYTES = 16 * 1024 * 1024;

/** Reads a JSON file that must fit its schema; a file that does not is told apart by what is wrong with it. */
export function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: ReadJsonOptions = {},
): z.output<Schema> {
  const where = options.name ?? path;
  const fail = (what: string, expected: string, seen: string, next: string, cause?: unknown): PitwallError =>
    new PitwallError({ what, where, expected, seen, next, exitCode: exitCodes.failed, cause });
  const restore = options.next ?? `git checkout -- ${where} brings back the committed file`;
  const maxBytes = options.maxBytes ?? JSON_MAX_BYTES;

  let text: string;
  try {
    const { size } = statSync(path);
    if (size > maxBytes)
      throw fail('A file is too large', `at most ${maxBytes} bytes`, `${size} bytes`, restore);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof PitwallError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw fail(
      'A file cannot be read',
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
      truncated ? 'A JSON file ends too early' : 'A file is not JSON',
      'a whole JSON document',
      `${(error as Error).message}${truncated ? ` (the file ends after ${text.length} characters)` : ''}`,
      restore,
      error,
    );
  }

  const version = versionOf(document);
  if (options.schemaVersion !== undefined && version !== null && version > options.schemaVersion) {
    throw fail(
      'A file was written by a newer Pitwall',
      `schemaVersion ${options.schemaVersion} or lower`,
      `schemaVersion ${version}`,
      'git pull brings the Pitwall that can read it',
    );
  }
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  throw schemaError(where, 'A file does not fit its schema', parsed.error.issues, document, restore);
}

function versionOf(document: unknown): number | null {
  const version = (document as { schemaVersion?: unknown } | null)?.schemaVersion;
  return typeof version === 'number' ? version : null;
}
