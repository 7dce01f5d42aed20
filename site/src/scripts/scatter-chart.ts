import { type Formats, formatsOf } from '@pitwall/bench/words';
import {
  Chart,
  type ChartConfiguration,
  LogarithmicScale,
  type Plugin,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js';
import { type Box, labelPlaces } from '../lib/charts/label-places.ts';
import { axisTitle, type TooltipWords, valueLine } from '../lib/charts/tooltips.ts';
import {
  offeredAxes,
  readAxes,
  type ScatterAxis,
  type ScatterChoice,
  type ScatterPoint,
  writeAxes,
} from '../lib/field/scatter.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import type { Messages } from '../messages/index.ts';
import { carryQuery } from './carry-query.ts';
import { colour } from './colour.ts';

Chart.register(ScatterController, PointElement, LogarithmicScale, Tooltip);

/** Sentences of the field's picture, and the names of its axes. */
export interface ScatterWords extends TooltipWords, Pick<Messages['field'], 'chartLabel' | 'unnamed'> {
  axes: Record<ScatterAxis, string>;
  units: Record<ScatterAxis, Parameters<Formats['column']>[0] | null>;
  better: Record<ScatterAxis, string>;
  kinds: Record<ScatterPoint['kind'], string>;
}

/** A point of the chart, with the ends of its intervals. */
interface Spot {
  x: number;
  y: number;
  name: string;
  ends: { x: [number, number] | null; y: [number, number] | null };
}
type ScatterChart = Chart<'scatter', Spot[]>;

const KINDS = ['micro', 'full', 'platform'] as const;
const SHAPES = {
  micro: { colour: '--chart-1', style: 'circle' },
  full: { colour: '--chart-2', style: 'rect' },
  platform: { colour: '--chart-3', style: 'triangle' },
} as const;
const LABEL_PIXELS = 12;
/** Over more powers of ten, an axis names only these. */
const MOST_DECADES = 4;

/**
 * Draws the axes that the reader chooses; the address keeps them. Filters of the `<field-tables>` around it leave the
 * rest of the field in place, pale and without names: a point says most by where in the whole field it is.
 */
export function drawScatter(element: HTMLElement): void {
  const points = JSON.parse(element.dataset.points ?? '[]') as ScatterPoint[];
  const offered = offeredAxes(points);
  const words = unpackWords<ScatterWords>(element);
  const formats = formatsOf(element.dataset.locale ?? 'en');
  const canvas = element.querySelector('canvas') as HTMLCanvasElement;
  const selects = [...element.querySelectorAll('select')];
  const note = element.querySelector<HTMLElement>('[data-unnamed]');
  const tables = element.closest('field-tables');
  const isShown = ({ row }: ScatterPoint): boolean => document.getElementById(row)?.hidden !== true;
  let chart: ScatterChart | null = null;
  let drawn = '';
  /** What the reader has chosen of the picture: its axes, and the points that have names. */
  const chosen = (): string =>
    JSON.stringify([readAxes(location.search, offered), points.filter(isShown).map(({ row }) => row)]);
  const show = (): void => {
    drawn = chosen();
    const choice = readAxes(location.search, offered);
    for (const select of selects) select.value = select.name === 'y' ? choice.up : choice.across;
    canvas.setAttribute('aria-label', words.chartLabel(words.axes[choice.up], words.axes[choice.across]));
    const onUnnamed = (unnamed: number): void => {
      if (!note) return;
      note.hidden = unnamed === 0;
      note.textContent = words.unnamed(String(unnamed));
    };
    chart?.destroy();
    const shown = points.filter(isShown);
    const rest = points.filter((point) => !isShown(point));
    chart = new Chart(canvas, configuration({ shown, rest }, choice, words, formats, onUnnamed));
  };
  element.addEventListener('change', () => {
    const of = (name: string): string => selects.find((select) => select.name === name)?.value ?? '';
    const choice = { up: of('y') as ScatterAxis, across: of('x') as ScatterAxis };
    history.replaceState(null, '', writeAxes(choice, location.search) + location.hash);
    carryQuery();
    show();
  });
  // To sort the table changes nothing here. Going back may bring back other axes.
  tables?.addEventListener('shown', () => {
    if (chosen() !== drawn) show();
  });
  document.addEventListener('pitwall-theme', show);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}

function spotsOf(points: readonly ScatterPoint[], { up, across }: ScatterChoice): Spot[] {
  return points.flatMap(({ name, values }): Spot[] => {
    const [x, y] = [values[across], values[up]];
    if (x === undefined || y === undefined) return [];
    const ends = ([, low, high]: typeof x): [number, number] | null =>
      low === null || high === null || low <= 0 ? null : [low, high];
    return [{ x: x[0], y: y[0], name, ends: { x: ends(x), y: ends(y) } }];
  });
}

function configuration(
  { shown, rest }: Record<'shown' | 'rest', readonly ScatterPoint[]>,
  choice: ScatterChoice,
  words: ScatterWords,
  formats: Formats,
  onUnnamed: (unnamed: number) => void,
): ChartConfiguration<'scatter', Spot[]> {
  const [ink, soft, rule] = [colour('--ink'), colour('--soft'), colour('--rule')];
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  const all = spotsOf([...shown, ...rest], choice);
  const axis = (name: ScatterAxis, key: 'x' | 'y') => {
    const values = all.map((spot) => spot[key]);
    const unit = words.units[name];
    const format = unit === null ? null : formats.column(unit, values);
    const [min, max] = [Math.min(...values) / 1.35, Math.max(...values) * 1.35];
    return {
      line: (spot: Spot): string => {
        const [low, high] = spot.ends[key] ?? [null, null];
        const figure = { median: spot[key], low, high, count: 1 };
        const text = format === null ? formats.plain(figure.median) : format.figure(figure);
        const ends = format?.ends(figure) ?? null;
        const value = `${text} ${format?.unit ?? ''}`.trim();
        return valueLine(words, words.axes[name], value) + (ends === null ? '' : words.inBrackets(ends));
      },
      scale: {
        type: 'logarithmic' as const,
        // The axis ends near the data, with room for names.
        min,
        max,
        grid: { color: rule },
        border: { color: soft },
        title: {
          display: true,
          text: axisTitle(words, words.axes[name], format?.unit ?? '', words.better[name]),
          color: soft,
          font,
        },
        ticks: {
          color: soft,
          font,
          autoSkip: false,
          maxRotation: 0,
          callback: (value: string | number) => formats.plain(Number(value) / (format?.size ?? 1)),
        },
        afterBuildTicks: (scale: { ticks: { value: number }[] }) => {
          scale.ticks = roundSteps(min, max, format?.size ?? 1);
        },
      },
    };
  };
  const [x, y] = [axis(choice.across, 'x'), axis(choice.up, 'y')];
  return {
    type: 'scatter',
    data: {
      // The rest comes last, because what comes first is drawn on top.
      datasets: [
        ...KINDS.map((kind) => ({
          label: words.kinds[kind],
          data: spotsOf(
            shown.filter((point) => point.kind === kind),
            choice,
          ),
          backgroundColor: colour(SHAPES[kind].colour),
          borderColor: colour(SHAPES[kind].colour),
          pointStyle: SHAPES[kind].style,
          pointRadius: 5,
          pointHoverRadius: 7,
        })),
        {
          data: spotsOf(rest, choice),
          backgroundColor: rule,
          borderColor: soft,
          borderWidth: 0.5,
          pointStyle: 'circle',
          pointRadius: 3.5,
          pointHoverRadius: 5,
        },
      ],
    },
    plugins: [intervals(soft), labels(ink, soft, onUnnamed)],
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', intersect: false },
      scales: { x: x.scale, y: y.scale },
      plugins: {
        tooltip: {
          callbacks: {
            label: ({ raw }) => {
              const spot = raw as Spot;
              return [spot.name, y.line(spot), x.line(spot)];
            },
          },
        },
      },
    },
  };
}

