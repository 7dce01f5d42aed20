import type { Invocation } from '../../../src/commands/command.ts';
import { createTerminal } from '../../../src/terminal/terminal.ts';
import type { MadeRepository } from './repository.ts';

interface WatchedInvocation extends Invocation {
  output(): string;
  progress(): string;
}

/** A command as the command line would call it, in a repository that a test made. */
export function invocationIn(
  { repository }: MadeRepository,
  change: Partial<Pick<Invocation, 'arguments' | 'options' | 'signal'>> = {},
): WatchedInvocation {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write(text: string) {
      written[name] += text;
    },
  });
  return {
    arguments: [],
    options: {},
    signal: new AbortController().signal,
    ...change,
    repository,
    environment: {},
    terminal: createTerminal(stream('out'), stream('err'), {}),
    output: () => written.out,
    progress: () => written.err,
  };
}
