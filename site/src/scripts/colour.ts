/** A token of the page as the theme that is on resolves it: it may name a colour for each. */
export function colour(name: string): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
