import { CHANGE_POINT_DEFAULTS, type FindSplit, type Split, strongestSplit } from '../../stats/index.ts';
import type { Cache } from './cache.ts';
import { inThreads } from './threads.ts';
import { type KeyedSplit, splitKey } from './worker.ts';

/** Starting threads costs more than searching a few series. */
const FEWEST = 50;
/** Series in one task: enough that messages cost nothing beside the search. */
const BATCH = 20;

/**
 * The strongest split of every series that publish has searched, by the digest of its values. A new run adds a
 * point to the series of its targets and leaves all others unchanged. A cached split equals that of a fresh
 * search.
 */
export class CachedSplits {
  readonly #cache: Cache;
  readonly #known: Map<string, Split | null>;
  readonly #used = new Map<string, Split | null>();

  constructor(cache: Cache) {
    this.#cache = cache;
    this.#known = new Map(cache.get<KeyedSplit[]>('splits', [], () => []));
  }

  readonly find: FindSplit = (values, settings) => {
    const key = splitKey(values, settings);
    const known = this.#known.get(key);
    const split = known === undefined ? strongestSplit(values, settings) : known;
    this.#known.set(key, split);
    this.#used.set(key, split);
    return split;
  };

  /** Searches uncached series on all processors, so that `find` has them and their parts. */
  async search(series: readonly (readonly number[])[]): Promise<void> {
    const unknown = series.filter((values) => !this.#known.has(splitKey(values, CHANGE_POINT_DEFAULTS)));
    if (unknown.length < FEWEST) return;
    const batches = Array.from({ length: Math.ceil(unknown.length / BATCH) }, (_, at) =>
      unknown.slice(at * BATCH, (at + 1) * BATCH),
    );
    await inThreads('searchSplits', batches, (splits) => {
      for (const [key, split] of splits) this.#known.set(key, split);
    });
  }

  /** Writes only the splits that were used. */
  save(): void {
    this.#cache.put('splits', [], [...this.#used]);
  }
}
