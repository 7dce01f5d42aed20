import { stripVTControlCharacters, styleText } from 'node:util';
import { english } from '../words/index.ts';
import { shownText } from './shown-text.ts';
import { displayWidth } from './width.ts';

/** Where a command writes: results to standard output, everything about its progress to standard error. */
export interface Terminal {
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
  return {
    print(text) {
      clear();
      out.write(`${shown(text)}\n`);
    },
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
    faint: paint('dim'),
    good: paint('green'),
    bad: paint('red'),
    warn: paint('yellow'),
  };
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
