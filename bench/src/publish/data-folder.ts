import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Download } from '../model/index.ts';
import { usageError } from '../util/usage-errors.ts';

/** Marks the folder as written by publish, so that a later publish may replace it. */
export const INDEX_FILE = 'index.json';

/** Writes the site's data into a folder, and lists its downloads. */
export class DataFolder {
  readonly #folder: string;
  readonly downloads: Download[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  async json(path: string, document: unknown): Promise<void> {
    await this.#file(path, `${JSON.stringify(document)}\n`);
  }

  async download(kind: Download['kind'], path: string, content: string): Promise<void> {
    await this.#file(`public/${path}`, content);
    this.downloads.push({ path, kind, sizeBytes: Buffer.byteLength(content) });
  }

  async copy(kind: Download['kind'], path: string, from: string): Promise<void> {
    const to = join(this.#folder, 'public', path);
    await mkdir(dirname(to), { recursive: true });
    await copyFile(from, to);
    this.downloads.push({ path, kind, sizeBytes: (await stat(to)).size });
  }

  async #file(path: string, content: string): Promise<void> {
    const to = join(this.#folder, path);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, content);
  }
}

/** Throws a PitwallError if the folder holds anything else, because publish replaces it as a whole. */
export async function refuseForeign(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => []);
  if (names.length === 0 || names.includes(INDEX_FILE)) return;
  throw usageError({
    what: 'The site data folder holds other files',
    where: folder,
    expected: `no folder, an empty one, or one with the ${INDEX_FILE} of an earlier publish`,
    seen: names.slice(0, 5).join(', '),
    next: 'Choose another folder, or empty this one',
  });
}
