import { type Formats, formatsOf } from '@pitwall/bench/words';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LogarithmicScale,
  Tooltip,
} from 'chart.js';
import { type TooltipWords, valuesLine } from '../lib/charts/tooltips.ts';
import { colour } from './colour.ts';

Chart.register(BarController, BarElement, CategoryScale, LogarithmicScale, Legend, Tooltip);

/** p50 and p99 of a scenario in milliseconds; `null` if either is missing. */
type Band = [number, number] | null;

interface Series {
  label: string;
  bands: Band[];
}

/**
 * Draws a group of bars per scenario with a bar per load shape, from p50 to p99, in the colours of the page.
 */
export function drawLatencyChart(
  canvas: HTMLCanvasElement,
  table: HTMLTableElement,
  locale: string,
  words: TooltipWords,
): void {
  const { scenarios, series } = readTable(table);
  const formats = formatsOf(locale);
  const frame = canvas.parentElement;
  if (frame) frame.style.height = `${80 + scenarios.length * (14 + series.length * 14)}px`;
  const chart = new Chart(canvas, configuration(scenarios, series, formats, words));
  const repaint = (): void => {
    Object.assign(chart.options, configuration(scenarios, series, formats, words).options);
    chart.data.datasets.forEach((dataset, index) => {
      dataset.backgroundColor = colour(`--chart-${index + 1}`);
    });
    chart.update('none');
  };
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
  document.addEventListener('pitwall-theme', repaint);
}

function readTable(table: HTMLTableElement): { scenarios: string[]; series: Series[] } {
  const rows = [...table.querySelectorAll<HTMLElement>('tr[data-scenario]')];
  const scenarios = [...new Set(rows.map((row) => row.dataset.scenario ?? ''))];
  const labels = [...new Set(rows.map((row) => row.dataset.series ?? ''))];
  const series = labels.map((label) => ({
    label,
    bands: scenarios.map((scenario): Band => {
      const row = rows.find((one) => one.dataset.series === label && one.dataset.scenario === scenario);
      const low = valueIn(row, 'latencyP50Seconds');
      const high = valueIn(row, 'latencyP99Seconds');
      return low === null || high === null ? null : [low * 1000, high * 1000];
    }),
  }));
  return { scenarios, series };
}

function valueIn(row: HTMLElement | undefined, metric: string): number | null {
  const text = row?.querySelector<HTMLElement>(`[data-metric="${metric}"]`)?.dataset.value;
  return text === undefined || text === '' ? null : Number(text);
}

function configuration(
  scenarios: string[],
  series: Series[],
  formats: Formats,
  words: TooltipWords,
): ChartConfiguration<'bar', Band[], string> {
  const time = (milliseconds: number): string => formats.figure('seconds', milliseconds / 1000);
  const ink = colour('--soft');
  const rule = colour('--rule');
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  return {
    type: 'bar',
    data: {
      labels: scenarios,
      datasets: series.map(({ label, bands }, index) => ({
        label,
        data: bands,
        backgroundColor: colour(`--chart-${index + 1}`),
        borderSkipped: false,
        barThickness: 8,
      })),
    },
    options: {
      indexAxis: 'y',
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      scales: {
        x: {
          type: 'logarithmic',
          title: { display: true, text: 'ms', color: ink, font },
          grid: { color: rule },
          border: { display: false },
          ticks: { color: ink, font, maxTicksLimit: 8, callback: (value) => String(value) },
        },
        y: { grid: { display: false }, border: { color: ink }, ticks: { color: ink, font } },
      },
      plugins: {
        legend: {
          position: 'top',
          align: 'start',
          labels: { color: ink, font, boxWidth: 16, boxHeight: 8 },
        },
        tooltip: {
          callbacks: {
            label: ({ dataset, raw }) => {
              const band = raw as Band;
              if (band === null) return '';
              return valuesLine(words, dataset.label ?? '', { p50: time(band[0]), p99: time(band[1]) });
            },
          },
        },
      },
    },
  };
}