/** The datasets of the points that filters show. */
const named = <Dataset>(datasets: readonly Dataset[]): readonly Dataset[] => datasets.slice(0, KINDS.length);

/** Where a logarithmic axis has names: round numbers of the unit, `size` being one of it. */
function roundSteps(min: number, max: number, size: number): { value: number }[] {
  const [from, to] = [Math.floor(Math.log10(min / size)), Math.ceil(Math.log10(max / size))];
  const leads = to - from > MOST_DECADES ? [1] : [1, 2, 5];
  const powers = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
  return powers
    .flatMap((power) => leads.map((lead) => ({ value: lead * power * size })))
    .filter(({ value }) => value >= min && value <= max);
}

/** Draws both intervals of each point as thin lines behind it. */
function intervals(ink: string): Plugin<'scatter'> {
  return {
    id: 'intervals',
    beforeDatasetsDraw(chart) {
      const { ctx, scales, chartArea, data } = chart as unknown as ScatterChart;
      const at = (scale: 'x' | 'y', value: number): number => {
        const [from, to] =
          scale === 'x' ? [chartArea.left, chartArea.right] : [chartArea.top, chartArea.bottom];
        return Math.min(to, Math.max(from, scales[scale]?.getPixelForValue(value) ?? 0));
      };
      ctx.save();
      ctx.strokeStyle = ink;
      ctx.globalAlpha = 0.55;
      ctx.lineWidth = 1;
      ctx.beginPath();
      for (const spot of named(data.datasets).flatMap((dataset) => dataset.data)) {
        if (spot.ends.x) {
          ctx.moveTo(at('x', spot.ends.x[0]), at('y', spot.y));
          ctx.lineTo(at('x', spot.ends.x[1]), at('y', spot.y));
        }
        if (spot.ends.y) {
          ctx.moveTo(at('x', spot.x), at('y', spot.ends.y[0]));
          ctx.lineTo(at('x', spot.x), at('y', spot.ends.y[1]));
        }
      }
      ctx.stroke();
      ctx.restore();
    },
  };
}

