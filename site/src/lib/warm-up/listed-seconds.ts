/**
 * Picks the seconds that a curve's table shows: every second at first, where most happens, then ever fewer.
 */
export function listedSeconds(seconds: number): number[] {
  const listed = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 450, 600];
  return [...listed.filter((second) => second < seconds), ...(seconds > 0 ? [seconds] : [])];
}
