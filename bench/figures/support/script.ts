import type { Invocation } from '../../src/commands/command.ts';
import { createTerminal } from '../../src/terminal/terminal.ts';
import { repository } from '../../src/util/repository.ts';

/** Helpers that the scripts of figures share. */

/** Formats `0.0123` as `1.2 %`. */
export function percent(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)} %`;
}

/** Formats an effect as `0.977 (0.951 to 1.003)`; empty if there is none. */
export function effectText(effect: { ratio: number; low: number; high: number } | null): string {
  if (effect === null) return '';
  return `${effect.ratio.toFixed(3)} (${effect.low.toFixed(3)} to ${effect.high.toFixed(3)})`;
}

/** Makes an invocation for a script that measures like a command; Ctrl-C ends it in order. */
export function invocationOf(names: readonly string[], options: Invocation['options'] = {}): Invocation {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort(new Error('interrupted')));
  return {
    arguments: [...names],
    options,
    repository,
    terminal: createTerminal(process.stdout, process.stderr, process.env),
    environment: process.env,
    signal: interruption.signal,
  };
}
