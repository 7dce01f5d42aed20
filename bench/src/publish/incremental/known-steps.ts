import { createHash } from 'node:crypto';
import { CHANGE_POINT_DEFAULTS, type FindStep, type Step, strongestStep } from '../../stats/index.ts';
import { inThreads } from '../../util/thread-pool.ts';
import type { Cache } from './cache.ts';

/** Starting threads costs more than searching a few series. */
const FEWEST = 50;
/** Series a thread is given at once: enough that messages cost nothing beside the search. */
const BATCH = 20;

export type KnownStep = readonly [key: string, step: Step | null];

/**
 * The strongest step of every series that publish has looked at, by the digest of its values: a new run adds a point
 * to the series of its targets, all others are as they were. Whoever finds by it finds what a search would.
 */
export class KnownSteps {
  readonly #cache: Cache;
  readonly #known: Map<string, Step | null>;
  readonly #used = new Map<string, Step | null>();

  constructor(cache: Cache) {
    this.#cache = cache;
    this.#known = new Map(cache.get<KnownStep[]>('steps', [], () => []));
  }

  readonly find: FindStep = (values, settings) => {
    const key = keyOf(values, settings);
    const known = this.#known.get(key);
    const step = known === undefined ? strongestStep(values, settings) : known;
    this.#known.set(key, step);
    this.#used.set(key, step);
    return step;
  };

  /** Searches series that are not known on all processors, so that `find` knows them, and their parts. */
  async foresee(series: readonly (readonly number[])[]): Promise<void> {
    const unknown = series.filter((values) => !this.#known.has(keyOf(values, CHANGE_POINT_DEFAULTS)));
    if (unknown.length < FEWEST) return;
    const batches = Array.from({ length: Math.ceil(unknown.length / BATCH) }, (_, at) =>
      unknown.slice(at * BATCH, (at + 1) * BATCH),
    );
    const script = new URL('./steps-worker.ts', import.meta.url);
    await inThreads(script, null, batches, (steps: KnownStep[]) => {
      for (const [key, step] of steps) this.#known.set(key, step);
    });
  }

  /** Remembers what was asked for, and nothing else. */
  save(): void {
    this.#cache.put('steps', [], [...this.#used]);
  }
}

/** Of everything that the step follows from, but the code. */
export function keyOf(values: readonly number[], settings: Parameters<FindStep>[1]): string {
  const { falseDiscoveryRate, permutations, seed } = settings;
  return createHash('sha256')
    .update(Float64Array.of(falseDiscoveryRate, permutations, seed, ...values))
    .digest('base64url')
    .slice(0, 27);
}
