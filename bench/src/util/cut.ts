/** Cuts text to limits that others set, in characters or in bytes, without tearing a character apart. */

/** Returns at most the first `most` UTF-16 units; a surrogate pair on the edge is left out as a whole. */
export function cutToLength(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? most - 1 : most);
}

/** Returns the longest beginning whose UTF-8 has at most `most` bytes. */
export function cutToBytes(text: string, most: number): string {
  const encoded = Buffer.from(text, 'utf8');
  if (encoded.length <= most) return text;
  let end = most;
  // Bytes 10xxxxxx continue a character that began before them.
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
  return encoded.toString('utf8', 0, end);
}
