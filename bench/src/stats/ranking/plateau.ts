/** Leading targets that all stop at one throughput: something other than the targets limits them. */
interface Plateau {
  ids: string[];
  low: number;
  high: number;
}

/** Largest distance of a plateau from the best figure, as a share of it. */
const PLATEAU_WIDTH = 0.02;
/** Fewest targets of a plateau, and its smallest share of all targets. */
const PLATEAU_TARGETS = 5;
const PLATEAU_SHARE = 1 / 3;

/**
 * Finds the targets at the top of a table whose throughputs lie within PLATEAU_WIDTH of the best, if they are
 * too many for chance: most likely they share the limit of the loader or the network.
 *
 * @param figures throughput of each target, above 0
 * @returns `null` if the top is not a plateau
 */
export function plateau(figures: readonly { id: string; value: number }[]): Plateau | null {
  const sorted = [...figures].sort((a, b) => b.value - a.value);
  const best = sorted[0]?.value ?? 0;
  const near = sorted.filter(({ value }) => value >= best * (1 - PLATEAU_WIDTH));
  if (near.length < PLATEAU_TARGETS || near.length < figures.length * PLATEAU_SHARE) return null;
  return { ids: near.map(({ id }) => id), low: near.at(-1)?.value ?? best, high: best };
}
