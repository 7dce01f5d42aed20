import { Help } from 'commander';
import { displayWidth } from './width.ts';

/** What wraps the help, for any text: it knows no least width, and Chinese characters are two wide. */
class Wrapping extends Help {
  override minWidthToWrap = 1;

  override displayWidth(text: string): number {
    return displayWidth(text);
  }
}

const wrapping = new Wrapping();

/**
 * Wraps a text at its spaces. A word that is longer than a line is left whole, for it may be meant to be copied.
 *
 * @param columns of a line; `null`: it may be as long as it likes
 * @param indent before each line but the first
 */
export function wrapped(text: string, columns: number | null, indent = ''): string {
  if (columns === null) return text;
  return wrapping.boxWrap(text, columns - indent.length).replaceAll('\n', `\n${indent}`);
}
