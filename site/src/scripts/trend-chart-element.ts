/**
 * `<trend-chart>` draws the series of its page once it comes near the view, and another when the reader
 * chooses it. Without scripts, only the table of the first series shows.
 */
class TrendChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    if (!frame) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        import('./trend-chart.ts')
          .then(({ drawTrend }) => drawTrend(this))
          .then(() => {
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

customElements.define('trend-chart', TrendChartElement);
