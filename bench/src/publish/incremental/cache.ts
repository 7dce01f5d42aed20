import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Documents that an earlier publish made, each by its kind and the digests of its inputs. A document is found
 * only while both the results and the code that reduces them are unchanged, so it is not validated again.
 */
export class Cache {
  readonly #folder: string | null;
  readonly #code: string;
  readonly #used = new Set<string>();

  /** @param folder `null` for a cache that holds nothing */
  constructor(folder: string | null) {
    this.#folder = folder;
    this.#code = folder === null ? '' : codeDigest();
    if (folder !== null) mkdirSync(folder, { recursive: true });
  }

  get isOn(): boolean {
    return this.#folder !== null;
  }

  /** Returns the document of this kind for these digests, and makes it if there is none. */
  get<Document>(kind: string, digests: readonly string[], make: () => Document): Document {
    return this.find<Document>(kind, digests) ?? this.put(kind, digests, make());
  }

  /** Like `get`, for a document that is passed on unparsed: one line of JSON. */
  getLine(kind: string, digests: readonly string[], make: () => object): string {
    const known = this.#read(kind, digests);
    if (known !== null) return known;
    const line = `${JSON.stringify(make())}\n`;
    this.putLine(kind, digests, line);
    return line;
  }

  find<Document>(kind: string, digests: readonly string[]): Document | null {
    const line = this.#read(kind, digests);
    return line === null ? null : (JSON.parse(line) as Document);
  }

  put<Document>(kind: string, digests: readonly string[], document: Document): Document {
    if (this.isOn) this.putLine(kind, digests, `${JSON.stringify(document)}\n`);
    return document;
  }

  putLine(kind: string, digests: readonly string[], line: string): void {
    if (this.#folder === null) return;
    const path = this.#path(this.#folder, kind, digests);
    // No flush: a crash may cut a file short, but a file without its end is made again.
    writeFileSync(`${path}.${process.pid}.part`, line);
    renameSync(`${path}.${process.pid}.part`, path);
  }

  /**
   * True if there is a document, which may yet turn out to be cut short. Counts as a use, whether it is read
   * or not.
   */
  has(kind: string, digests: readonly string[]): boolean {
    return this.#folder !== null && existsSync(this.#path(this.#folder, kind, digests));
  }

  /** Removes the documents that this publish did not use. */
  prune(): void {
    if (this.#folder === null) return;
    for (const name of readdirSync(this.#folder)) {
      if (!this.#used.has(name)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #read(kind: string, digests: readonly string[]): string | null {
    if (this.#folder === null) return null;
    try {
      const line = readFileSync(this.#path(this.#folder, kind, digests), 'utf8');
      return line.endsWith('\n') ? line : null;
    } catch {
      return null;
    }
  }

  #path(folder: string, kind: string, digests: readonly string[]): string {
    const key = createHash('sha256')
      .update([this.#code, kind, ...digests].join('\n'))
      .digest('hex');
    const name = `${kind}-${key.slice(0, 40)}.json`;
    this.#used.add(name);
    return join(folder, name);
  }
}

/** Folders of the sources that what is made from a result depends on. */
export const CACHED_CODE = [
  'analysis',
  'machine',
  'model',
  'publish',
  'results',
  'scenarios',
  'stats',
  'util',
  'words',
];

/** Digest of every source file that affects what is made from a result. */
function codeDigest(): string {
  const source = join(import.meta.dirname, '../..');
  const hash = createHash('sha256');
  for (const file of globSync(`{${CACHED_CODE.join()}}/**/*.ts`, { cwd: source }).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(source, file)));
  }
  return hash.digest('hex');
}
