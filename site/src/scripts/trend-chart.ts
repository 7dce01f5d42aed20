import type { TrendData, TrendSeries } from '@pitwall/bench/model';
import { type FigureFormat, type Formats, formatsOf } from '@pitwall/bench/words';
import {
  Chart,
  type ChartConfiguration,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import { type TrendRow, type TrendWords, trendRows } from '../lib/changes/trend-rows.ts';
import { seriesInAddress } from '../lib/page/address-parts.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import { colour } from './colour.ts';
import { fetchJson } from './fetch-json.ts';
import { tableRow } from './table-row.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, Filler, Tooltip);

/** A longer pause between two runs is a gap, not a line. */
const GAP_MILLISECONDS = 45 * 86_400_000;
const HOUR_MILLISECONDS = 3_600_000;
/** Below it, days alone would repeat on the axis. */
const FEW_DAYS_MILLISECONDS = 4 * 86_400_000;

type Point = { x: number; y: number | null };

interface Shown {
  chart: Chart<'line', Point[]>;
  rows: TrendRow[];
}

/** Draws the series that the reader chooses, and rewrites its table. */
export async function drawTrend(element: HTMLElement): Promise<void> {
  const data = await fetchJson<TrendData>(element.dataset.file ?? '');
  const canvas = element.querySelector('canvas') as HTMLCanvasElement;
  const select = element.querySelector('select') as HTMLSelectElement;
  const words = unpackWords<TrendWords>(element);
  const locale = element.dataset.locale ?? 'en';
  const formats = formatsOf(locale);
  const linked = linkedSeries(data, new URLSearchParams(location.search));
  if (linked !== undefined) select.value = String(linked);
  let shown: Shown | null = null;
  let at: number | null = null;
  const show = (): void => {
    const index = Number(select.value);
    const series = data.series[index];
    const option = select.selectedOptions[0];
    if (series === undefined || option === undefined) return;
    const format = formats.column(
      option.dataset.unit as Parameters<Formats['column']>[0],
      series.points.map(([, median]) => median),
    );
    const rows = trendRows(data, series, format, formats, words);
    shown?.chart.destroy();
    shown = {
      chart: new Chart(canvas, configuration({ data, series, rows }, format, formats, locale)),
      rows,
    };
    at = null;
    // The rendered page has only the newest rows of its first series.
    writeTable(element, rows, words);
    writeWords(element, canvas, option.dataset);
  };
  const step = (by: number): void => {
    if (shown === null) return;
    const last = shown.rows.length - 1;
    // Start from the side that the key points away from, or jump straight to an end.
    const from = at ?? (by > 0 ? -1 : last + 1);
    at = Math.min(last, Math.max(0, from + by));
    // Rows are newest first, points oldest first.
    const row = shown.rows[last - at];
    const place = element.querySelector('[data-at]');
    if (place && row) {
      place.textContent = [row.day, row.median, row.interval, row.version, ...row.notes].join(' · ');
    }
    pointAt(shown.chart, row?.startedAt ?? '');
  };
  select.addEventListener('change', () => {
    // It told of a point of the series before.
    const place = element.querySelector('[data-at]');
    if (place) place.textContent = '';
    const one = data.series[Number(select.value)];
    if (one) {
      const query = new URLSearchParams(location.search);
      query.set('series', seriesInAddress(one));
      // Several of one name differ in what makes figures incomparable.
      query.set('place', select.value);
      query.delete('run');
      history.replaceState(null, '', `?${query}${location.hash}`);
    }
    show();
  });
  canvas.addEventListener('keydown', (event) => {
    const by = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  document.addEventListener('pitwall-theme', show);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}

/**
 * Returns the index of the series that the address names, which is the one with its change if it names one; `undefined` if
 * it names none.
 */
function linkedSeries({ runs, series }: TrendData, given: URLSearchParams): number | undefined {
  const wanted = given.get('series');
  const ofName = [...series.entries()].filter(([, one]) => seriesInAddress(one) === wanted);
  // Series of one name may differ in what makes figures incomparable; one of them has the change.
  const changed = ofName.find(([, { points, changePoints }]) =>
    changePoints.some(({ point }) => runs[points[point]?.[0] ?? -1]?.run === given.get('run')),
  );
  const placed = ofName.find(([place]) => String(place) === given.get('place'));
  return (changed ?? placed ?? ofName[0])?.[0];
}

/** Activates the point of a run's median. */
function pointAt(chart: Chart<'line', Point[]>, startedAt: string): void {
  const x = Date.parse(startedAt);
  const datasetIndex = chart.data.datasets.findIndex(({ order }) => order === 0);
  const index =
    chart.data.datasets[datasetIndex]?.data.findIndex((point) => point.x === x && point.y !== null) ?? -1;
  if (index < 0) return;
  chart.setActiveElements([{ datasetIndex, index }]);
  chart.tooltip?.setActiveElements([{ datasetIndex, index }], { x: 0, y: 0 });
  chart.update('none');
}

function writeWords(element: HTMLElement, canvas: HTMLCanvasElement, said: DOMStringMap): void {
  canvas.setAttribute('aria-label', said.label ?? '');
  const caption = element.querySelector('caption');
  if (caption) caption.textContent = said.caption ?? '';
  // The part that scrolls has the caption as its name.
  element.querySelector('.scroll')?.setAttribute('aria-label', said.caption ?? '');
  const sentence = document.querySelector('[data-sentence]');
  if (sentence) sentence.textContent = said.sentence ?? '';
}

function writeTable(element: HTMLElement, rows: readonly TrendRow[], { semicolon }: TrendWords): void {
  const body = element.querySelector('tbody');
  body?.replaceChildren(
    ...rows.map((row) =>
      tableRow([
        { text: row.day, link: `${element.dataset.runs}${row.run}/` },
        { text: row.median, className: 'number' },
        { text: row.interval, className: 'number' },
        { text: String(row.starts), className: 'number' },
        { text: row.version },
        { text: row.notes.join(semicolon) },
      ]),
    ),
  );
}

function configuration(
  { data, series, rows }: { data: TrendData; series: TrendSeries; rows: readonly TrendRow[] },
  format: FigureFormat,
  formats: Formats,
  locale: string,
): ChartConfiguration<'line', Point[]> {
  const [ink, rule, band] = [colour('--soft'), colour('--rule'), colour('--chart-1')];
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  const time = (index: number): number => Date.parse(data.runs[index]?.startedAt ?? '');
  const line = (of: (point: TrendSeries['points'][number]) => number | null): Point[] =>
    series.points.flatMap((point, place): Point[] => {
      const x = time(point[0]);
      const before = series.points[place - 1];
      const gap = before !== undefined && x - time(before[0]) > GAP_MILLISECONDS;
      const y = of(point);
      return [...(gap ? [{ x: x - 1, y: null }] : []), { x, y: y === null ? null : y / format.size }];
    });
  const times = series.points.map(([index]) => time(index));
  const [earliest, latest] = [Math.min(...times), Math.max(...times)];
  // A little room, so that no point sits on the edge.
  const margin = Math.max((latest - earliest) * 0.02, HOUR_MILLISECONDS);
  const isShort = latest - earliest < FEW_DAYS_MILLISECONDS;
  const dateText = (instant: number): string =>
    (isShort ? formats.dayAndTime : formats.day)(new Date(instant).toISOString());
  // Whole dates would overlap below the axis.
  const tick = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isShort ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { year: 'numeric' }),
    timeZone: 'UTC',
  });
  const starts = series.points.flatMap(([index, , , , values]) =>
    values.map((y) => ({ x: time(index), y: y / format.size })),
  );
  return {
    type: 'line',
    data: {
      datasets: [
        {
          label: '',
          order: 2,
          data: line(([, , low]) => low),
          borderWidth: 0,
          pointRadius: 0,
          spanGaps: false,
        },
        {
          label: '',
          order: 2,
          data: line(([, , , high]) => high),
          borderWidth: 0,
          pointRadius: 0,
          spanGaps: false,
          fill: '-1',
          backgroundColor: band.replace('rgb(', 'rgba(').replace(')', ', 0.18)'),
        },
        {
          label: '',
          order: 1,
          data: starts,
          showLine: false,
          pointRadius: 1.5,
          pointHoverRadius: 1.5,
          pointBackgroundColor: rule,
          pointBorderWidth: 0,
        },
        {
          label: '',
          order: 0,
          data: line(([, median]) => median),
          borderColor: band,
          backgroundColor: band,
          borderWidth: 1.5,
          pointRadius: series.points.length > 60 ? 0 : 2.5,
          pointHoverRadius: 5,
          spanGaps: false,
        },
      ],
    },
    plugins: [changeRules(data, series, ink)],
    options: {
      animation: false,
      locale,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          type: 'linear',
          // The axis ends with the data.
          min: earliest - margin,
          max: latest + margin,
          grid: { display: false },
          border: { color: ink },
          ticks: {
            color: ink,
            font,
            maxTicksLimit: isShort ? 4 : 6,
            // The ends of the axis are no round instants, and would stand beside the last tick.
            includeBounds: false,
            maxRotation: 0,
            autoSkipPadding: 12,
            callback: (value) => tick.format(Number(value)),
          },
        },
        y: {
          grace: '5%',
          grid: { color: rule },
          border: { display: false },
          title: { display: true, text: format.unit, color: ink, font },
          // With as many digits as tell the ticks apart, which are round in the unit that is shown.
          ticks: { color: ink, font, maxTicksLimit: 6 },
        },
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          filter: ({ dataset }) => dataset.order === 0,
          callbacks: {
            title: ([item]) => (item ? dateText(item.parsed.x ?? 0) : ''),
            label: ({ parsed }) => {
              const row = rows.find(({ startedAt }) => Date.parse(startedAt) === parsed.x);
              return row ? [row.median, row.interval] : [];
            },
          },
        },
      },
    },
  };
}

