import type { CompareData } from '@pitwall/bench/model';
import { pairRows, tally } from './compare-view.ts';

/** How a row stands against a column: in how many figures each is better. */
interface GridCell {
  better: number;
  worse: number;
  /** Net share of the compared figures in which the row is better. */
  share: number;
  tone: 'much-better' | 'better' | 'even' | 'worse' | 'much-worse';
}

export interface GridRow<One> {
  own: One;
  /** One cell for each row, in the same order; `null` where a row meets itself. */
  cells: (GridCell | null)[];
}

/** Net share of the compared figures from which one side is better, and much better. */
const BETTER_SHARE = 0.15;
const MUCH_BETTER_SHARE = 0.6;

/**
 * Every target variant against every other, those first that are better by the largest share: two that share one
 * scenario weigh as much as two that share twelve.
 */
export function compareGrid<One extends { key: string }>(
  variants: readonly One[],
  data: ReadonlyMap<string, CompareData>,
): GridRow<One>[] {
  const cells = new Map<string, GridCell>();
  variants.forEach((first, index) => {
    for (const second of variants.slice(index + 1)) {
      const [a, b] = [data.get(first.key), data.get(second.key)];
      if (a === undefined || b === undefined) continue;
      const counts = tally(pairRows(a, b));
      const compared = counts.first + counts.second + counts.same + counts.open;
      cells.set(`${first.key} ${second.key}`, cellOf(counts.first, counts.second, compared));
      cells.set(`${second.key} ${first.key}`, cellOf(counts.second, counts.first, compared));
    }
  });
  const cell = (row: One, column: One): GridCell | null => cells.get(`${row.key} ${column.key}`) ?? null;
  const lead = (row: One): number =>
    variants.reduce((sum, column) => sum + (cell(row, column)?.share ?? 0), 0);
  const inOrder = variants
    .map((own) => ({ own, lead: lead(own) }))
    .sort((a, b) => b.lead - a.lead)
    .map(({ own }) => own);
  return inOrder.map((own) => ({ own, cells: inOrder.map((column) => cell(own, column)) }));
}

function cellOf(better: number, worse: number, compared: number): GridCell {
  const share = compared === 0 ? 0 : (better - worse) / compared;
  const size = Math.abs(share);
  if (size < BETTER_SHARE) return { better, worse, share, tone: 'even' };
  const much = size >= MUCH_BETTER_SHARE;
  return {
    better,
    worse,
    share,
    tone: share > 0 ? (much ? 'much-better' : 'better') : much ? 'much-worse' : 'worse',
  };
}
