/** The height of a line spans at least this share above and below its middle. */
const LEAST_SPAN = 0.25;
const WIDTH = 100;
const MIDDLE = 12;
/** From the middle to either end of the scale; the rest is for the width of the line. */
const REACH = 10;

/**
 * Draws values as a line of 100 by 24 units. Its scale is by ratio, and never so fine that noise of a few percent looks
 * like a fall.
 */
export function sparkline(values: readonly number[]): string {
  const logarithms = values.map((value) => Math.log(value));
  const [least, most] = [Math.min(...logarithms), Math.max(...logarithms)];
  const centre = (least + most) / 2;
  const span = Math.max(Math.log(1 + LEAST_SPAN), (most - least) / 2);
  const step = WIDTH / Math.max(1, values.length - 1);
  return logarithms
    .map((value, index) => {
      const y = MIDDLE - (REACH * (value - centre)) / span;
      return `${index === 0 ? 'M' : 'L'}${Math.round(index * step * 10) / 10} ${Math.round(y * 10) / 10}`;
    })
    .join('');
}
