import { escapeOf } from '../util/text.ts';

/** The styles that this program writes itself, each with its end: bold, faint, red, green and yellow. */
const STYLE = new RegExp(`(${String.fromCharCode(0x1b)}\\[(?:1|2|22|31|32|33|39)m)`);
/** Controls except line ends and tabs, and directions: what moves the cursor, hides text, or turns it around. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes a text safe for a terminal or the log of a workflow: names, outputs and reasons come from builds, servers and
 * files of others. Turns whatever would steer the terminal into a visible escape.
 *
 * @param options.colour whether the text may have this program's own styles
 * @param options.inWorkflow whether a runner reads commands from the log
 */
export function shownText(text: string, options: { colour: boolean; inWorkflow: boolean }): string {
  const parts = options.colour ? text.split(STYLE) : [text];
  // Every second part is a style.
  const plain = parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(STEERING, escapeOf)));
  return options.inWorkflow ? withoutCommands(plain.join('')) : plain.join('');
}

/** Breaks up what a runner takes for a command: `::` at the beginning of a line, `##[` anywhere in it. */
function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n]*):(?=:)/gm, '$1: ').replaceAll('##[', '## [');
}
