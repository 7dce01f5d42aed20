/**
 * What scrolls must be able to have the focus, or the keyboard could not scroll it; what does not would be a stop that
 * does nothing. In the HTML all regions can have it, which is safe until this script has run, and without it.
 */
const sizes = new ResizeObserver((changed) => {
  for (const region of new Set(changed.map(({ target }) => target.closest('.scroll')))) {
    if (region === null) continue;
    if (region.scrollWidth > region.clientWidth) region.setAttribute('tabindex', '0');
    else region.removeAttribute('tabindex');
  }
});

for (const region of document.querySelectorAll('.scroll')) {
  // A region overflows if it gets narrower, or if what is in it gets wider.
  for (const part of [region, ...region.children]) sizes.observe(part);
}
