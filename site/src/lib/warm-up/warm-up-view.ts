import {
  type Estimate,
  variantKey,
  type WarmUpMetricId,
  type WarmUpRow,
  type WarmUpTable,
} from '@pitwall/bench/model';
import { type FigureFormat, rankText } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { namesOf } from '../page/names.ts';

/** How many curves a chart overlays. */
export const MOST_CURVES = 6;

interface WarmUpFigure {
  text: string;
  interval: string | null;
  rank: string | null;
}

export interface WarmUpRowView {
  row: WarmUpRow;
  key: string;
  name: string;
  rank: WarmUpRow['figures']['warmupSeconds']['rank'];
  figures: Record<WarmUpMetricId, WarmUpFigure | null>;
  steady: string;
  /** Why the row has no rank; `null` if it has one. */
  unranked: string | null;
  /** SVG path in a picture of 100 × 24: the share of the steady level, by second. */
  line: string;
}

/** Returns the rows of a table as its page shows them. @param least starts that a rank needs */
export function warmUpRows(table: WarmUpTable, messages: Messages, least: number): WarmUpRowView[] {
  const { rows } = table;
  const latency = messages.format.column(
    'seconds',
    rows.flatMap(({ figures }) => figures.warmupWorstLatencySeconds?.estimate.median ?? []),
  );
  const steady = messages.format.column(
    'perSecond',
    rows.map(({ steadyPerSecond }) => steadyPerSecond),
  );
  const whole = wholeNumbers(messages);
  const longest = Math.max(2, ...rows.map(({ curve }) => curve.median.length));
  const names = namesOf(rows);
  return rows.map((row) => ({
    row,
    key: variantKey(row),
    name: names(row),
    rank: row.figures.warmupSeconds.rank,
    figures: {
      warmupSeconds: shown(row.figures.warmupSeconds, whole),
      warmupRequests: shown(row.figures.warmupRequests, whole),
      warmupWorstLatencySeconds: shown(row.figures.warmupWorstLatencySeconds, latency),
    },
    steady: `${steady.figure(single(row.steadyPerSecond))} ${steady.unit}`,
    unranked:
      row.figures.warmupSeconds.rank !== null
        ? null
        : row.notWarm > 0
          ? messages.warmUp.notWarm(row.notWarm, row.starts)
          : row.kind === 'platform' && row.starts >= least
            ? messages.kinds.platform
            : messages.warmUp.fewStarts(least),
    line: sparkline(row, longest),
  }));
}

const single = (median: number): Estimate => ({ median, low: null, high: null, count: 1 });

/** Seconds and requests until a start is warm are counts. */
function wholeNumbers({ format: { plain } }: Messages): FigureFormat {
  const ends = ({ low, high }: Estimate): string | null =>
    low === null || high === null ? null : `${plain(low)} – ${plain(high)}`;
  return {
    unit: '',
    size: 1,
    number: plain,
    figure: ({ median }) => plain(median),
    uncertainty: ends,
    ends,
  };
}

function shown(
  figure: { estimate: Estimate; rank: WarmUpRowView['rank'] } | null,
  format: FigureFormat,
): WarmUpFigure | null {
  if (figure === null) return null;
  const { estimate, rank } = figure;
  return {
    text: `${format.figure(estimate)} ${format.unit}`.trim(),
    interval: saysSomething(estimate) ? format.ends(estimate) : null,
    rank: rank && rankText(rank),
  };
}

/** The interval of two starts may span the times of all targets, and a whole column of it hides the others. */
function saysSomething({ low, high, count }: Estimate): boolean {
  return low !== null && high !== null && low < high && count >= LEAST_COUNT && high / low < MOST_RATIO;
}

const LEAST_COUNT = 3;
const MOST_RATIO = 1_000;

/** Draws a warm-up; after its end, the line continues at the steady level. */
function sparkline({ curve, steadyPerSecond }: WarmUpRow, longest: number): string {
  const y = (share: number): number => Math.round((22 - 20 * Math.min(1.1, share)) * 10) / 10;
  const x = (second: number): number => Math.round((second / (longest - 1)) * 1_000) / 10;
  const points = curve.median.map((value, second) => `${x(second)} ${y(value / steadyPerSecond)}`);
  return `M${points.join('L')}L100 ${y(1)}`;
}

