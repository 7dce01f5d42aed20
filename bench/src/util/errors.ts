/**
 * An error in five parts: what failed, where, what was expected, what was seen, and what to do next. Every
 * error that a user can cause is one of these; any other is a bug and shows a stack.
 */
export interface ErrorParts {
  /** What failed, as a short sentence without a full stop. */
  what: string;
  /** A file with a path into it (`targets/go/gin/target.yaml › kind`), a command, or an address. */
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

  constructor(parts: ErrorParts & { exitCode?: ExitCode; cause?: unknown; others?: readonly ErrorParts[] }) {
    super(`${parts.what} (${parts.where}): expected ${parts.expected}; saw ${parts.seen}. ${parts.next}`, {
      cause: parts.cause,
    });
    this.what = parts.what;
    this.where = parts.where;
    this.expected = parts.expected;
    this.seen = parts.seen;
    this.next = parts.next;
    this.exitCode = parts.exitCode ?? exitCodes.failed;
    this.others = parts.others ?? [];
  }
}

/** Exit codes of every command; `bench --help` prints this table. */
export const exitCodes = {
  ok: 0,
  /** A target or a check failed. */
  failed: 1,
  /** The command line, a manifest or a profile is wrong. */
  usage: 2,
  /** The machine lacks what the command needs. */
  missing: 3,
  /** Another run holds the lock of this checkout. */
  locked: 4,
  /** Stopped by SIGINT; the results so far are kept. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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
