import { drawNearView } from './draw-near-view.ts';

/**
 * `<trend-chart>` draws the series of its page once it comes near the view, and another when the reader
 * chooses it. Without scripts, only the table of the first series shows.
 */
class TrendChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    if (!frame) return;
    drawNearView(this, frame, () => import('./trend-chart.ts').then(({ drawTrend }) => drawTrend(this)));
  }
}

customElements.define('trend-chart', TrendChartElement);
