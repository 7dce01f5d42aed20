import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PitwallError } from '../../src/util/errors.ts';

/** A change to one file of a copied folder. */
export interface Edit {
  file: string;
  from: string;
  to: string;
}

/**
 * Copies a folder and edits the copy. Leaves alone what an earlier build made there and what did not change, because
 * some libraries take minutes to compile.
 *
 * @param next what to do if a text to edit is not there
 */
export function copyEdited(
  source: string,
  copy: string,
  edits: readonly Edit[],
  { leaveOut = () => false, next }: { leaveOut?: (path: string) => boolean; next: string },
): void {
  const edited = new Map<string, string>();
  for (const { file, from, to } of edits) {
    const path = join(source, file);
    const text = edited.get(path) ?? readFileSync(path, 'utf8');
    if (!text.includes(from)) throw noSuchText(path, from, next);
    edited.set(path, text.replaceAll(from, to));
  }
  const filter = (path: string): boolean => !edited.has(path) && !leaveOut(path);
  cpSync(source, copy, { recursive: true, preserveTimestamps: true, filter });
  for (const [path, text] of edited) {
    const to = join(copy, relative(source, path));
    if (!existsSync(to) || readFileSync(to, 'utf8') !== text) writeFileSync(to, text);
  }
}

function noSuchText(path: string, from: string, next: string): PitwallError {
  return new PitwallError({
    what: 'The source differs from the one that the edits were written for',
    where: path,
    expected: from.trim(),
    seen: 'no such text',
    next,
  });
}
