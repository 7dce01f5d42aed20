import { countsRequests } from '../../catalog/targets.ts';
import {
  columnsOfBlock,
  type FittedMetricId,
  fittedMetrics,
  hasRate,
  invalidatingMarks,
  type MarkCode,
  type MeasuredColumnName,
  type MissingReason,
  metricOfColumns,
  RATE_REACHED_RATIO,
} from '../../model/index.ts';
import { additiveFit, median } from '../../stats/index.ts';
import { histogramQuantiles, mergedHistograms } from '../../stats/latency-histogram.ts';
import {
  type BlockValues,
  type FoundMark,
  hasEnoughSamples,
  missingIn,
  type SliceValues,
  stolenRatio,
  valuesOf,
} from '../slice/figures.ts';
import { type BlockCell, hasCountedConnections, type Slice } from './block-cells.ts';
import { tableKey } from './cycle-order.ts';

/** The figures of one cell in one block. */
export interface BlockFigures {
  values: BlockValues;
  missing: Partial<Record<MeasuredColumnName, MissingReason>>;
  marks: FoundMark[];
  latencyHistogram: string | null;
  loaderCommand: readonly string[];
}

/** A warning counts for the cell if more than this share of its slices have it; fewer may be chance. */
const MARKED_SHARE = 1 / 3;
/** Share of its planned slices that a cell needs. */
const LEAST_SLICES_SHARE = 1 / 2;

/**
 * Computes the figures of every cell of a block. Levels are fitted to all slices of a table, by target and
 * cycle. A cell without figures gets its reason in `failure`.
 */
export function blockFigures(cells: readonly BlockCell[]): Map<BlockCell, BlockFigures> {
  const tables = new Map<string, BlockCell[]>();
  for (const cell of cells) {
    const key = tableKey(cell.cell);
    tables.set(key, [...(tables.get(key) ?? []), cell]);
  }
  return new Map([...tables.values()].flatMap((table) => [...tableFigures(table)]));
}

function tableFigures(table: readonly BlockCell[]): Map<BlockCell, BlockFigures> {
  for (const cell of table) {
    const kept = keptOf(cell).length;
    if (cell.failure === null && kept < Math.max(1, cell.planned * LEAST_SLICES_SHARE)) {
      cell.failure = `only ${kept} slices of ${cell.planned} gave a figure`;
    }
  }
  const measured = table.filter(({ failure }) => failure === null);
  const levels = fittedMetrics.map((metric) => ({
    metric,
    byCell: fitted(measured, ({ figures }) => metricOfColumns(valuesOf(figures.observed), metric)),
  }));
  return new Map(
    measured.map((cell) => {
      const own = levels.map(({ metric, byCell }) => [metric, byCell.get(cell) ?? null]);
      return [cell, cellFigures(cell, Object.fromEntries(own) as Levels)];
    }),
  );
}

function keptOf({ slices }: Pick<BlockCell, 'slices'>): Slice[] {
  return slices.filter(({ kept }) => kept);
}

/**
 * Returns each cell's figure in a typical cycle of the block: its level in an additive model of target and
 * cycle on logarithms.
 */
function fitted(
  table: readonly BlockCell[],
  figureOf: (slice: Slice) => number | null,
): Map<BlockCell, number> {
  const entries = table.flatMap((cell) =>
    keptOf(cell).flatMap((slice) => {
      const figure = figureOf(slice);
      return figure === null || !(figure > 0)
        ? []
        : [{ row: cell, column: slice.cycle, value: Math.log(figure) }];
    }),
  );
  const { rows } = additiveFit(entries);
  return new Map([...rows].map(([cell, level]) => [cell, Math.exp(level)]));
}

type Levels = Pick<BlockValues, FittedMetricId>;

function cellFigures(cell: BlockCell, levels: Levels): BlockFigures {
  const slices = keptOf(cell);
  const each = slices.map(({ figures }) => valuesOf(figures.observed));
  const histograms = slices.flatMap(({ figures }) => figures.observed.outcome.report.latencyHistogram ?? []);
  const latencyHistogram = histograms.length === slices.length ? mergedHistograms(histograms) : null;
  const values: BlockValues = {
    ...columnsOfBlock('sum', (name) => sum(each, name)),
    ...columnsOfBlock('highest', (name) => highest(each, name)),
    ...latencies(each, latencyHistogram),
    stolenRatio: stolenOver(slices),
    warmupSlices: cell.warmupSlices,
    ...levels,
  };
  const { cell: planned } = cell;
  const facts = {
    counts: countsRequests(planned.targetVariant),
    hasDatabase: planned.scenario.database !== null,
  };
  return {
    values,
    missing: missingIn(values, facts),
    marks: [...sliceMarks(slices), ...rateMark(cell, values), ...cell.marks],
    latencyHistogram,
    loaderCommand: slices[0]?.figures.observed.outcome.command ?? [planned.shape.loader],
  };
}

