import type { Terminal } from '../terminal/terminal.ts';
import type { ExitCode } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import { invalidValue, unknownName } from '../util/usage-errors.ts';

export interface OptionHelp {
  type: 'string' | 'boolean';
  /** Name of the value in the help: `<name>`. */
  value?: string;
  /** The option may be repeated; its value is a list. */
  multiple?: boolean;
  /** Options of the same command that cannot be given beside it, without `--`. */
  excludes?: readonly string[];
  help: string;
}

export type OptionValues = Record<string, string | boolean | string[] | undefined>;

/** The surroundings of a command, which do not depend on its arguments. */
export interface CommandContext {
  repository: Repository;
  terminal: Terminal;
  environment: Readonly<Record<string, string | undefined>>;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

/** What a command receives. It passes to its functions only the parts that they need. */
export interface Invocation extends CommandContext {
  /** As many as `takes` allows: the command line rejects fewer and more. */
  arguments: string[];
  options: OptionValues;
}

/** One command of `bench`. Its help is made from this alone. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The arguments, as commander writes them: `<base> [target...]`. */
  takes: string;
  /** Further sentences for `--help`, which wraps them to the terminal: a line end begins a paragraph. */
  details?: string;
  options: Record<string, OptionHelp>;
  run(invocation: Invocation): Promise<ExitCode>;
}

export const jsonOption: Record<string, OptionHelp> = {
  json: { type: 'boolean', help: 'print JSON to standard output, and nothing else' },
};

export const launcherOption: Record<string, OptionHelp> = {
  launcher: {
    type: 'string',
    value: '<process|compose>',
    help: "how targets are built and started: this machine's toolchains (default) or containers",
  },
};

export const seedOption: Record<string, OptionHelp> = {
  seed: {
    type: 'string',
    value: '<n>',
    help: 'seed of all random orders (default: from the clock; recorded)',
  },
};

/** Reads `--<name>`, if given; throws a PitwallError unless it is a whole number in its range. */
export function wholeNumberOption(
  options: OptionValues,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  // Number() also reads 1e1, 0x10 and blanks, which are more often a slip than meant.
  if (/^\d+$/.test(String(value)) && number >= least && number <= most) return number;
  throw invalidValue(`--${name}`, value, `a whole number from ${least} to ${most}`);
}

/** Reads `--seed`; from the clock if it is not given. */
export function seedOf(options: OptionValues): number {
  return wholeNumberOption(options, 'seed', 0, 2 ** 32 - 1) ?? Date.now() % 2 ** 32;
}

/** Reads `--<name>` as one of a list; throws a PitwallError that suggests a similar name otherwise. */
export function oneOf<T extends string>(name: string, value: unknown, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value);
  if (found) return found;
  const rest = { where: `--${name}`, next: `Correct --${name}, or leave it out` };
  throw unknownName(name, String(value), known, rest);
}
