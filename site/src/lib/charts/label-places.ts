/** Pixels of a picture: x to the right, y downwards. */
interface PlacedPoint {
  x: number;
  y: number;
  /** Width of its label. */
  width: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Distances from a point at which its label is tried, the nearest first. */
const DISTANCES = [7, 14, 24, 36, 50, 68, 90, 120];
/** Directions in which it is tried: beside, above, below, then between. */
const DIRECTIONS = [0, 180, 270, 90, 330, 210, 30, 150, 300, 240, 60, 120];
/** Room around a label and around a point. */
const GAP = 2;
const POINT = 5;

/**
 * Finds a place for the label of each point, so that none overlaps another, a point or the edge. Points in a
 * crowd choose first.
 *
 * @param height height of every label
 * @returns one box per point, in the order given; `null` where there is no room
 */
export function labelPlaces(points: readonly PlacedPoint[], height: number, area: Box): (Box | null)[] {
  const places: (Box | null)[] = points.map(() => null);
  const taken: Box[] = points.map(({ x, y }) => ({
    left: x - POINT,
    right: x + POINT,
    top: y - POINT,
    bottom: y + POINT,
  }));
  const crowd = points.map(
    ({ x, y }) => points.filter((other) => Math.hypot(other.x - x, other.y - y) < 60).length,
  );
  const order = points.map((_, index) => index).sort((a, b) => (crowd[b] ?? 0) - (crowd[a] ?? 0) || a - b);
  for (const index of order) {
    const box = firstFree(points[index] as PlacedPoint, height, area, taken);
    places[index] = box;
    if (box) taken.push(box);
  }
  return places;
}

function firstFree(
  { x, y, width }: PlacedPoint,
  height: number,
  area: Box,
  taken: readonly Box[],
): Box | null {
  for (const distance of DISTANCES) {
    for (const degrees of DIRECTIONS) {
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      // The nearest edge of the label is that far away, whatever its width.
      const middle = { x: x + cos * (distance + width / 2), y: y + sin * (distance + height / 2) };
      const box: Box = {
        left: middle.x - width / 2,
        right: middle.x + width / 2,
        top: middle.y - height / 2,
        bottom: middle.y + height / 2,
      };
      const inside =
        box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;
      if (inside && !taken.some((other) => overlap(box, other))) return box;
    }
  }
  return null;
}

/** Whether two boxes are nearer to each other than the gap. */
export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + GAP && b.top < a.bottom + GAP;
}
