import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_SOURCE_BYTES, MOST_SOURCE_FILES, MOST_SOURCES_BYTES, type SourceFile } from '../model/index.ts';
import { isCounted, LEFT_OUT } from './lines-of-code.ts';

/** Files that tools write. They are the largest of a target, and no part of its code. */
const LOCK_FILES = new Set([
  'Cargo.lock',
  'Gemfile.lock',
  'go.sum',
  'package-lock.json',
  'packages.lock.json',
  'requirements.txt',
]);
/** Build descriptions belong to the ecosystem, but a reader wants to see them. */
const SHOWN_ALL_THE_SAME = new Set(['mix.exs', 'pom.xml']);

/**
 * Reads the files of a target's folder for readers: source first, then what it is built with. Neither builds
 * nor links are followed, and what is long, binary or a lock file is only named.
 *
 * @param folder absolute path of the target
 * @returns at most `MOST_SOURCE_FILES` files with at most `MOST_SOURCES_BYTES` of text
 */
export function sourceFiles(folder: string): SourceFile[] {
  const files = filesBelow(folder, '').sort(
    (a, b) => Number(isCounted(b.path)) - Number(isCounted(a.path)) || (a.path < b.path ? -1 : 1),
  );
  let shown = 0;
  return files.slice(0, MOST_SOURCE_FILES).map(({ path, sizeBytes }): SourceFile => {
    const without = (leftOut: NonNullable<SourceFile['leftOut']>): SourceFile => ({
      path,
      sizeBytes,
      text: null,
      leftOut,
    });
    if (LOCK_FILES.has(path.split('/').at(-1) ?? '')) return without('lock-file');
    if (sizeBytes > MOST_SOURCE_BYTES) return without('too-large');
    if (shown + sizeBytes > MOST_SOURCES_BYTES) return without('enough');
    const text = textOf(readFileSync(join(folder, path)));
    if (text === null) return without('not-text');
    shown += sizeBytes;
    return { path, sizeBytes, text, leftOut: null };
  });
}

function filesBelow(folder: string, below: string): { path: string; sizeBytes: number }[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    if (name.startsWith('.') || (LEFT_OUT.has(name) && !SHOWN_ALL_THE_SAME.has(name))) return [];
    const path = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(join(folder, path));
    if (stat.isDirectory()) return filesBelow(folder, path);
    return stat.isFile() ? [{ path, sizeBytes: stat.size }] : [];
  });
}

/**
 * Returns the text of a file; `null` if it is not UTF-8, or holds characters that make a text look like
 * another one (control characters, changes of direction).
 */
function textOf(content: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
