import { type Formats, formatsOf } from '@pitwall/bench/words';
import {
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { ReleaseChart } from '../lib/changes/releases-view.ts';
import { dateTicks } from '../lib/charts/date-ticks.ts';
import { type Box, overlap } from '../lib/charts/label-places.ts';
import { type TooltipWords, valueLine } from '../lib/charts/tooltips.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import { colour } from './colour.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip, Legend);

const LINE_COLOURS = 5;
const MARGIN_SHARE = 0.04;
const DAY_MILLISECONDS = 86_400_000;
/** Narrower charts have room for fewer dates below, and none for names beside the lines. */
const NARROW = 560;
const MOST_DATES = { narrow: 3, wide: 6 };
/** With more releases, versions below the axis are left out; names of steps then have theirs. */
const MOST_VERSIONS = { narrow: 6, wide: 12 };
/** Smaller steps stay without a name: the sentences and the table have them all. */
const MOST_NAMES = { narrow: 5, wide: 20 };
/** Half the width of the cap of an interval, in pixels. */
const CAP = 3;
/** How far points of different scenarios stand apart, so that their intervals do not hide each other. */
const APART = { date: 0.006, version: 0.14 };
const LETTERS = 11;
const ROW_PIXELS = 14;
const POINT_STYLES = ['circle', 'rectRot', 'triangle', 'rect', 'crossRot'] as const;

type Point = { x: number; y: number | null; low: number; high: number };
type Drawn = Chart<'line', Point[]>;

/** Draws what each release costs: lines for each scenario, an interval at each release, proven steps by name. */
export async function drawReleases(element: HTMLElement): Promise<void> {
  const data = JSON.parse(element.dataset.chart ?? '') as ReleaseChart;
  const canvas = element.querySelector('canvas') as HTMLCanvasElement;
  const formats = formatsOf(element.dataset.locale ?? 'en');
  const punctuation = unpackWords<TooltipWords>(element);
  let chart: Drawn | null = null;
  const show = (): void => {
    chart?.destroy();
    chart = new Chart(canvas, configuration(data, formats, punctuation, element.dataset.axis ?? ''));
  };
  document.addEventListener('pitwall-theme', show);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}

function configuration(
  data: ReleaseChart,
  formats: Formats,
  punctuation: TooltipWords,
  axis: string,
): ChartConfiguration<'line', Point[]> {
  const [ink, rule] = [colour('--soft'), colour('--rule')];
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  const lineOf = (index: number): number => data.lines.findLastIndex(({ first }) => first <= index);
  const hasLegend = (width: number): boolean => data.scenarios.length > 1 && width < NARROW;
  return {
    type: 'line',
    data: {
      datasets: data.scenarios.map((label, scenario) => {
        const stroke = colour(`--chart-${(scenario % LINE_COLOURS) + 1}`);
        return {
          label,
          data: pointsOf(data, scenario),
          ...{ borderColor: stroke, backgroundColor: stroke, borderWidth: 1.5 },
          pointStyle: POINT_STYLES[scenario % POINT_STYLES.length] ?? 'circle',
          pointRadius: 4,
          pointHoverRadius: 6,
          // A release without a figure in this scenario does not end its line; the end of a series does.
          spanGaps: true,
          stepped: data.axis === 'date' ? ('before' as const) : false,
          segment: {
            borderColor: ({ p0DataIndex, p1DataIndex }) =>
              lineOf(p0DataIndex) === lineOf(p1DataIndex) ? stroke : 'transparent',
          },
        };
      }),
    },
    plugins: [intervals(), series(data, ink, rule), words(data, ink)],
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      layout: {
        padding: ({ chart }) => ({
          top: data.lines.length > 1 ? ROW_PIXELS + 4 : 4,
          right: data.scenarios.length > 1 && chart.width >= NARROW ? widest(chart.ctx, data) : 4,
        }),
      },
      onResize: ({ options }, { width }) => {
        if (options.plugins?.legend) options.plugins.legend.display = hasLegend(width);
      },
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: data.axis === 'date' ? dateAxis(data, formats, ink, font) : versionAxis(data, ink, font),
        y: {
          // Room for the ends of the intervals and for names.
          ...rangeOf(data),
          // The frozen release costs 1.
          grid: { color: ({ tick }) => (isOne(tick?.value) ? ink : rule) },
          border: { display: false },
          title: { display: true, text: axis, color: ink, font },
          ticks: {
            color: ink,
            font,
            maxTicksLimit: 6,
            // The frozen release itself: 0 %, without a sign.
            callback: (value) => (isOne(Number(value)) ? formats.percent(0) : formats.change(Number(value))),
          },
        },
      },
      plugins: {
        legend: {
          display: hasLegend(window.innerWidth),
          position: 'bottom',
          labels: { color: ink, font, usePointStyle: true, pointStyleWidth: 10, boxHeight: 7 },
        },
        tooltip: {
          callbacks: {
            title: ([item]) => {
              const [time = null, version = ''] = data.points[item?.dataIndex ?? -1] ?? [];
              return time === null
                ? version
                : version + punctuation.comma + formats.day(new Date(time).toISOString());
            },
            label: ({ dataset, raw }) => {
              const { y, low, high } = raw as Point;
              const ends = [formats.change(low), formats.change(high)] as const;
              return valueLine(punctuation, dataset.label ?? '', formats.change(y ?? 1), ends);
            },
          },
        },
      },
    },
  };
}

