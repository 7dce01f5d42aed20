import { createHash } from 'node:crypto';
import { type BigIntStats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownDigests } from '../../results/read-results.ts';
import type { Cache } from './cache.ts';

/** By the folder of a run: what its files looked like, and the digest of their bytes. */
type Seen = Record<string, { looks: string; digest: string }>;

/** A file as young as this may be written again without looking any different. */
const YOUNG_MILLISECONDS = 2_000;

/**
 * Digests of runs whose files look as they did at the last publish: size, inode, times of change. Reading years of
 * results only to find that they are the same takes longer than anything else then.
 */
export class SeenRuns implements KnownDigests {
  readonly #cache: Cache;
  readonly #before: Seen;
  readonly #now: Seen = {};

  constructor(cache: Cache) {
    this.#cache = cache;
    this.#before = cache.get<Seen>('seen', [], () => ({}));
  }

  /** The digest of the run in this folder, by `read` where its files do not look as they did. */
  digest(folder: string, path: string, files: readonly string[], read: () => string): string {
    const stats = files.map((name) => statSync(join(path, name), { bigint: true }));
    const looks = looksOf(files, stats);
    const before = this.#before[folder];
    const digest = before?.looks === looks ? before.digest : read();
    if (stats.every(isSettled)) this.#now[folder] = { looks, digest };
    return digest;
  }

  save(): void {
    this.#cache.put('seen', [], this.#now);
  }
}

function looksOf(files: readonly string[], stats: readonly BigIntStats[]): string {
  const hash = createHash('sha256');
  stats.forEach(({ size, ino, mtimeNs, ctimeNs }, at) => {
    hash.update(`${files[at]} ${size} ${ino} ${mtimeNs} ${ctimeNs}\n`);
  });
  return hash.digest('base64url');
}

function isSettled({ mtimeMs, ctimeMs }: BigIntStats): boolean {
  return Date.now() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs) > YOUNG_MILLISECONDS;
}
