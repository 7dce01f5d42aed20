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
        drawLatencyChart(canvas, table, this.dataset.locale ?? 'en'),
      ),
    );
  }
}

customElements.define('latency-chart', LatencyChartElement);
