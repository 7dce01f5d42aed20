import { lstatSync, readFileSync, type Stats } from 'node:fs';
import type { z } from 'zod';
import { exitCodes, PitwallError } from './errors.ts';
import { unfitDocument } from './json-document.ts';
import { schemaError } from './schema-errors.ts';
import { shellWord } from './text.ts';

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
  const restore = options.next ?? `Restore the committed file with: git checkout -- ${shellWord(where)}`;
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
    const trimmed = text.trim();
    // What does not begin as JSON is something else altogether.
    const truncated = /^[{[]|^$/.test(trimmed) && !/[}\]]$/.test(trimmed);
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
  throw schemaError(parsed.error.issues, document, {
    what: 'The file does not match its schema',
    where,
    next: restore,
  });
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
