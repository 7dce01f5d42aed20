/**
 * `<warm-up-chart>` overlays the curves of the chosen target variants once it comes near the view. Without
 * scripts, the page's table has a curve in each row.
 */
class WarmUpChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    if (!frame) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        import('./warm-up-chart.ts')
          .then(({ drawWarmUps }) => drawWarmUps(this))
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

customElements.define('warm-up-chart', WarmUpChartElement);
