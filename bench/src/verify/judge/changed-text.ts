/** Judges whether a JSON text is another one in which a single string has become the marker, without parsing either. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** RFC 8259, 2: tab, line feed, carriage return, space. */
const WHITESPACE = [0x09, 0x0a, 0x0d, 0x20];

/**
 * Returns whether `changed` is `proven`, a JSON text, but for one string whose whole content is now `marker`. A string
 * that a serializer escapes is left to a parser: `false` does not mean that it is wrong.
 *
 * @param marker without a character that JSON escapes
 */
export function isOneTextChanged(proven: Buffer, changed: Buffer, marker: string): boolean {
  const start = changed.indexOf(marker);
  if (start < 1 || changed[start - 1] !== QUOTE) return false;
  const rest = changed.subarray(start + Buffer.byteLength(marker));
  const end = proven.length - rest.length;
  if (rest[0] !== QUOTE || end < start) return false;
  const old = proven.subarray(start, end);
  return (
    proven.subarray(0, start).equals(changed.subarray(0, start)) &&
    proven.subarray(end).equals(rest) &&
    // Neither quote is escaped, and the first one opens a string: the old text lies within it.
    !old.includes(QUOTE) &&
    !old.includes(BACKSLASH) &&
    opensString(proven, start - 1) &&
    !isName(proven, end + 1)
  );
}

/** Returns whether the quote at this place of a JSON text begins a string. */
function opensString(text: Buffer, place: number): boolean {
  let isInside = false;
  for (let at = 0; at < place; at++) {
    // JSON has backslashes within strings only, each before a character that it escapes.
    if (text[at] === BACKSLASH) at++;
    else if (text[at] === QUOTE) isInside = !isInside;
  }
  return !isInside;
}

/** Returns whether the string that ends right before this place is the name of a member. */
function isName(text: Buffer, place: number): boolean {
  let at = place;
  while (WHITESPACE.includes(text[at] ?? 0)) at++;
  return text[at] === COLON;
}
