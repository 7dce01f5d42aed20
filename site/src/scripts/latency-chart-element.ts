/**
 * `<latency-chart>` draws a chart from the table inside it, once it comes near the view: readers who never
 * scroll there load no chart library, and without scripts the table is all there is to see.
 */
class LatencyChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    const canvas = this.querySelector('canvas');
    const table = this.querySelector('table');
    if (!frame || !canvas || !table) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        import('./latency-chart.ts')
          .then(({ drawLatencyChart }) => {
            drawLatencyChart(canvas, table);
            this.dataset.drawn = '';
          })
          .catch((error: unknown) => {
            // The table stays; an empty frame must not.
            frame.hidden = true;
            console.error(error);
          });
      },
      { rootMargin: '400px' },
    );
    watcher.observe(frame);
  }
}

customElements.define('latency-chart', LatencyChartElement);
