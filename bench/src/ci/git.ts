import { type CommandResult, runCommand } from '../process/command.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';

const GIT_SECONDS = 120;

export interface GitOptions {
  cwd: string;
  environment?: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/** Runs git, whatever its exit code. It never asks for a password, because a workflow cannot answer. */
export function tryGit(words: readonly string[], options: GitOptions): Promise<CommandResult> {
  const { cwd, environment = process.env, signal } = options;
  return runCommand(['git', ...words], {
    cwd,
    signal,
    environment: { ...environment, GIT_TERMINAL_PROMPT: '0' } as NodeJS.ProcessEnv,
    timeoutSeconds: GIT_SECONDS,
  });
}

/** Runs git and returns its trimmed output; throws a PitwallError if it fails. */
export async function git(words: readonly string[], options: GitOptions): Promise<string> {
  const result = await tryGit(words, options);
  if (result.exitCode === 0) return result.stdout.trim();
  throw new PitwallError({
    what: 'A git command failed',
    where: `git ${words.join(' ')}`,
    expected: 'exit code 0',
    seen: result.stderr.trim().split('\n').slice(-3).join(' | ') || `exit code ${result.exitCode}`,
    next: 'Run it by hand in the checkout',
    exitCode: exitCodes.failed,
  });
}