function isOne(value: number | undefined): boolean {
  return Math.abs((value ?? 0) - 1) < 1e-9;
}

/** The times between which a chart by date lies. */
function timesOf({ points }: ReleaseChart): { earliest: number; latest: number } {
  const times = points.flatMap(([time]) => time ?? []);
  return { earliest: Math.min(...times), latest: Math.max(...times) };
}

/** Where a release stands: at its date, or at its place in the order of versions. */
function pointsOf(data: ReleaseChart, scenario: number): Point[] {
  const { earliest, latest } = timesOf(data);
  const apart = data.axis === 'date' ? (latest - earliest) * APART.date : APART.version;
  const aside = (scenario - (data.scenarios.length - 1) / 2) * apart;
  return data.points.map(([time, , costs], place): Point => {
    const [y, low, high] = costs[scenario] ?? [null, 1, 1];
    return { x: (data.axis === 'date' ? (time ?? 0) : place) + aside, y, low, high };
  });
}

/** Where the mark of the frozen release stands; `null` if it is not drawn. */
function frozenAt({ axis, frozen, points }: ReleaseChart): number | null {
  if (frozen === null) return null;
  return axis === 'version' ? frozen.point : (points[frozen.point]?.[0] ?? null);
}

type XAxis = NonNullable<NonNullable<ChartConfiguration<'line'>['options']>['scales']>[string];
type LabelFont = { family: string; size: number };

function dateAxis(data: ReleaseChart, formats: Formats, ink: string, font: LabelFont): XAxis {
  const { earliest, latest } = timesOf(data);
  const margin = Math.max((latest - earliest) * MARGIN_SHARE, DAY_MILLISECONDS);
  let dates = new Map<number, string>();
  return {
    type: 'linear',
    min: earliest - margin,
    max: latest + margin,
    grid: { display: false },
    border: { color: ink },
    afterBuildTicks: (axis) => {
      const most = axis.chart.width < NARROW ? MOST_DATES.narrow : MOST_DATES.wide;
      const ticks = dateTicks(earliest - margin, latest + margin, most);
      dates = new Map(ticks.map(({ time, date }) => [time, formats.date(date)]));
      if (ticks.length > 0) axis.ticks = ticks.map(({ time }) => ({ value: time }));
    },
    ticks: {
      color: ink,
      font,
      maxTicksLimit: MOST_DATES.wide,
      maxRotation: 0,
      callback: (value) => dates.get(Number(value)) ?? formats.day(new Date(Number(value)).toISOString()),
    },
  };
}

function versionAxis({ points }: ReleaseChart, ink: string, font: LabelFont): XAxis {
  return {
    type: 'linear',
    min: -0.5,
    max: points.length - 0.5,
    grid: { display: false },
    border: { color: ink },
    afterBuildTicks: (axis) => {
      axis.ticks = points.map((_, value) => ({ value }));
    },
    ticks: { color: ink, font, callback: (value) => points[Number(value)]?.[1] ?? '' },
  };
}

