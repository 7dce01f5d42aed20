import type { Metric } from '@pitwall/bench/model';
import type { Formats } from '@pitwall/bench/words';

type Direction = Metric['direction'];

/** After ÷ before of the figure itself, of a ratio that says how many times worse it is. */
export function movedBy(cost: number, direction: Direction): number {
  return direction === 'higher' ? 1 / cost : cost;
}

/** `−14 % … −10 %`: the interval of such a ratio as that of the figure, the lower end first. */
export function movedWithin(
  { low, high }: { low: number; high: number },
  direction: Direction,
  { change }: Pick<Formats, 'change'>,
): string {
  const ends = [low, high].map((end) => movedBy(end, direction)).sort((a, b) => a - b);
  return ends.map(change).join(' … ');
}
