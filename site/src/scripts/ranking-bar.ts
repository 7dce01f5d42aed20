import { type Axis, dotPath, placeOn, ticksPath, whiskerPath } from '../lib/charts/axis.ts';

/** A figure of a row with the interval and the fresh starts that its bar shows. */
export interface BarFigure {
  median: number;
  low: number | null;
  high: number | null;
  values: readonly number[];
}

/** Draws a figure into the picture of a row: a bar, or a dot on a logarithmic axis, with a whisker. */
export function drawFigure(svg: SVGSVGElement, axis: Axis, { median, low, high, values }: BarFigure): void {
  const part = (name: string, shape: 'rect' | 'path'): Element => {
    const found = svg.querySelector(`.${name}`);
    if (found) return found;
    const made = svg.appendChild(document.createElementNS(svg.namespaceURI, shape));
    made.setAttribute('class', name);
    return made;
  };
  if (low !== null && high !== null) part('whisker', 'path').setAttribute('d', whiskerPath(axis, low, high));
  if (values.length > 0) part('starts', 'path').setAttribute('d', ticksPath(axis, values));
  if (axis.logarithmic) part('dot', 'path').setAttribute('d', dotPath(axis, median));
  else {
    const bar = part('bar', 'rect');
    bar.setAttribute('y', '4');
    bar.setAttribute('height', '10');
    bar.setAttribute('width', String(placeOn(axis, median)));
    // Below the whisker, which may have been there before it.
    svg.prepend(bar);
  }
}
