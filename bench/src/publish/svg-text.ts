/** Advance widths of a common sans-serif at 11 px, in pixels: near enough to place a few words. */
const NARROW = /[ijlI1.,:;'|!()[\]–-]/;
const WIDE = /[mwMW@%]/;

export function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) =>
      sum +
      (/[\u2e80-\u{1ffff}]/u.test(letter) ? 11.5 : NARROW.test(letter) ? 4 : WIDE.test(letter) ? 9.5 : 6.6),
    0,
  );
}
