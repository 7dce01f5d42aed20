/**
 * Draws the chart of an element once its frame comes near the view, so that readers who never scroll there load
 * no chart library. Sets `data-drawn` then; if drawing fails, hides the frame and leaves the table.
 */
export function drawNearView(element: HTMLElement, frame: HTMLElement, draw: () => Promise<unknown>): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      draw()
        .then(() => {
          element.dataset.drawn = '';
        })
        .catch((error: unknown) => {
          // Keep the table, but show no empty frame, and no choice that nothing answers.
          frame.hidden = true;
          for (const choice of element.querySelectorAll<HTMLElement>('label, fieldset')) choice.hidden = true;
          console.error(error);
        });
    },
    { rootMargin: '400px' },
  );
  watcher.observe(frame);
}