/** Returns the ends of the axis of costs. */
function rangeOf({ points }: ReleaseChart): { suggestedMin: number; suggestedMax: number } {
  const ends = points.flatMap(([, , costs]) => costs.flatMap((cost) => cost ?? []));
  const [least, most] = [Math.min(1, ...ends), Math.max(1, ...ends)];
  const room = Math.max((most - least) * 0.12, 0.01);
  return { suggestedMin: least - room, suggestedMax: most + room };
}

const smallFont = (): string => `${LETTERS}px ${getComputedStyle(document.body).fontFamily}`;

/** Room for names of scenarios at the ends of their lines. */
function widest(ctx: CanvasRenderingContext2D, { scenarios }: ReleaseChart): number {
  ctx.save();
  ctx.font = smallFont();
  const width = Math.max(...scenarios.map((title) => ctx.measureText(title).width));
  ctx.restore();
  return Math.ceil(width) + 24;
}

function intervals(): Plugin<'line'> {
  return {
    id: 'intervals',
    beforeDatasetsDraw({ ctx, scales, data }) {
      const { x, y } = scales;
      if (!x || !y) return;
      ctx.save();
      ctx.lineWidth = 1.5;
      for (const { data: points, borderColor } of data.datasets) {
        ctx.strokeStyle = String(borderColor);
        for (const point of points as unknown as Point[]) {
          if (point.y === null) continue;
          const [at, low, high] = [
            x.getPixelForValue(point.x),
            y.getPixelForValue(point.low),
            y.getPixelForValue(point.high),
          ];
          ctx.beginPath();
          for (const end of [low, high]) {
            ctx.moveTo(at - CAP, end);
            ctx.lineTo(at + CAP, end);
          }
          ctx.moveTo(at, low);
          ctx.lineTo(at, high);
          ctx.stroke();
        }
      }
      ctx.restore();
    },
  };
}

/** Separates the series of a chart by version, and writes the name of each above it. */
function series({ lines, points }: ReleaseChart, ink: string, rule: string): Plugin<'line'> {
  return {
    id: 'series',
    beforeDatasetsDraw({ ctx, scales, chartArea }) {
      const { x } = scales;
      if (!x || lines.length < 2) return;
      ctx.save();
      ctx.font = smallFont();
      ctx.textAlign = 'center';
      ctx.fillStyle = ink;
      ctx.strokeStyle = rule;
      let right = Number.NEGATIVE_INFINITY;
      for (const [index, { first, title }] of lines.entries()) {
        const from = x.getPixelForValue(first - 0.5);
        const to = x.getPixelForValue((lines[index + 1]?.first ?? points.length) - 0.5);
        if (index > 0) {
          ctx.beginPath();
          ctx.moveTo(from, chartArea.top - ROW_PIXELS);
          ctx.lineTo(from, chartArea.bottom);
          ctx.stroke();
        }
        const [middle, half] = [(from + to) / 2, ctx.measureText(title).width / 2];
        if (middle - half < right + 4) continue;
        ctx.fillText(title, middle, chartArea.top - 5);
        right = middle + half;
      }
      ctx.restore();
    },
  };
}

/**
 * Marks the frozen release, names each scenario at the end of its lines, and writes the change at each proven step where
 * the ones before it leave room.
 */
