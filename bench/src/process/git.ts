import { type CommandResult, runCommand } from './command.ts';

interface RunOptions {
  /** The checkout or a folder of it; default: the harness's own working folder. */
  cwd?: string;
  /** Default: a minute, enough for what only reads the history. */
  timeoutSeconds?: number;
  signal?: AbortSignal;
}

const GIT_SECONDS = 60;

/**
 * Runs git to its end, whatever its exit code; throws a PitwallError if the machine has no git. It never asks for a
 * password: nobody may be there to answer.
 */
export function runGit(words: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  return runCommand(['git', ...words], {
    timeoutSeconds: GIT_SECONDS,
    ...options,
    environment: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  });
}