const isRankedAtAll = (rows: readonly WarmUpRow[]): boolean =>
  rows.some(({ figures }) => figures.warmupSeconds.rank !== null);

/** Sums up the table: how many targets are warm at once, and which takes longest. */
export function warmUpSentence({ rows }: WarmUpTable, messages: Messages): string {
  const atOnce = rows.filter(({ figures }) => figures.warmupSeconds.estimate.median <= 1).length;
  const slowest = rows.reduce<WarmUpRow | undefined>(
    (most, row) =>
      most === undefined ||
      row.figures.warmupSeconds.estimate.median > most.figures.warmupSeconds.estimate.median
        ? row
        : most,
    undefined,
  );
  const seconds = slowest?.figures.warmupSeconds.estimate.median ?? 0;
  return messages.warmUp.sentence({
    atOnce,
    among: rows.length,
    // Without ranks, nothing says that it is the slowest.
    slowest: slowest && isRankedAtAll(rows) ? namesOf(rows)(slowest) : null,
    seconds: messages.format.duration(seconds),
  });
}

/** Picks the curves that a page draws first, spaced evenly from the quickest to the slowest. */
export function firstCurves(rows: readonly WarmUpRowView[], count = 5): string[] {
  const bySeconds = [...rows].sort(
    (a, b) => a.row.figures.warmupSeconds.estimate.median - b.row.figures.warmupSeconds.estimate.median,
  );
  const places = Array.from({ length: count }, (_, at) =>
    Math.round((at * (bySeconds.length - 1)) / Math.max(1, count - 1)),
  );
  return [...new Set(places)].flatMap((place) => bySeconds[place]?.key ?? []);
}

/** The curve of one target variant as a picture of 600 × 180. */
interface WarmUpPicture {
  line: string;
  band: string;
  steadyAt: number;
  xs: { at: number; text: string }[];
  ys: { at: number; text: string }[];
  label: string;
}

export const pictureBox = { left: 64, right: 590, top: 10, bottom: 150 } as const;

export function warmUpPicture(row: WarmUpRow, name: string, messages: Messages): WarmUpPicture {
  const { curve, steadyPerSecond } = row;
  const seconds = curve.median.length;
  const { left, right, top, bottom } = pictureBox;
  const most = Math.max(steadyPerSecond, ...curve.high) * 1.04;
  const x = (second: number): number => round(left + ((right - left) * second) / Math.max(1, seconds - 1));
  const y = (value: number): number => round(bottom - ((bottom - top) * value) / most);
  const path = (values: readonly number[]): string =>
    values.map((value, second) => `${x(second)} ${y(value)}`).join('L');
  const back = curve.low.map((value, second) => `${x(second)} ${y(value)}`).reverse();
  const format = messages.format.column('perSecond', [steadyPerSecond]);
  const said = (value: number): string => `${format.figure(single(value))} ${format.unit}`;
  return {
    line: `M${path(curve.median)}`,
    band: `M${path(curve.high)}L${back.join('L')}Z`,
    steadyAt: y(steadyPerSecond),
    xs: labelledSeconds(seconds).map((second) => ({ at: x(second - 1), text: String(second) })),
    ys: [0, 0.5, 1].map((share) => ({
      at: y(share * steadyPerSecond),
      text: format.figure(single(share * steadyPerSecond)),
    })),
    label: messages.warmUp.curveLabel(
      name,
      messages.warmUp.curveSaid({
        first: said(curve.median[0] ?? 0),
        last: said(curve.median.at(-1) ?? 0),
        seconds,
      }),
    ),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns the seconds that an axis labels: the first, the last and a few between. */
export function labelledSeconds(seconds: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((size) => seconds / size <= 7) ?? seconds;
  const between = Array.from({ length: Math.floor(seconds / step) }, (_, at) => (at + 1) * step);
  return [1, ...between.filter((second) => second > Math.max(1, step / 2))];
}
