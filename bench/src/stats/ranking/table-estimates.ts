import type { Estimate } from '../../model/index.ts';
import { estimate, ORDER_STATISTIC_VALUES } from '../estimate.ts';
import { CONFIDENCE, mean, standardDeviation } from '../moments.ts';
import { tQuantile } from '../student-t.ts';
import { type BlockVariance, sharedSpread } from './moderated-variance.ts';

/**
 * Computes the median of each row of a table with its 95 % interval.
 *
 * Two to five values estimate their spread poorly: of two that happen to be close, the t interval of the row alone
 * would claim 0.8 %, of two that are not, 37 %, for one and the same server. The interval is therefore the t interval
 * of the logarithms with the spread that all rows of the table show together, which also decides their order.
 * From six values on it comes from order statistics, as `estimate` has it. Zero and negative values have no
 * logarithm, and stay with `estimate` too.
 *
 * A row that is levelled among k rows took part in the level of each block, so its values lie closer to each other than
 * they would by themselves: their variance is k − 1 of k parts, and of two rows half. The interval makes up for it.
 *
 * @param figures of each row, by block
 * @param typical rows whose spread predicts that of the others; a row that is not ranked may be erratic
 * @param levelledBy number of these rows that told the levels of the blocks; 0 if the figures are as measured
 * @param scatter variance of a block's logarithm that the scatter of slices explains, of the rows where it is known
 * @returns no estimate for a row without a figure
 */
export function tableEstimates(
  figures: ReadonlyMap<string, ReadonlyMap<number, number>>,
  typical: ReadonlySet<string>,
  levelledBy = 0,
  scatter: ReadonlyMap<string, number> = new Map(),
): Map<string, Estimate> {
  const rows = [...figures].flatMap(([id, byBlock]) => {
    const values = [...byBlock.values()];
    const narrowed = typical.has(id) && levelledBy > 1 ? Math.sqrt((levelledBy - 1) / levelledBy) : 1;
    return values.length === 0
      ? []
      : [{ id, values, logs: values.map(Math.log), narrowed, scatter: scatter.get(id) }];
  });
  const sharing = rows.filter(({ id, logs }) => typical.has(id) && logs.every(Number.isFinite));
  const spreadOf = sharedSpread(sharing.map(varianceOf), sharing.length);
  return new Map(
    rows.map((row) => {
      const own = estimate(row.values);
      if (!row.logs.every(Number.isFinite)) return [row.id, own];
      const isFew = own.count >= 2 && own.count < ORDER_STATISTIC_VALUES;
      if (!isFew) return [row.id, widened(own, 1 / row.narrowed)];
      const { error, degrees } = spreadOf(varianceOf(row));
      if (error === null) return [row.id, own];
      const halfWidth = tQuantile((1 + CONFIDENCE) / 2, degrees) * error;
      const centre = mean(row.logs);
      return [row.id, { ...own, low: Math.exp(centre - halfWidth), high: Math.exp(centre + halfWidth) }];
    }),
  );
}

/** Moves the ends of an interval away from its median, in proportion on logarithms. */
function widened({ median, low, high, count }: Estimate, factor: number): Estimate {
  const moved = (end: number | null): number | null =>
    end === null ? null : factor === 1 ? end : median * (end / median) ** factor;
  return { median, low: moved(low), high: moved(high), count };
}

interface Row {
  logs: readonly number[];
  /** What levelling left of the standard deviation. */
  narrowed: number;
  scatter: number | undefined;
}

function varianceOf({ logs, narrowed, scatter }: Row): BlockVariance {
  const deviation = logs.length < 2 ? 0 : standardDeviation(logs) / narrowed;
  return { variance: deviation ** 2, blocks: logs.length, scatter };
}