/** Returns `null` if one slice has no value: the sum of the others would be too small. */
function sum(each: readonly SliceValues[], name: keyof SliceValues): number | null {
  const known = each.map((values) => values[name]).filter((value) => value !== null);
  return known.length < each.length ? null : known.reduce((total, value) => total + value, 0);
}

function highest(each: readonly SliceValues[], name: keyof SliceValues): number | null {
  const known = each.map((values) => values[name]).filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

const PERCENTILES = {
  latencyP50Seconds: 0.5,
  latencyP90Seconds: 0.9,
  latencyP99Seconds: 0.99,
  latencyP999Seconds: 0.999,
};

type Latencies = Pick<SliceValues, 'latencyMeanSeconds' | keyof typeof PERCENTILES>;

/**
 * Computes percentiles of all requests together if the loader reports their latencies. Otherwise takes the
 * median of the slices' percentiles, if all slices together have enough samples.
 */
function latencies(each: readonly SliceValues[], histogram: string | null): Latencies {
  const requests = each.reduce((sum, values) => sum + (values.requests ?? 0), 0);
  const merged = histogram === null ? null : histogramQuantiles(histogram, Object.values(PERCENTILES));
  const most = highest(each, 'latencyMaxSeconds');
  const percentile = (name: keyof typeof PERCENTILES): number | null => {
    if (!hasEnoughSamples(name, requests, histogram)) return null;
    if (merged !== null) {
      const value = merged[Object.keys(PERCENTILES).indexOf(name)];
      // A histogram gives the end of a bucket, which may lie beyond the longest latency.
      return value === undefined ? null : Math.min(value, most ?? value);
    }
    return middle(each.map((values) => values[name]));
  };
  const weighed = each.map((values) =>
    values.latencyMeanSeconds === null ? null : values.latencyMeanSeconds * (values.requests ?? 0),
  );
  return {
    latencyMeanSeconds:
      weighed.includes(null) || requests === 0
        ? null
        : weighed.reduce<number>((sum, value) => sum + (value ?? 0), 0) / requests,
    latencyP50Seconds: percentile('latencyP50Seconds'),
    latencyP90Seconds: percentile('latencyP90Seconds'),
    latencyP99Seconds: percentile('latencyP99Seconds'),
    latencyP999Seconds: percentile('latencyP999Seconds'),
  };
}

function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length && known.length > 0 ? median(known) : null;
}

function stolenOver(slices: readonly Slice[]): number | null {
  const known = slices.flatMap(({ figures: { observed } }) => {
    const ratio = stolenRatio(observed.before.times, observed.after.times, observed.processors);
    return ratio === null ? [] : [{ ratio, seconds: observed.outcome.seconds }];
  });
  const total = known.reduce((sum, { seconds }) => sum + seconds, 0);
  return total > 0 ? known.reduce((sum, { ratio, seconds }) => sum + ratio * seconds, 0) / total : null;
}

/** Keeps an invalidating mark of any slice, and a warning only if more than a few slices have it. */
function sliceMarks(slices: readonly Slice[]): FoundMark[] {
  const byCode = new Map<MarkCode, string[]>();
  for (const { figures } of slices) {
    // Server and loader may both be disturbed: that is one slice all the same.
    for (const [code, [mark]] of Map.groupBy(figures.marks, (mark) => mark.code))
      if (mark) byCode.set(code, [...(byCode.get(code) ?? []), mark.detail]);
  }
  return [...byCode].flatMap(([code, details]) => {
    if (code === 'rate-not-reached') return [];
    const checked =
      code === 'connections-missing' ? slices.filter(hasCountedConnections).length : slices.length;
    const few = details.length <= checked * MARKED_SHARE;
    if (few && !invalidatingMarks.includes(code)) return [];
    const where = checked === 1 ? '' : `in ${details.length} of ${checked} slices: `;
    return [{ code, detail: `${where}${details[0]}` }];
  });
}

/** Judges the rate of all slices together, because one second may begin a little late. */
function rateMark(
  { cell, ratePerSecond }: BlockCell,
  { requests, durationSeconds }: BlockValues,
): FoundMark[] {
  if (!hasRate(cell.shape) || ratePerSecond === null || !requests || !durationSeconds) return [];
  const reached = requests / durationSeconds / ratePerSecond;
  if (reached >= RATE_REACHED_RATIO) return [];
  const percent = `${(reached * 100).toFixed(0)} %`;
  return [{ code: 'rate-not-reached', detail: `${percent} of ${ratePerSecond} requests/s` }];
}
