import { shortened, visibleText } from './text.ts';

/**
 * An error in five parts: what failed, where, what was expected, what was seen, and what to do next. Every
 * error that a user can cause is one of these; any other is a bug and shows a stack.
 */
export interface ErrorParts {
  /** What failed, as a short sentence without a full stop. */
  what: string;
  /** A file with a path into it (`targets/go/gin/target.yaml:12 › kind`), a command, or an address. */
  where: string;
  /** What would have been right. */
  expected: string;
  /** What was there instead. */
  seen: string;
  /** The next command or action. */
  next: string;
}

export class PitwallError extends Error implements ErrorParts {
  override readonly name = 'PitwallError';
  readonly what: string;
  readonly where: string;
  readonly expected: string;
  readonly seen: string;
  readonly next: string;
  readonly exitCode: ExitCode;
  /** Further mistakes that were found along with this one, for instance in the same file. */
  readonly others: readonly ErrorParts[];

  constructor({
    exitCode,
    cause,
    others,
    ...parts
  }: ErrorParts & { exitCode?: ExitCode; cause?: unknown; others?: readonly ErrorParts[] }) {
    const { what, where, expected, seen, next } = inOneLine(parts);
    super(`${what} (${where}): expected ${expected}; saw ${seen}. ${next}`, { cause });
    this.what = what;
    this.where = where;
    this.expected = expected;
    this.seen = seen;
    this.next = next;
    this.exitCode = exitCode ?? exitCodes.failed;
    this.others = (others ?? []).map(inOneLine);
  }
}

/** Longest part in characters: a dozen lines of a build. */
const MOST_PART_CHARACTERS = 8_000;

/**
 * Brings a part to one line. Parts quote files, names and outputs that strangers may have written: a line end would
 * begin a line of its own in the terminal or a workflow command in a log, and an escape would steer the terminal.
 */
function onePart(text: string): string {
  return visibleText(shortened(text, MOST_PART_CHARACTERS));
}

function inOneLine(parts: ErrorParts): ErrorParts {
  return {
    what: onePart(parts.what),
    where: onePart(parts.where),
    expected: onePart(parts.expected),
    seen: onePart(parts.seen).trim() === '' ? 'an empty text' : onePart(parts.seen),
    next: onePart(parts.next),
  };
}

/** Exit codes of every command; `bench --help` prints this table. */
export const exitCodes = {
  ok: 0,
  /** A target or a check failed. */
  failed: 1,
  /** The command line, a manifest or a profile is wrong. */
  usage: 2,
  /** Something that the command needs is missing on this machine. */
  missing: 3,
  /** Another run holds the lock of this checkout. */
  locked: 4,
  /** Stopped by SIGINT; the results so far are kept. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a command that another process ran; `failed` for what is no exit code of ours, or a signal. */
export function exitCodeOf(code: number | null): ExitCode {
  return Object.values(exitCodes).find((known) => known === code) ?? exitCodes.failed;
}

/** Returns the five parts on five lines, as the terminal shows them; mistakes found along with it follow. */
export function describeError(error: ErrorParts & { others?: readonly ErrorParts[] }): string {
  return [
    `✗ ${error.what}`,
    `  where     ${error.where}`,
    `  expected  ${error.expected}`,
    `  seen      ${error.seen}`,
    `  next      ${error.next}`,
    ...(error.others ?? []).map((other) => describeError(other)),
  ].join('\n');
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
