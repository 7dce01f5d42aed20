import { CommanderError, Option, Command as Parser } from 'commander';
import { wrapped } from '../terminal/wrap.ts';
import { type ExitCode, exitCodes, type PitwallError } from '../util/errors.ts';
import { unknownName, usageError } from '../util/usage-errors.ts';
import type { Command, CommandContext, OptionHelp, OptionValues } from './command.ts';
import { refuseEatenOptions } from './eaten-options.ts';
import { refuseExcludedOptions } from './excluded-options.ts';

const meanings: Record<keyof typeof exitCodes, string> = {
  ok: 'all went well',
  failed: 'a measurement or a check failed',
  usage: 'the command line, a manifest or a profile is wrong',
  missing: 'something that the command needs is missing on this machine',
  locked: 'another run is in progress in this checkout',
  interrupted: 'stopped by Ctrl-C; what was measured is kept',
};

/** Width of help that goes to a file or another program: in effect, no wrapping. */
const UNWRAPPED = 1_000;

/** Longest line of the sentences about a command: they are wrapped in a file as well. */
const LONGEST_LINE = 118;

/** Narrowest column for what an option does: beside the longest option, 60 columns leave it this much. */
const LEAST_COLUMN = 20;

/**
 * Runs the command that the words name, or prints the help that they ask for: without words, what comes first.
 *
 * @throws PitwallError if the words name no command, or do not fit it
 */
export async function runCommandLine(
  words: readonly string[],
  commands: readonly Command[],
  context: CommandContext,
): Promise<ExitCode> {
  refuseEatenOptions(words, commands, context.environment);
  if (words.length === 0) {
    context.terminal.print(firstHelp(commands));
    return exitCodes.ok;
  }
  let exitCode: ExitCode = exitCodes.ok;
  let help = '';
  const write = (text: string): void => {
    help += text;
  };
  const columns = (): number => context.terminal.columns ?? UNWRAPPED;
  const program = new Parser('npm run bench --')
    .description('Pitwall: web-framework benchmarks with their uncertainty.')
    .usage('<command> [arguments]')
    .configureOutput({ writeOut: write, writeErr: write, getOutHelpWidth: columns, getErrHelpWidth: columns })
    .configureHelp({
      visibleCommands: leavesOf,
      subcommandTerm: nameOf,
      minWidthToWrap: LEAST_COLUMN,
      commandDescription: (command) => wrapped(command.description(), Math.min(columns(), LONGEST_LINE)),
    })
    .addHelpText('after', '\nEach command has --help.')
    .addHelpText('afterAll', `\n${exitTable()}`);
  refuseWith(program, words);
  for (const command of commands) {
    const parser = command.name.split(' ').reduce((parent, word) => childOf(parent, word, words), program);
    describe(parser, command);
    parser.action(async () => {
      const options = valuesOf(parser);
      refuseExcludedOptions(command, options);
      exitCode = await command.run({ ...context, arguments: parser.args, options });
      context.terminal.sayLeftOut('--json');
    });
  }
  try {
    await program.parseAsync(asHelpOption(words, commands), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    context.terminal.print(help.trimEnd());
  }
  return exitCode;
}

/** The commands that a fresh clone needs first, in this order. */
const FIRST_COMMANDS: readonly string[] = ['start', 'doctor', 'new', 'verify', 'run'];

function firstHelp(commands: readonly Command[]): string {
  const first = FIRST_COMMANDS.flatMap((name) => commands.filter((command) => command.name === name));
  const calls = first.map(({ name }) => (name === 'start' ? 'npm start' : `npm run bench -- ${name}`));
  const width = Math.max(...calls.map((call) => call.length));
  return [
    'Pitwall: web-framework benchmarks with their uncertainty.',
    '',
    ...first.map(({ summary }, index) => `  ${(calls[index] ?? '').padEnd(width)}  ${summary}`),
    '',
    `All ${commands.length} commands: npm run bench -- --help`,
  ].join('\n');
}

/** `help run` is `run --help`; of a command that is not there, it is the command, which the parser refuses. */
function asHelpOption([first, ...others]: readonly string[], commands: readonly Command[]): string[] {
  if (first === undefined) return [];
  if (first !== 'help') return [first, ...others];
  const [name] = others;
  const isKnown = name === undefined || commands.some((command) => command.name.split(' ')[0] === name);
  return isKnown || name.startsWith('-') ? [...others, '--help'] : others;
}

/** `plan` in `ci plan` is a command of the group `ci`. */
function childOf(parent: Parser, word: string, words: readonly string[]): Parser {
  const known = parent.commands.find((candidate) => candidate.name() === word);
  return known ?? refuseWith(parent.command(word), words);
}

function describe(parser: Parser, { summary, details, takes, options }: Command): void {
  parser
    .summary(summary)
    .description(details === undefined ? summary : `${summary}\n\n${details}`)
    .allowExcessArguments(false);
  if (takes !== '') parser.arguments(takes);
  for (const [name, option] of Object.entries(options)) parser.addOption(optionOf(name, option));
}

function optionOf(name: string, { type, value = '<value>', multiple, help }: OptionHelp): Option {
  const option = new Option(type === 'boolean' ? `--${name}` : `--${name} ${value}`, help);
  if (multiple) option.argParser((text: string, before: string[] = []) => [...before, text]);
  return option;
}

/** The options that were given, by their names. */
function valuesOf(parser: Parser): OptionValues {
  const given = parser.options.map((option) => [
    option.name(),
    parser.getOptionValue(option.attributeName()),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * Makes the parser throw a PitwallError instead of ending the process. Help, which it also throws, passes.
 */
function refuseWith(parser: Parser, words: readonly string[]): Parser {
  return parser.exitOverride((error) => {
    throw error.code.startsWith('commander.help') ? error : refusal(parser, error, words);
  });
}

function refusal(parser: Parser, { code, message }: CommanderError, words: readonly string[]): PitwallError {
  const own = nameOf(parser);
  const names = leavesOf(parser).map(nameOf);
  const where = `bench ${own}`.trimEnd();
  const next = `npm run bench -- ${own} --help`.replace(/ {2}/, ' ');
  if (code === 'commander.unknownCommand')
    return unknownName('command', `${own} ${parser.args[0]}`.trimStart(), names, {
      where,
      expected:
        own === ''
          ? `${FIRST_COMMANDS.join(', ')}, or another that --help lists`
          : `one of ${names.join(', ')}`,
      next,
    });
  const [, problem = '', meant] = /^error: (.*?)\.?(?:\n\(Did (you mean .*)\))?$/s.exec(message) ?? [];
  return usageError({
    what: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${meant === undefined ? '' : `; did ${meant}`}`,
    where,
    expected: names.length > 0 ? `one of ${names.join(', ')}` : `${where} ${parser.usage()}`,
    seen: `bench ${words.join(' ')}`,
    next,
  });
}

/** Commands, without those that are only groups. */
function leavesOf(parser: Parser): Parser[] {
  return parser.commands.flatMap((command) => (command.commands.length > 0 ? leavesOf(command) : [command]));
}

/** The full name, such as `ci plan`; empty for the program itself. */
function nameOf(parser: Parser): string {
  return parser.parent === null ? '' : `${nameOf(parser.parent)} ${parser.name()}`.trimStart();
}

function exitTable(): string {
  return [
    'Exit codes:',
    ...Object.entries(exitCodes).map(
      ([name, code]) => `  ${String(code).padStart(3)}  ${meanings[name as keyof typeof exitCodes]}`,
    ),
  ].join('\n');
}
