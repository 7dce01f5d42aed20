import { type Random, seededRandom } from '../util/random.ts';

/** Random orders for one seed and number of blocks, each drawn once. */
interface BlockOrders {
  /** Returns the order at this index. Call with consecutive indices, from 0. */
  at(place: number): Uint32Array;
}

/** Numbers cached over all orders: 32 MB, enough for ten or more usual lengths of series. */
const MOST_KEPT = 8e6;
const known = new Map<string, DrawnOrders>();

/**
 * Random permutations of this many blocks. They depend on the seed and the number alone, so series of equal
 * length share them; the least recently used are dropped first.
 */
export function blockOrders(seed: number, blocks: number): BlockOrders {
  const key = `${seed} ${blocks}`;
  const orders = known.get(key) ?? new DrawnOrders(seed, blocks);
  known.delete(key);
  let kept = [...known.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [oldest, { size }] of known) {
    if (kept <= MOST_KEPT) break;
    known.delete(oldest);
    kept -= size;
  }
  known.set(key, orders);
  return orders;
}

class DrawnOrders implements BlockOrders {
  readonly #blocks: number;
  readonly #random: Random;
  readonly #drawn: Uint32Array[] = [];

  constructor(seed: number, blocks: number) {
    this.#blocks = blocks;
    this.#random = seededRandom(seed);
  }

  get size(): number {
    return this.#drawn.length * this.#blocks;
  }

  at(place: number): Uint32Array {
    while (this.#drawn.length <= place) this.#drawn.push(this.#draw());
    return this.#drawn[place] as Uint32Array;
  }

  /** Fisher–Yates shuffle, inside-out variant. */
  #draw(): Uint32Array {
    const order = new Uint32Array(this.#blocks);
    for (let block = 0; block < this.#blocks; block++) {
      const other = this.#random.below(block + 1);
      order[block] = order[other] as number;
      order[other] = block;
    }
    return order;
  }
}
