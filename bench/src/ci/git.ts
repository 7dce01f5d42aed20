import { type CommandResult, runCommand } from '../process/command.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';

const GIT_SECONDS = 120;
/** Commands that move objects between repositories or write a whole tree: results grow by years. */
const LONG_COMMANDS: readonly string[] = ['fetch', 'push', 'worktree', 'reset'];
const LONG_GIT_SECONDS = 1_200;

export interface GitOptions {
  cwd: string;
  environment?: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/** Seconds that a git command may take, by its first word. */
export function gitSeconds(words: readonly string[]): number {
  return LONG_COMMANDS.includes(words[0] ?? '') ? LONG_GIT_SECONDS : GIT_SECONDS;
}

/** Runs git, whatever its exit code. It never asks for a password, because a workflow cannot answer. */
export function tryGit(words: readonly string[], options: GitOptions): Promise<CommandResult> {
  const { cwd, environment = process.env, signal } = options;
  return runCommand(['git', ...words], {
    cwd,
    signal,
    environment: { ...environment, GIT_TERMINAL_PROMPT: '0' } as NodeJS.ProcessEnv,
    timeoutSeconds: gitSeconds(words),
  });
}

/** Runs git and returns its trimmed output; throws a PitwallError if it fails. */
export async function git(words: readonly string[], options: GitOptions): Promise<string> {
  const result = await tryGit(words, options);
  if (result.exitCode === 0) return result.stdout.trim();
  throw new PitwallError({
    what: 'A git command failed',
    where: `git ${words.join(' ')}`,
    expected: result.timedOut ? `an end within ${gitSeconds(words)} s` : 'exit code 0',
    seen: result.timedOut
      ? 'still running'
      : result.stderr.trim().split('\n').slice(-3).join(' | ') || `exit code ${result.exitCode}`,
    next: 'Run it by hand in the checkout',
    exitCode: exitCodes.failed,
  });
}
