import type { RunFigures } from '../../analysis/history.ts';
import type { TrendData } from '../../model/index.ts';
import { historyOrder, trendData } from '../data/trend-data.ts';
import type { Cache } from './cache.ts';
import type { KnownRun } from './reduced-run.ts';

/** With more new runs than this since the last publish, the history is built from scratch. */
const MOST_NEW = 32;

/**
 * The trends of a machine, without change points. A history that has only grown since the last publish is
 * extended, so that one more run does not mean reading the figures of a thousand.
 */
export function cachedTrends(
  machine: string,
  runs: readonly KnownRun[],
  figuresOf: (run: KnownRun) => RunFigures,
  cache: Cache,
): TrendData[] {
  const inOrder = historyOrder(runs);
  const digestsOf = (count: number): string[] => [
    machine,
    ...inOrder.slice(0, count).map(({ digest }) => digest),
  ];
  const all = inOrder.length;
  const known = cache.find<TrendData[]>('trends', digestsOf(all));
  if (known !== null) return known;
  let [begun, from]: [TrendData[], number] = [[], 0];
  for (let count = all - 1; cache.isOn && count > 0 && count >= all - MOST_NEW; count--) {
    const before = cache.find<TrendData[]>('trends', digestsOf(count));
    if (before === null) continue;
    [begun, from] = [before, count];
    break;
  }
  return cache.put('trends', digestsOf(all), trendData(machine, inOrder.slice(from), figuresOf, begun));
}
