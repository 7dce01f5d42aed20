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
            // Keep the table, but show no empty frame.
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
