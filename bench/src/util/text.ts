import { stripVTControlCharacters } from 'node:util';

/**
 * What a reader cannot see: control characters, formats (directions, joiners, byte order marks), halves of surrogate
 * pairs, noncharacters and other unassigned code points, and the separators of lines and paragraphs.
 */
const HIDDEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Cn}\\u2028\\u2029';
const IN_A_LINE = new RegExp(`[${HIDDEN}]`, 'u');
const IN_A_TEXT = new RegExp(`(?![\\n\\t])[${HIDDEN}]`, 'u');
const EACH_IN_A_LINE = new RegExp(IN_A_LINE, 'gu');
const EACH_IN_A_TEXT = new RegExp(IN_A_TEXT, 'gu');

/** Whether a text is well-formed, and shows everything that it contains. */
export function isPlainLine(text: string): boolean {
  return !IN_A_LINE.test(text);
}

/** The same for a text of several lines, which may have tabs. */
export function isPlainText(text: string): boolean {
  return !IN_A_TEXT.test(text);
}

/**
 * Returns what outside programs wrote as a text that results may contain: without colours and hidden characters, and
 * with a replacement character for each half of a surrogate pair.
 */
export function plainText(text: string): string {
  if (isPlainText(text)) return text;
  return stripVTControlCharacters(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .toWellFormed()
    .replaceAll(EACH_IN_A_TEXT, '');
}

/** Returns a text in one line, with an escape in the place of each hidden character: `\n`, `\u001b`. */
export function visibleText(text: string): string {
  return text.replaceAll(EACH_IN_A_LINE, (character) => SHORT_ESCAPES[character] ?? escapeOf(character));
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `\u009b`, as JSON writes it; two of them for a code point beyond U+FFFF. */
export function escapeOf(character: string): string {
  return character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Cuts a text that is longer than `most` characters. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Quotes one word of a command line for a POSIX shell, only if necessary. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
