import { stripVTControlCharacters } from 'node:util';

/** What a reader takes for one character: an accent or the parts of an emoji belong to it. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that a text takes in a terminal: colour codes none, CJK characters and emoji two. */
export function displayWidth(text: string): number {
  const plain = stripVTControlCharacters(text);
  // Nearly every text: segmenting takes far longer.
  if (/^[ -~]*$/.test(plain)) return plain.length;
  let width = 0;
  for (const { segment } of characters.segment(plain)) width += isWide(segment) ? 2 : 1;
  return width;
}

function isWide(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (
    (point >= 0x1100 && point <= 0x115f) ||
    (point >= 0x2e80 && point <= 0xa4cf) ||
    (point >= 0xac00 && point <= 0xd7a3) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0xfe30 && point <= 0xfe6f) ||
    (point >= 0xff00 && point <= 0xff60) ||
    (point >= 0x20000 && point <= 0x3fffd) ||
    /^\p{RGI_Emoji}$/v.test(character)
  );
}
