import { cutToBytes } from '../../util/cut.ts';

/**
 * Longest Markdown in bytes of UTF-8. GitHub takes 65,535 bytes in a check's summary and 65,536 characters in
 * a comment; the rest is for the marks and the status that a comment also holds.
 */
const MAX_MARKDOWN_BYTES = 60_000;

const REST = '\n\nThe rest is too long to be shown here; see the run for all of it.';

/** Cuts Markdown at the end of a line if it is too long, so that no table row or escape is broken. */
export function cutMarkdown(markdown: string, maxBytes = MAX_MARKDOWN_BYTES): string {
  if (Buffer.byteLength(markdown) <= maxBytes) return markdown;
  const part = cutToBytes(markdown, maxBytes - Buffer.byteLength(REST));
  const end = part.lastIndexOf('\n');
  return `${end > 0 ? part.slice(0, end) : part}${REST}`;
}
