import type { WarmUpData, WarmUpRow } from '@pitwall/bench/model';
import { type Formats, formatsOf } from '@pitwall/bench/words';
import {
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from 'chart.js';
import { type TooltipWords, valueLine } from '../lib/charts/tooltips.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import { listedSeconds } from '../lib/warm-up/listed-seconds.ts';
import type { Messages } from '../messages/index.ts';
import { colour } from './colour.ts';
import { fetchJson } from './fetch-json.ts';
import { tableRow } from './table-row.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, LogarithmicScale, Tooltip);

/** Words of the chart that overlays warm-ups. */
export interface WarmUpWords extends TooltipWords, Pick<Messages['warmUp'], 'secondOf' | 'seconds'> {
  scales: Record<Scale, string>;
}
type Scale = 'linear' | 'log' | 'share';
type Point = { x: number; y: number };

interface Chosen {
  name: string;
  row: WarmUpRow;
}

/** The styles of the page's lines, distinguishable without colour. */
const STYLES: readonly { colour: string; dash: number[] }[] = [
  { colour: '--chart-1', dash: [] },
  { colour: '--chart-2', dash: [5, 3] },
  { colour: '--chart-3', dash: [1.5, 3] },
  { colour: '--chart-4', dash: [8, 3, 2, 3] },
  { colour: '--chart-5', dash: [10, 4] },
  { colour: '--ink', dash: [3, 2, 1, 2] },
];

/** Draws the curves of the target variants in the address: `?t=go-gin.raw,rust-axum`. */
export async function drawWarmUps(element: HTMLElement): Promise<void> {
  const data = await fetchJson<WarmUpData>(element.dataset.file ?? '');
  const rows = data.tables[Number(element.dataset.table)]?.rows ?? [];
  const canvas = element.querySelector('canvas') as HTMLCanvasElement;
  const select = element.querySelector('select') as HTMLSelectElement;
  const boxes = [...element.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const problem = element.querySelector<HTMLElement>('[data-problem]');
  const most = Number(element.dataset.most);
  const words = unpackWords<WarmUpWords>(element);
  const formats = formatsOf(element.dataset.locale ?? 'en');
  const byKey = new Map(
    boxes.flatMap(({ value, dataset }) => {
      const row = rows.find(
        ({ target, variant }) => target === dataset.target && variant === dataset.variant,
      );
      return row ? [[value, { name: dataset.name ?? value, row }] as const] : [];
    }),
  );
  let chart: Chart<'line', Point[]> | null = null;
  const show = (): void => {
    const chosen = boxes.flatMap(({ checked, value }): Chosen[] => {
      const one = checked ? byKey.get(value) : undefined;
      return one ? [one] : [];
    });
    chart?.destroy();
    chart = new Chart(canvas, configuration(chosen, select.value as Scale, words, formats));
    writeLegend(element, chosen);
    writeTable(element, chosen, formats);
  };
  const read = (): void => {
    const asked = (new URLSearchParams(location.search).get('t') ?? '')
      .split(',')
      .filter((key) => byKey.has(key));
    if (asked.length === 0) return;
    for (const box of boxes) box.checked = asked.slice(0, most).includes(box.value);
  };
  element.addEventListener('change', (event) => {
    const { target } = event;
    const chosen = boxes.filter(({ checked }) => checked);
    if (problem) problem.hidden = chosen.length <= most;
    if (target instanceof HTMLInputElement) {
      if (chosen.length > most) target.checked = false;
      const keys = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      history.replaceState(null, '', location.pathname + withChosen(keys) + location.hash);
    }
    show();
  });
  document.addEventListener('pitwall-theme', show);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  read();
  show();
}

/** The query of the address with these curves, and with the filters of the table as they are. */
function withChosen(keys: readonly string[]): string {
  const query = new URLSearchParams(location.search);
  if (keys.length > 0) query.set('t', keys.join(','));
  else query.delete('t');
  return query.size > 0 ? `?${query.toString().replaceAll('%2C', ',')}` : '';
}

const SVG = 'http://www.w3.org/2000/svg';

function writeLegend(element: HTMLElement, chosen: readonly Chosen[]): void {
  element.querySelector('[data-lines]')?.replaceChildren(
    ...chosen.map(({ name }, place) => {
      const item = document.createElement('li');
      const sample = document.createElementNS(SVG, 'svg');
      sample.setAttribute('viewBox', '0 0 32 8');
      sample.setAttribute('class', 'sample');
      const line = sample.appendChild(document.createElementNS(SVG, 'path'));
      line.setAttribute('class', `s${place + 1}`);
      line.setAttribute('d', 'M0 4H32');
      item.append(sample, ` ${name}`);
      return item;
    }),
  );
}

function writeTable(element: HTMLElement, chosen: readonly Chosen[], formats: Formats): void {
  const table = element.querySelector<HTMLTableElement>('[data-curves]');
  const head = table?.tHead?.rows[0];
  if (!table || !head) return;
  for (const cell of head.querySelectorAll('[data-added]')) cell.remove();
  for (const { name } of chosen) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.className = 'number';
    cell.dataset.added = '';
    cell.textContent = name;
    head.append(cell);
  }
  const longest = Math.max(0, ...chosen.map(({ row }) => row.curve.median.length));
  table.tBodies[0]?.replaceChildren(
    ...listedSeconds(longest).map((second) =>
      tableRow([
        { text: String(second), className: 'number' },
        ...chosen.map(({ row: { curve } }) => {
          // The line goes on at the steady level, but only what was measured is a figure.
          const measured = curve.median[second - 1];
          return {
            text: measured === undefined ? '–' : formats.figure('perSecond', measured),
            className: 'number',
          };
        }),
      ]),
    ),
  );
}

function configuration(
  chosen: readonly Chosen[],
  scale: Scale,
  words: WarmUpWords,
  formats: Formats,
): ChartConfiguration<'line', Point[]> {
  const [ink, rule] = [colour('--soft'), colour('--rule')];
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  const last = Math.max(2, ...chosen.map(({ row }) => row.curve.median.length));
  const format = formats.column('perSecond', [1_000]);
  const text = (value: number): string =>
    scale === 'share' ? formats.percent(value / 100) : `${format.number(value)} ${format.unit}`;
  return {
    type: 'line',
    data: { datasets: chosen.flatMap((one, place) => linesOf(one, place, scale, last)) },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: {
          type: 'linear',
          min: 1,
          max: last,
          grid: { display: false },
          border: { color: ink },
          title: { display: true, text: words.seconds, color: ink, font },
          ticks: { color: ink, font, maxTicksLimit: 10, precision: 0 },
        },
        y: {
          type: scale === 'log' ? 'logarithmic' : 'linear',
          ...(scale === 'log' ? {} : { beginAtZero: true }),
          grid: { color: rule },
          border: { display: false },
          title: { display: true, text: words.scales[scale], color: ink, font },
          ticks: {
            color: ink,
            font,
            maxTicksLimit: 7,
            callback: (value) =>
              scale === 'share' ? formats.percent(Number(value) / 100) : format.number(Number(value)),
          },
        },
      },
      plugins: {
        tooltip: {
          filter: ({ dataset }) => dataset.label !== '',
          callbacks: {
            title: ([item]) => (item ? words.secondOf(String(item.parsed.x)) : ''),
            label: ({ dataset, parsed }) => valueLine(words, dataset.label ?? '', text(parsed.y ?? 0)),
          },
        },
      },
    },
  };
}

/** Returns the curve, and a fine line at the steady level after the warm-up. */
function linesOf(
  { name, row }: Chosen,
  place: number,
  scale: Scale,
  last: number,
): ChartDataset<'line', Point[]>[] {
  const style = STYLES[place % STYLES.length] as (typeof STYLES)[number];
  const stroke = colour(style.colour);
  const y = (value: number): number => (scale === 'share' ? (100 * value) / row.steadyPerSecond : value);
  const points = row.curve.median.map((value, second) => ({ x: second + 1, y: y(value) }));
  const end = points.at(-1);
  const shared = { borderColor: stroke, backgroundColor: stroke, pointRadius: 0, borderWidth: 2 };
  return [
    { ...shared, label: name, data: points, borderDash: style.dash, pointHoverRadius: 4 },
    {
      ...shared,
      label: '',
      data: end ? [end, { x: last, y: y(row.steadyPerSecond) }] : [],
      borderWidth: 0.75,
      borderDash: [],
      pointHoverRadius: 0,
    },
  ];
}