function words(data: ReleaseChart, ink: string): Plugin<'line'> {
  const ground = colour('--ground');
  return {
    id: 'words',
    beforeDatasetsDraw({ ctx, scales, chartArea }) {
      const at = frozenAt(data);
      if (at === null || !scales.x) return;
      const x = scales.x.getPixelForValue(at);
      ctx.save();
      ctx.strokeStyle = ink;
      ctx.setLineDash([2, 3]);
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
      ctx.restore();
    },
    afterDatasetsDraw({ ctx, scales, chartArea, width: chartWidth, data: { datasets } }) {
      const { x, y } = scales;
      if (!x || !y) return;
      ctx.save();
      const isNarrow = chartWidth < NARROW;
      ctx.font = smallFont();
      ctx.textBaseline = 'middle';
      ctx.lineWidth = 3;
      ctx.strokeStyle = ground;
      ctx.fillStyle = ink;
      const all = data.scenarios.map((_, scenario) => pointsOf(data, scenario));
      const taken: Box[] = all.flat().flatMap(({ x: at, y: cost, low, high }) => {
        const middle = x.getPixelForValue(at);
        const ends = { top: y.getPixelForValue(high) - 2, bottom: y.getPixelForValue(low) + 2 };
        return cost === null ? [] : [{ left: middle - 5, right: middle + 5, ...ends }];
      });
      const zero = y.getPixelForValue(1);
      const write = (text: string, places: readonly (readonly [left: number, middle: number])[]): void => {
        const width = ctx.measureText(text).width;
        const free = places
          .map(([wanted, middle]): Box => {
            const left = Math.max(chartArea.left + 2, Math.min(wanted, chartArea.right - width - 2));
            return { left, right: left + width, top: middle - LETTERS / 2, bottom: middle + LETTERS / 2 };
          })
          .filter(({ top, bottom }) => top >= chartArea.top && bottom <= chartArea.bottom)
          .filter((box) => !taken.some((one) => overlap(one, box)));
        // On the line of 0 % only where there is no other room.
        const box = free.find(({ top, bottom }) => top > zero || bottom < zero) ?? free[0];
        if (box === undefined) return;
        taken.push(box);
        const middle = (box.top + box.bottom) / 2;
        ctx.strokeText(text, box.left, middle);
        ctx.fillText(text, box.left, middle);
      };
      if (data.frozen) {
        const at = x.getPixelForValue(frozenAt(data) ?? 0);
        const width = ctx.measureText(data.frozen.text).width;
        // Beside its mark, not across it.
        const sides = [at + 6, at - width - 6].filter(
          (left) => left > chartArea.left && left + width < chartArea.right - 2,
        );
        const heights = [chartArea.bottom - 9, chartArea.top + 9];
        write(
          data.frozen.text,
          heights.flatMap((height) => sides.map((left) => [left, height] as const)),
        );
      }
      const most = isNarrow ? MOST_VERSIONS.narrow : MOST_VERSIONS.wide;
      const isNamed = data.axis === 'version' && data.points.length <= most;
      for (const { point, scenario, version, change } of data.steps.slice(
        0,
        isNarrow ? MOST_NAMES.narrow : MOST_NAMES.wide,
      )) {
        const own = all[scenario]?.[point];
        if (!own || own.y === null) continue;
        const text = isNamed ? change : `${version} ${change}`;
        const width = ctx.measureText(text).width;
        const [at, middle] = [x.getPixelForValue(own.x), y.getPixelForValue(own.y)];
        const [above, below] = [y.getPixelForValue(own.high) - 12, y.getPixelForValue(own.low) + 12];
        write(text, [
          [at - width / 2, above],
          [at - width / 2, below],
          [at + 9, middle],
          [at - width - 9, middle],
          [at + 9, above],
          [at + 9, below],
          [at - width / 2, above - ROW_PIXELS],
          [at - width / 2, below + ROW_PIXELS],
        ]);
      }
      if (data.scenarios.length > 1 && !isNarrow) {
        const ends = datasets.flatMap(({ label = '', borderColor }, scenario) => {
          const last = all[scenario]?.findLast((one) => one.y !== null);
          return last?.y == null ? [] : [{ label, borderColor, middle: y.getPixelForValue(last.y) }];
        });
        let least = Number.NEGATIVE_INFINITY;
        for (const { label, borderColor, middle } of ends.sort((a, b) => a.middle - b.middle)) {
          least = Math.max(middle, least + ROW_PIXELS);
          ctx.fillStyle = String(borderColor);
          ctx.fillRect(chartArea.right + 6, least - 1, 10, 2);
          // The colour of a line is too weak for letters.
          ctx.fillStyle = ink;
          ctx.fillText(label, chartArea.right + 20, least);
        }
      }
      ctx.restore();
    },
  };
}
