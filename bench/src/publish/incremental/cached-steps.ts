import { CHANGE_POINT_DEFAULTS, type FindStep, type Step, strongestStep } from '../../stats/index.ts';
import type { Cache } from './cache.ts';
import { inThreads } from './threads.ts';
import { type KeyedStep, stepKey } from './worker.ts';

/** Starting threads costs more than searching a few series. */
const FEWEST = 50;
/** Series in one task: enough that messages cost nothing beside the search. */
const BATCH = 20;

/**
 * The strongest step of every series that publish has searched, by the digest of its values. A new run adds a
 * point to the series of its targets and leaves all others unchanged. A cached step equals that of a fresh
 * search.
 */
export class CachedSteps {
  readonly #cache: Cache;
  readonly #known: Map<string, Step | null>;
  readonly #used = new Map<string, Step | null>();

  constructor(cache: Cache) {
    this.#cache = cache;
    this.#known = new Map(cache.get<KeyedStep[]>('steps', [], () => []));
  }

  readonly find: FindStep = (values, settings) => {
    const key = stepKey(values, settings);
    const known = this.#known.get(key);
    const step = known === undefined ? strongestStep(values, settings) : known;
    this.#known.set(key, step);
    this.#used.set(key, step);
    return step;
  };

  /** Searches uncached series on all processors, so that `find` has them and their parts. */
  async search(series: readonly (readonly number[])[]): Promise<void> {
    const unknown = series.filter((values) => !this.#known.has(stepKey(values, CHANGE_POINT_DEFAULTS)));
    if (unknown.length < FEWEST) return;
    const batches = Array.from({ length: Math.ceil(unknown.length / BATCH) }, (_, at) =>
      unknown.slice(at * BATCH, (at + 1) * BATCH),
    );
    await inThreads('searchSteps', batches, (steps) => {
      for (const [key, step] of steps) this.#known.set(key, step);
    });
  }

  /** Writes only the steps that were used. */
  save(): void {
    this.#cache.put('steps', [], [...this.#used]);
  }
}
