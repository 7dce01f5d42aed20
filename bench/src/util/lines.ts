import { stripVTControlCharacters } from 'node:util';
import { shortened } from './text.ts';

/** Splits a stream of text chunks into lines. */
export function lineSplitter(onLine: (line: string) => void): { push(text: string): void; end(): void } {
  let rest = '';
  return {
    push(text) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() as string;
      // An endless line must not fill the memory.
      if (rest.length > MAX_LINE_CHARACTERS) {
        lines.push(rest);
        rest = '';
      }
      for (const line of lines) onLine(line);
    },
    end() {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}

const MAX_LINE_CHARACTERS = 8_192;

/** Keeps the last lines of an output for error messages, bounded in lines and characters. */
export function lastLines(most = 50): { push(line: string): void; text(): string } {
  const kept: string[] = [];
  return {
    push(line) {
      kept.push(shortened(line, MAX_SHOWN_CHARACTERS));
      if (kept.length > most) kept.shift();
    },
    text: () => kept.join('\n'),
  };
}

const MAX_SHOWN_CHARACTERS = 500;

/** Joins the last few lines of a log into one line, for an error's `seen`; `it wrote nothing` if there are none. */
export function tailOf(log: string, lines = 5): string {
  const tail = log
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-lines)
    .map((line) => stripVTControlCharacters(line.slice(0, MAX_LINE_CHARACTERS)));
  return tail.length === 0 ? 'it wrote nothing' : tail.join(' ⏎ ');
}

/** What Maven writes below each failure, whatever it is: advice, and warnings of Java about Maven itself. */
const ADVICE =
  /^(?:\[ERROR\]\s*$|\[ERROR\] (?:To see the full stack trace|Re-run Maven|For more information about the errors|\[Help \d+\])|WARNING: (?:A terminally deprecated|sun\.misc\.Unsafe|Please consider reporting))/;

/** How many lines say why a build or a program ended. */
const TELLING_LINES = 12;

/** Joins the last lines of a build that say why it failed, for an error's `seen`. */
export function tailOfBuild(log: string): string {
  const telling = log.split('\n').filter((line) => !ADVICE.test(stripVTControlCharacters(line)));
  return tailOf(telling.join('\n'), TELLING_LINES);
}

/** Lines of a crash that say where, not what: the stack frames of Node, the JVM, .NET, Ruby, Go and Rust. */
const STACK_FRAMES: readonly RegExp[] = [
  /^\s+at /,
  /^\s*\.\.\. \d+ (?:more|common frames omitted)/,
  /^\s+from \S+:\d+/,
  /^goroutine \d+ \[/,
  /^\s+\S+:\d+ \+0x[\da-f]+$/,
  /^[\w./*()-]+\.[\w*.()]+\((?:0x[\da-f]+|\.\.\.|[?,{} ])*\)$/,
  /^Node\.js v\d/,
  /^note: run with `RUST_BACKTRACE/,
  /^Traceback \(most recent call last\):$/,
];

/** A frame of Python: where, and below it the line of source with a mark under what failed. */
const PYTHON_FRAME = /^ {2}File ".*", line \d+.*\n(?: {4}.*\n)*/gm;

/**
 * Joins the lines of a log that say why a program ended, for an error's `seen`: its last lines without stack
 * frames, of which a crash writes more than anything else.
 */
export function crashOf(log: string): string {
  const telling = log
    .replaceAll(PYTHON_FRAME, '')
    .split('\n')
    .filter((line) => !STACK_FRAMES.some((frame) => frame.test(line)));
  const last = tailOf(telling.join('\n'), TELLING_LINES);
  return telling.some((line) => line.trim() !== '') ? last : 'nothing';
}
