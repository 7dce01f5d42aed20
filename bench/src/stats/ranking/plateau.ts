/** A field that stops at one throughput has been stopped by something else than itself. */
interface Plateau {
  ids: string[];
  low: number;
  high: number;
}

/** How close the figures at the top lie, … */
const PLATEAU_WIDTH = 0.02;
/** … how many they are at least, and which share of all. */
const PLATEAU_TARGETS = 5;
const PLATEAU_SHARE = 1 / 3;

/**
 * The targets at the top of a table whose throughputs lie within PLATEAU_WIDTH of the best, where they are too many for
 * chance: what they share is then most likely the loader's limit or the network's, and not theirs.
 *
 * @param figures throughput of each target, above 0
 * @returns `null` where the top is no plateau
 */
export function plateau(figures: readonly { id: string; value: number }[]): Plateau | null {
  const sorted = [...figures].sort((a, b) => b.value - a.value);
  const best = sorted[0]?.value ?? 0;
  const near = sorted.filter(({ value }) => value >= best * (1 - PLATEAU_WIDTH));
  if (near.length < PLATEAU_TARGETS || near.length < figures.length * PLATEAU_SHARE) return null;
  return { ids: near.map(({ id }) => id), low: near.at(-1)?.value ?? best, high: best };
}
