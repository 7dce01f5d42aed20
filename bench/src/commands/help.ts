import { exitCodes } from '../util/errors.ts';
import type { Command, OptionHelp } from './command.ts';

const meanings: Record<keyof typeof exitCodes, string> = {
  ok: 'all went well',
  failed: 'something measured or checked did not hold',
  usage: 'the command line, a manifest or a profile is wrong',
  missing: 'the machine lacks what the command needs',
  locked: 'another run is going on in this checkout',
  interrupted: 'stopped by Ctrl-C; what was measured is kept',
};

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Pitwall: web-framework benchmarks with their uncertainty.',
    '',
    'Usage: npm run bench -- <command> [arguments]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Each command has --help.',
    '',
    exitTable(),
  ].join('\n');
}

export function helpOf(command: Command): string {
  const shown: Record<string, OptionHelp> = {
    ...command.options,
    help: { type: 'boolean', help: 'show this' },
  };
  const options = Object.entries(shown).map(
    ([name, option]) => [`--${name}${option.value ? ` ${option.value}` : ''}`, option.help] as const,
  );
  const width = Math.max(...options.map(([flag]) => flag.length));
  return [
    command.summary,
    '',
    `Usage: npm run bench -- ${command.name} ${command.takes}`.trimEnd(),
    ...(command.details ? ['', command.details] : []),
    '',
    'Options:',
    ...options.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    '',
    exitTable(),
  ].join('\n');
}

function exitTable(): string {
  return [
    'Exit codes:',
    ...Object.entries(exitCodes).map(
      ([name, code]) => `  ${String(code).padStart(3)}  ${meanings[name as keyof typeof exitCodes]}`,
    ),
  ].join('\n');
}
