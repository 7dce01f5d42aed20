import { drawNearView } from './draw-near-view.ts';

/**
 * `<warm-up-chart>` overlays the curves of the chosen target variants once it comes near the view. Without
 * scripts, the page's table has a curve in each row.
 */
class WarmUpChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    if (!frame) return;
    drawNearView(this, frame, () =>
      import('./warm-up-chart.ts').then(({ drawWarmUps }) => drawWarmUps(this)),
    );
  }
}

customElements.define('warm-up-chart', WarmUpChartElement);
