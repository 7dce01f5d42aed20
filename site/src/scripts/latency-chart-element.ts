import type { TooltipWords } from '../lib/charts/tooltips.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import { drawNearView } from './draw-near-view.ts';

/**
 * `<latency-chart>` draws a chart from the table inside it once it comes near the view. Readers who never
 * scroll there load no chart library; without scripts, only the table shows.
 */
class LatencyChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    const canvas = this.querySelector('canvas');
    const table = this.querySelector('table');
    if (!frame || !canvas || !table) return;
    drawNearView(this, frame, () =>
      import('./latency-chart.ts').then(({ drawLatencyChart }) =>
        drawLatencyChart(canvas, table, this.dataset.locale ?? 'en', unpackWords<TooltipWords>(this)),
      ),
    );
  }
}

customElements.define('latency-chart', LatencyChartElement);
