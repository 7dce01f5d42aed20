import { drawNearView } from './draw-near-view.ts';

/** `<scatter-chart>` draws the field of its page once it comes near the view. Without scripts, the table has it all. */
class ScatterChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    if (!frame) return;
    drawNearView(this, frame, () =>
      import('./scatter-chart.ts').then(({ drawScatter }) => drawScatter(this)),
    );
  }
}

customElements.define('scatter-chart', ScatterChartElement);
