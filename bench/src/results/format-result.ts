import { plainText } from '../util/text.ts';

/** Longest object without nesting, in characters, that is kept on one line. */
const LINE_CHARACTERS = 200;

/**
 * Formats JSON with one line per column and per check, so that a diff of two runs is readable, and git packs
 * it well. Lists and short objects without nesting stay on one line; everything else has a line of its own.
 *
 * Texts lose what a result must not contain: reasons quote the output of builds and servers, which may be coloured, and
 * a file that its own schema refuses would be lost.
 */
export function formatResult(value: unknown): string {
  return `${layOut(withPlainTexts(value), '')}\n`;
}

function withPlainTexts(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(withPlainTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withPlainTexts(entry)]));
}

function layOut(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const nested = Object.values(value).some((entry) => typeof entry === 'object' && entry !== null);
  const line = JSON.stringify(value);
  const list = Array.isArray(value);
  if (!nested && (list || line.length <= LINE_CHARACTERS)) return line;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    return `[\n${value.map((entry) => inner + layOut(entry, inner)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([key, entry]) => `${inner}${JSON.stringify(key)}: ${layOut(entry, inner)}`);
  return `{\n${entries.join(',\n')}\n${indent}}`;
}