/** Draws a labelled rule where the version changed, and a heavier one at each change point. */
function changeRules(data: TrendData, series: TrendSeries, ink: string): Plugin<'line'> {
  return {
    id: 'changes',
    afterDatasetsDraw({ ctx, scales, chartArea }) {
      ctx.save();
      ctx.strokeStyle = ink;
      ctx.fillStyle = ink;
      ctx.font = `11px ${getComputedStyle(document.body).fontFamily}`;
      let free = chartArea.left;
      series.points.forEach(([index], place) => {
        const run = data.runs[index];
        const before = data.runs[series.points[place - 1]?.[0] ?? -1];
        const level = series.changePoints.some(({ point }) => point === place);
        const version = before !== undefined && run?.version !== before.version ? run?.version : null;
        if (run === undefined || (!level && version == null)) return;
        const x = scales.x?.getPixelForValue(Date.parse(run.startedAt)) ?? 0;
        ctx.lineWidth = level ? 2 : 1;
        ctx.setLineDash(level ? [] : [3, 3]);
        ctx.beginPath();
        ctx.moveTo(x, chartArea.top);
        ctx.lineTo(x, chartArea.bottom);
        ctx.stroke();
        // Draw a label only if the one before it leaves room.
        if (version == null || x < free) return;
        ctx.fillText(version, x + 3, chartArea.top + 10);
        free = x + ctx.measureText(version).width + 8;
      });
      ctx.restore();
    },
  };
}
