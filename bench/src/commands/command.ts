import type { ParseArgsOptionDescriptor } from 'node:util';
import type { Terminal } from '../terminal/terminal.ts';
import { nearest } from '../util/edit-distance.ts';
import { type ExitCode, exitCodes, PitwallError } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';

export interface OptionHelp extends ParseArgsOptionDescriptor {
  /** What the value is called in the help: `<name>`. */
  value?: string;
  help: string;
}

export type OptionValues = Record<string, string | boolean | string[] | undefined>;

export interface Invocation {
  arguments: string[];
  options: OptionValues;
  repository: Repository;
  terminal: Terminal;
  environment: Readonly<Record<string, string | undefined>>;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

/** One command of `bench`. Its help comes from this alone. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows the name: `[target …]`. */
  takes: string;
  /** Further sentences for `--help`. */
  details?: string;
  options: Record<string, OptionHelp>;
  run(invocation: Invocation): Promise<ExitCode>;
}

export const jsonOption: Record<string, OptionHelp> = {
  json: { type: 'boolean', help: 'print JSON for a program, nothing else on standard output' },
};

export const launcherOption: Record<string, OptionHelp> = {
  launcher: {
    type: 'string',
    value: '<process|compose>',
    help: "how targets are built and started: this machine's toolchains (default) or containers",
  },
};

/** The value of `--<name>` where it is given; throws a PitwallError where it is no whole number in its range. */
export function wholeNumberOption(
  options: OptionValues,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value !== '' && Number.isSafeInteger(number) && number >= least && number <= most) return number;
  throw new PitwallError({
    what: 'An option does not fit',
    where: `--${name}`,
    expected: `a whole number from ${least} to ${most}`,
    seen: String(value),
    next: 'Correct it, or leave it out for what --help says',
    exitCode: exitCodes.usage,
  });
}

/** The value of an option that takes one of a list; throws a PitwallError that suggests a near one otherwise. */
export function oneOf<T extends string>(option: string, value: unknown, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value);
  if (found) return found;
  throw new PitwallError({
    what: 'An option does not fit',
    where: option,
    expected: nearest(String(value), known)[0] ?? `one of ${known.join(', ')}`,
    seen: String(value),
    next: `Use one of ${known.join(', ')}`,
    exitCode: exitCodes.usage,
  });
}
