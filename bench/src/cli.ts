import { parseArgs } from 'node:util';
import { annotationOfError } from './ci/github/annotation.ts';
import { workflowCommand } from './ci/workflow-file.ts';
import type { Command } from './commands/command.ts';
import { helpOf, overview } from './commands/help.ts';
import { commands } from './commands/index.ts';
import { stopAllTrees } from './process/process-tree.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';
import { nearest } from './util/edit-distance.ts';
import { describeError, type ExitCode, exitCodes, messageOf, PitwallError } from './util/errors.ts';
import { repository } from './util/repository.ts';

const HELP = ['help', '--help', '-h'];

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<ExitCode> {
  // `bench show | head` goes away early: that is no error, and no reason to end a run.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  const terminal = createTerminal(process.stdout, process.stderr, process.env);
  const interruption = interruptible(terminal);
  try {
    const [first, ...others] = words;
    if (first === undefined || HELP.includes(first)) {
      const about = commandOf(others)?.command;
      terminal.print(about ? helpOf(about) : overview(commands));
      return exitCodes.ok;
    }
    const asked = commandOf(words);
    if (asked) return await invoke(asked.command, asked.rest, terminal, interruption.signal);
    const steps = commands.filter(({ name }) => name.startsWith(`${first} `));
    if (steps.length === 0) throw unknownCommand(commands, first);
    if (others[0] !== undefined && !HELP.includes(others[0])) throw unknownCommand(steps, words.join(' '));
    terminal.print(overview(steps));
    return exitCodes.ok;
  } catch (error) {
    terminal.clear();
    if (interruption.signal.aborted) return exitCodes.interrupted;
    if (!(error instanceof PitwallError)) throw error;
    terminal.note(describeError(error));
    // On the lines of a pull request, where its author looks first.
    if (process.env.GITHUB_ACTIONS === 'true')
      terminal.note(workflowCommand(annotationOfError(repository.root, error)));
    return error.exitCode;
  } finally {
    stopAllTrees();
  }
}

/** `go/gin` in `verify go/gin` is an argument, `plan` in `ci plan` part of the name. */
function commandOf(words: readonly string[]): { command: Command; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  return null;
}

async function invoke(
  command: Command,
  words: string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const options = { ...command.options, help: { type: 'boolean' as const, short: 'h' } };
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: words, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw wrongOption(command, error);
  }
  if (parsed.values.help) {
    terminal.print(helpOf(command));
    return exitCodes.ok;
  }
  refuseSurplus(command, parsed.positionals);
  return command.run({
    arguments: parsed.positionals,
    options: parsed.values as never,
    repository,
    terminal,
    environment: process.env,
    signal,
  });
}

/** An argument that a command would pass over in silence is most likely meant for something. */
function refuseSurplus({ name, takes }: Command, words: readonly string[]): void {
  const most = /…|--/.test(takes) ? Number.POSITIVE_INFINITY : (takes.match(/[<[]/g)?.length ?? 0);
  if (words.length <= most) return;
  throw new PitwallError({
    what: 'The command line is not right',
    where: `bench ${name}`,
    expected: most === 0 ? 'no argument' : `${most} argument${most === 1 ? '' : 's'} at most: ${takes}`,
    seen: words.join(' '),
    next: `npm run bench -- ${name} --help`,
    exitCode: exitCodes.usage,
  });
}

function wrongOption(command: Command, error: unknown): PitwallError {
  const flag = /'(--?[^'\s]+)/.exec(messageOf(error))?.[1] ?? '';
  const meant = nearest(flag.replace(/^-+/, ''), Object.keys(command.options)).map((name) => `--${name}`);
  return new PitwallError({
    what: 'The command line is not right',
    where: `bench ${command.name}`,
    expected: meant.length > 0 ? `perhaps ${meant.join(' or ')}` : 'the options of its --help',
    seen: messageOf(error).split(/\.?\s*\n|\. /)[0] ?? '',
    next: `npm run bench -- ${command.name} --help`,
    exitCode: exitCodes.usage,
  });
}

function unknownCommand(among: readonly Command[], name: string): PitwallError {
  const names = among.map((command) => command.name);
  const meant = nearest(name, names);
  return new PitwallError({
    what: 'There is no such command',
    where: 'bench',
    expected: meant.length > 0 ? `perhaps ${meant.join(' or ')}` : `one of ${names.join(', ')}`,
    seen: name,
    next: 'npm run bench -- --help',
    exitCode: exitCodes.usage,
  });
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** The first Ctrl-C stops servers, loaders and databases and keeps what was measured; the second ends at once. */
function interruptible(terminal: Terminal): AbortController {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      stopAllTrees();
      process.exit(exitCodes.interrupted);
    }
    terminal.note(
      'Stopping: ending servers, loaders and databases. What was measured is kept. (Again to end at once.)',
    );
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller;
}
