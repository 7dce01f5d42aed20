import { drawNearView } from './draw-near-view.ts';

/** `<release-chart>` draws the releases of the table beside it once it comes near the view. */
class ReleaseChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    if (!frame) return;
    drawNearView(this, frame, () =>
      import('./release-chart.ts').then(({ drawReleases }) => drawReleases(this)),
    );
  }
}

customElements.define('release-chart', ReleaseChartElement);
