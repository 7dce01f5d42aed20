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
import { dateTicks } from '../lib/date-ticks.ts';
import type { ReleaseChart } from '../lib/releases-view.ts';
import { colour } from './colour.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip, Legend);

const LINE_COLOURS = 5;
const MARGIN_SHARE = 0.04;
const DAY_MILLISECONDS = 86_400_000;
/** Narrower charts have room for fewer dates below. */
const NARROW = 560;
const MOST_DATES = { narrow: 3, wide: 6 };
/** Half the width of the cap of an interval, in pixels. */
const CAP = 3;

type Point = { x: number; y: number; version: string; low: number; high: number };
type Drawn = Chart<'line', Point[]>;

/** Draws what each release costs: a line for each scenario, an interval at each release, proven steps by name. */
export async function drawReleases(element: HTMLElement): Promise<void> {
  const data = JSON.parse(element.dataset.chart ?? '') as ReleaseChart;
  const canvas = element.querySelector('canvas') as HTMLCanvasElement;
  const formats = formatsOf(element.dataset.locale ?? 'en');
  let chart: Drawn | null = null;
  const show = (): void => {
    chart?.destroy();
    chart = new Chart(canvas, configuration(data, formats, element.dataset.axis ?? ''));
  };
  document.addEventListener('pitwall-theme', show);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}

function configuration(
  data: ReleaseChart,
  formats: Formats,
  axis: string,
): ChartConfiguration<'line', Point[]> {
  const [ink, rule] = [colour('--soft'), colour('--rule')];
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  const times = data.points.map(([time]) => time);
  const [earliest, latest] = [Math.min(...times), Math.max(...times)];
  const margin = Math.max((latest - earliest) * MARGIN_SHARE, DAY_MILLISECONDS);
  const onLine = new Set(data.line);
  let dates = new Map<number, string>();
  const pointsOf = (scenario: number, fits: (place: number) => boolean): Point[] =>
    data.points.flatMap(([x, version, costs], place): Point[] => {
      const cost = costs[scenario];
      if (!cost || !fits(place)) return [];
      const [y, low, high] = cost;
      return [{ x, y, version, low, high }];
    });
  return {
    type: 'line',
    data: {
      datasets: data.scenarios.flatMap((label, scenario) => {
        const stroke = colour(`--chart-${(scenario % LINE_COLOURS) + 1}`);
        const shared = { borderColor: stroke, backgroundColor: stroke, borderWidth: 1.5, pointRadius: 3 };
        const beside = pointsOf(scenario, (place) => !onLine.has(place));
        return [
          {
            ...shared,
            label,
            data: pointsOf(scenario, (place) => onLine.has(place)),
            stepped: 'before' as const,
          },
          ...(beside.length > 0 ? [{ ...shared, label, data: beside, showLine: false }] : []),
        ];
      }),
    },
    plugins: [intervals(), names(data, ink)],
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
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
            callback: (value) =>
              dates.get(Number(value)) ?? formats.day(new Date(Number(value)).toISOString()),
          },
        },
        y: {
          // Room for the ends of the intervals and for names.
          ...rangeOf(data),
          grid: { color: rule },
          border: { display: false },
          title: { display: true, text: axis, color: ink, font },
          ticks: {
            color: ink,
            font,
            maxTicksLimit: 6,
            // The frozen release itself: 0 %, without a sign.
            callback: (value) =>
              Math.abs(Number(value) - 1) < 1e-9 ? formats.percent(0) : formats.change(Number(value)),
          },
        },
      },
      plugins: {
        legend: {
          display: data.scenarios.length > 1,
          position: 'bottom',
          labels: {
            color: ink,
            font,
            boxHeight: 1,
            // Releases beside the line belong to the scenario before them.
            filter: ({ text, datasetIndex }, { datasets }) =>
              datasets.findIndex(({ label }) => label === text) === datasetIndex,
          },
        },
        tooltip: {
          callbacks: {
            title: ([item]) =>
              item
                ? `${(item.raw as Point).version}, ${formats.day(new Date(item.parsed.x ?? 0).toISOString())}`
                : '',
            label: ({ dataset, raw }) => {
              const { y, low, high } = raw as Point;
              return `${dataset.label}: ${formats.change(y)} (${formats.change(low)} – ${formats.change(high)})`;
            },
          },
        },
      },
    },
  };
}

/** Returns the ends of the axis of costs. */
function rangeOf({ points }: ReleaseChart): { suggestedMin: number; suggestedMax: number } {
  const ends = points.flatMap(([, , costs]) => costs.flatMap((cost) => cost ?? []));
  const [least, most] = [Math.min(1, ...ends), Math.max(1, ...ends)];
  const room = Math.max((most - least) * 0.12, 0.01);
  return { suggestedMin: least - room, suggestedMax: most + room };
}

function intervals(): Plugin<'line'> {
  return {
    id: 'intervals',
    beforeDatasetsDraw({ ctx, scales, data }) {
      const { x, y } = scales;
      if (!x || !y) return;
      ctx.save();
      ctx.lineWidth = 1;
      for (const { data: points, borderColor } of data.datasets) {
        ctx.strokeStyle = String(borderColor);
        for (const point of points as unknown as Point[]) {
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

/** Writes release and change beside each proven step, where the ones before it leave room. */
function names({ points, steps }: ReleaseChart, ink: string): Plugin<'line'> {
  return {
    id: 'names',
    afterDatasetsDraw({ ctx, scales, chartArea }) {
      ctx.save();
      ctx.fillStyle = ink;
      ctx.font = `11px ${getComputedStyle(document.body).fontFamily}`;
      const taken: { left: number; right: number; top: number }[] = [];
      for (const { version, scenario, text } of steps) {
        const point = points.find((one) => one[1] === version);
        const cost = point?.[2][scenario];
        if (!point || !cost || !scales.x || !scales.y) continue;
        const width = ctx.measureText(text).width;
        const left = Math.min(scales.x.getPixelForValue(point[0]) + 6, chartArea.right - width);
        // Above the interval, or below it where another name stands above.
        const top = [scales.y.getPixelForValue(cost[2]) - 6, scales.y.getPixelForValue(cost[1]) + 16].find(
          (place) =>
            taken.every(
              (one) => left > one.right || left + width < one.left || Math.abs(place - one.top) > 12,
            ),
        );
        if (top === undefined) continue;
        taken.push({ left, right: left + width, top });
        ctx.fillText(text, left, top);
      }
      ctx.restore();
    },
  };
}
