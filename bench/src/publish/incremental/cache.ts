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
 * What was worked out before, by the digest of what it was worked out from. A document is found again only while both
 * the results and the code that reduces them are the same, so it need not be checked a second time.
 */
export class Cache {
  readonly #folder: string | null;
  readonly #code: string;
  readonly #used = new Set<string>();

  /** @param folder `null` for a cache that remembers nothing */
  constructor(folder: string | null) {
    this.#folder = folder;
    this.#code = folder === null ? '' : codeDigest();
    if (folder !== null) mkdirSync(folder, { recursive: true });
  }

  /** The document of this kind that follows from these digests, made where it is not known or cannot be read. */
  get<Document>(kind: string, digests: readonly string[], make: () => Document): Document {
    return this.find<Document>(kind, digests) ?? this.put(kind, digests, make());
  }

  /** As `get`, of a document that is handed on as it is: one line of JSON, its end being how one knows it is whole. */
  getLine(kind: string, digests: readonly string[], make: () => object): string {
    const known = this.#text(kind, digests);
    if (known?.endsWith('\n')) return known;
    const line = `${JSON.stringify(make())}\n`;
    if (this.#folder !== null) this.putText(kind, digests, line);
    return line;
  }

  put<Document>(kind: string, digests: readonly string[], document: Document): Document {
    if (this.#folder !== null) this.putText(kind, digests, JSON.stringify(document));
    return document;
  }

  /** A document that is JSON already. */
  putText(kind: string, digests: readonly string[], text: string): void {
    const path = this.#path(kind, digests);
    // No flush: a file that a crash has cut short is no JSON and is made again.
    writeFileSync(`${path}.${process.pid}.part`, text);
    renameSync(`${path}.${process.pid}.part`, path);
  }

  /** True where there is a document, which may yet turn out to be cut short. */
  has(kind: string, digests: readonly string[]): boolean {
    return this.#folder !== null && existsSync(this.#path(kind, digests));
  }

  get remembers(): boolean {
    return this.#folder !== null;
  }

  /** Removes what this publish had no use for. */
  prune(): void {
    if (this.#folder === null) return;
    for (const name of readdirSync(this.#folder)) {
      if (!this.#used.has(name)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  /** Keeps a document that was not asked for this time. */
  keep(kind: string, digests: readonly string[]): void {
    if (this.#folder !== null) this.#path(kind, digests);
  }

  /** The document of this kind that follows from these digests; `null` where it is not known or cannot be read. */
  find<Document>(kind: string, digests: readonly string[]): Document | null {
    try {
      const text = this.#text(kind, digests);
      return text === null ? null : (JSON.parse(text) as Document);
    } catch {
      return null;
    }
  }

  #text(kind: string, digests: readonly string[]): string | null {
    if (this.#folder === null) return null;
    try {
      return readFileSync(this.#path(kind, digests), 'utf8');
    } catch {
      return null;
    }
  }

  #path(kind: string, digests: readonly string[]): string {
    const key = createHash('sha256')
      .update([this.#code, kind, ...digests].join('\n'))
      .digest('hex');
    const name = `${kind}-${key.slice(0, 40)}.json`;
    this.#used.add(name);
    return join(this.#folder as string, name);
  }
}

/** Of every source that decides what is made of a result. */
function codeDigest(): string {
  const source = join(import.meta.dirname, '../..');
  const hash = createHash('sha256');
  for (const file of globSync('{analysis,catalog,model,publish,results,stats,util}/**/*.ts', {
    cwd: source,
  }).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(source, file)));
  }
  return hash.digest('hex');
}
