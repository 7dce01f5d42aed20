/** `<scatter-chart>` draws the field of its page once it comes near the view. Without scripts, the table has it all. */
class ScatterChartElement extends HTMLElement {
  connectedCallback(): void {
    const frame = this.querySelector<HTMLElement>('.chart');
    if (!frame) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        import('./scatter-chart.ts')
          .then(({ drawScatter }) => {
            drawScatter(this);
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

customElements.define('scatter-chart', ScatterChartElement);
