/** A seeded generator, so that every random choice of a run can be reproduced from its recorded seed. */
export interface Random {
  /** Returns a number, uniform in [0, 1). */
  next(): number;
  /** Returns a draw from the standard normal distribution (Box and Muller 1958). */
  normal(): number;
  /** Returns a whole number, uniform in [0, bound). */
  below(bound: number): number;
  /** Returns a new permutation of `items`. */
  shuffled<T>(items: readonly T[]): T[];
}

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for orders and draws. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const below = (bound: number): number => Math.floor(next() * bound);
  const shuffled = <T>(items: readonly T[]): T[] => {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
    }
    return copy;
  };
  return { next, normal, below, shuffled };
}
