import { stripVTControlCharacters, styleText } from 'node:util';
import { english } from '../words/index.ts';
import { type FittedColumn, fittedTable } from './fitted-table.ts';
import { shownText } from './shown-text.ts';
import type { Rows } from './table.ts';
import { displayWidth } from './width.ts';
import { wrapped } from './wrap.ts';

/** Where a command writes: results to standard output, everything about its progress to standard error. */
export interface Terminal {
  /** Columns of a line of results; `null`: it may be as long as it likes, as in a pipe. */
  readonly columns: number | null;
  /** Wraps a text to these columns. @param indent before each line but the first */
  wrap(text: string, indent?: string): string;
  /** A table that fits in these columns. */
  table(columns: readonly FittedColumn[], rows: Rows): string;
  /**
   * Prints which columns the tables since the last call left out, if any, and how to see them. After a command, this is
   * done for it.
   *
   * @param asJson the option or command that prints all of it as JSON
   */
  sayLeftOut(asJson: string): void;
  /** A result: a table, a list, JSON. */
  print(text: string): void;
  /** A command to the runner of a workflow, which no other text can be. */
  command(line: string): void;
  /** What is happening, for people. */
  note(text: string): void;
  /** The step that begins, on a line of its own. */
  step(text: string): void;
  /** Output of a program that a step runs: shown briefly on a terminal, and nowhere else. */
  detail(text: string): void;
  /** One line that the next one replaces on a terminal; elsewhere a plain line now and then. */
  progress(done: number, total: number, text: string, secondsLeft: number | null): void;
  /** Ends the progress line. */
  clear(): void;
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

interface Stream {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

type Style = Parameters<typeof styleText>[0];

/** Plain progress lines come at most this often: a log stays readable. */
const PLAIN_PROGRESS_SECONDS = 15;

export function createTerminal(
  out: Stream,
  err: Stream,
  environment: Readonly<Record<string, string | undefined>>,
  now: () => number = () => performance.now(),
): Terminal {
  const coloured = (stream: Stream): boolean =>
    environment.NO_COLOR === undefined && environment.TERM !== 'dumb' && stream.isTTY === true;
  const colour = coloured(out);
  const live = err.isTTY === true && environment.TERM !== 'dumb';
  const shown = (text: string): string =>
    shownText(text, { colour, inWorkflow: environment.GITHUB_ACTIONS === 'true' });
  const asked = columnsOf(environment.COLUMNS);
  // A terminal that does not know its width says 0.
  const columns = (): number | null => asked ?? (out.isTTY === true ? out.columns || null : null);
  const leftOut = new Set<string>();
  /** Width of the widest table that left something out. */
  let whole = 0;
  let drawn = false;
  let lastPlain = Number.NEGATIVE_INFINITY;

  // Colour was decided above, also for the streams of tests.
  const paint = (style: Style) => (text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const clear = (): void => {
    if (drawn) err.write('\r\u001b[2K');
    drawn = false;
  };
  const draw = (text: string): void => {
    const columns = Math.max(20, (err.columns ?? 80) - 1);
    err.write(`\r\u001b[2K${fitted(text, columns)}`);
    drawn = true;
  };
  const print = (text: string): void => {
    clear();
    out.write(`${shown(text)}\n`);
  };
  const faint = paint('dim');
  return {
    get columns() {
      return columns();
    },
    wrap: (text, indent) => wrapped(text, columns(), indent),
    table(each, rows) {
      const made = fittedTable(each, rows, columns());
      for (const name of made.leftOut) leftOut.add(name);
      if (made.leftOut.length > 0) whole = Math.max(whole, made.wholeWidth);
      return made.text;
    },
    sayLeftOut(asJson) {
      if (leftOut.size === 0) return;
      // What a variable asks for, it asks for in a pipe as well.
      const wider =
        asked === null ? `a terminal ${whole} columns wide, a pipe (| less -S)` : `COLUMNS=${whole}`;
      const sentence = `Not shown for want of room: ${[...leftOut].join(', ')}. To see all: ${wider} or ${asJson}.`;
      leftOut.clear();
      whole = 0;
      print(`\n${faint(wrapped(sentence, columns()))}`);
    },
    print,
    command(line) {
      clear();
      err.write(`${shownText(line, { colour: false, inWorkflow: false })}\n`);
    },
    note(text) {
      clear();
      err.write(`${shown(text)}\n`);
    },
    step(text) {
      clear();
      err.write(`· ${shown(text)}\n`);
    },
    detail(text) {
      if (live) draw(shown(stripVTControlCharacters(text)).trim());
    },
    progress(done, total, text, secondsLeft) {
      const left = secondsLeft === null ? '' : `, ${english.duration(secondsLeft)} left`;
      const line = shown(`${done}/${total}${left}  ${text}`);
      if (live) {
        draw(line);
      } else if (now() - lastPlain >= PLAIN_PROGRESS_SECONDS * 1_000) {
        lastPlain = now();
        err.write(`${line}\n`);
      }
    },
    clear,
    strong: paint('bold'),
    faint,
    good: paint('green'),
    bad: paint('red'),
    warn: paint('yellow'),
  };
}

/** Reads the variable by which a reader says how wide lines may be, whatever they are printed to. */
function columnsOf(variable: string | undefined): number | null {
  return variable !== undefined && /^[1-9]\d*$/.test(variable) ? Number(variable) : null;
}

function fitted(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  for (const character of text) {
    if (displayWidth(kept + character) >= columns) break;
    kept += character;
  }
  return `${kept}…`;
}