/** Writes the name of each point where no other is, with a line to a point that is farther away. */
function labels(ink: string, soft: string, onUnnamed: (unnamed: number) => void): Plugin<'scatter'> {
  return {
    id: 'labels',
    afterDatasetsDraw(chart) {
      const { ctx, chartArea, data } = chart as unknown as ScatterChart;
      ctx.save();
      ctx.font = `${LABEL_PIXELS}px ${getComputedStyle(document.body).fontFamily}`;
      ctx.textBaseline = 'middle';
      const spots = named(data.datasets).flatMap((dataset, index) =>
        dataset.data.map((spot, place) => {
          const drawn = chart.getDatasetMeta(index).data[place];
          return {
            x: drawn?.x ?? 0,
            y: drawn?.y ?? 0,
            name: spot.name,
            width: ctx.measureText(spot.name).width,
          };
        }),
      );
      const places = labelPlaces(spots, LABEL_PIXELS + 2, chartArea);
      spots.forEach(({ x, y, name }, index) => {
        const place = places[index];
        if (!place) return;
        const near = nearest(place, x, y);
        if (Math.hypot(near.x - x, near.y - y) > 12) {
          ctx.strokeStyle = soft;
          ctx.lineWidth = 0.75;
          ctx.beginPath();
          ctx.moveTo(x, y);
          ctx.lineTo(near.x, near.y);
          ctx.stroke();
        }
        ctx.fillStyle = ink;
        ctx.fillText(name, place.left, (place.top + place.bottom) / 2);
      });
      ctx.restore();
      onUnnamed(places.filter((place) => place === null).length);
    },
  };
}

function nearest({ left, right, top, bottom }: Box, x: number, y: number): { x: number; y: number } {
  return { x: Math.min(right, Math.max(left, x)), y: Math.min(bottom, Math.max(top, y)) };
}
