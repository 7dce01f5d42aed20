/**
 * Returns how many letters have to be changed, added, left out or swapped with their neighbour (optimal string
 * alignment), used to suggest the name that was probably meant.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current[j] = Math.min(substitution, swap, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

const MOST_NAME_CHARACTERS = 200;

/** Returns up to `most` candidates close to `name`, best first; none if all are too different. */
export function nearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  // The distance takes time in proportion to both lengths, and no name is a megabyte long.
  if (name.length > MOST_NAME_CHARACTERS) return [];
  // An empty name is close to every short one.
  if (name === '') return [];
  const limit = Math.max(2, Math.floor(name.length / 3));
  return [...candidates]
    .map((candidate) => ({ candidate, distance: distanceTo(name, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Treats a name without its folder (`gin` for `go/gin`) or group (`plan` for `ci plan`) as close. */
function distanceTo(name: string, candidate: string): number {
  const parts = candidate.split(/[/: ]/);
  return Math.min(editDistance(name, candidate), ...parts.map((part) => editDistance(name, part) + 1));
}
