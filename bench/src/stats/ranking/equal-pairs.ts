/**
 * Returns an upper bound of the number of pairs that can be equal at once, given those that are proven to differ
 * (Shaffer, "Modified sequentially rejective multiple test procedures", 1986).
 *
 * Equality is transitive: targets that are equal form groups, and no pair within a group is proven. If a is proven
 * better than c, b cannot equal both. A target's group is no larger than the largest set around it without a proven
 * pair. Finding that set is hard in general, so it is bounded by a colouring: targets of such a set differ in colour,
 * so it has no more members than there are colours. In the order of their levels, colours are as few as can be if
 * targets that are not proven to differ have intervals that overlap, and close to it otherwise.
 *
 * @param targets number of targets, in the order of their levels
 * @param differs whether two of them, by their places in that order, are proven to differ
 */
export function mostEqualPairs(targets: number, differs: (one: number, other: number) => boolean): number {
  const places = Array.from({ length: targets }, (_, place) => place);
  const others = places.map((place) => {
    const near = places.filter((other) => other !== place && !differs(place, other));
    return coloursOf(near, differs);
  });
  // Each pair of a group is counted at both of its ends.
  return Math.floor(others.reduce((sum, colours) => sum + colours, 0) / 2);
}

/** Gives each place the first colour in which every place differs from it, and returns the number of colours. */
function coloursOf(places: readonly number[], differs: (one: number, other: number) => boolean): number {
  const colours: number[][] = [];
  for (const place of places) {
    const free = colours.find((own) => own.every((other) => differs(place, other)));
    if (free) free.push(place);
    else colours.push([place]);
  }
  return colours.length;
}
