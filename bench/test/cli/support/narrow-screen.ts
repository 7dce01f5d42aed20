import assert from 'node:assert/strict';
import { createTerminal } from '../../../src/terminal/terminal.ts';
import { displayWidth } from '../../../src/terminal/width.ts';

/** A terminal of so many columns; `null`: a pipe. */
export function screenOf(columns: number | null, environment: Record<string, string> = {}) {
  const written: string[] = [];
  const stream = {
    isTTY: columns !== null,
    ...(columns === null ? {} : { columns }),
    write: (text: string) => written.push(text),
  };
  const terminal = createTerminal(stream, stream, { NO_COLOR: '', ...environment });
  return { terminal, written: () => written.join('') };
}

/** The text on one line: two texts are then alike if only their lines and columns differ. */
export const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

export function assertFits(text: string, columns: number): void {
  for (const line of text.split('\n'))
    assert.ok(displayWidth(line) <= columns, `${displayWidth(line)} of ${columns}: ${line}`);
}
