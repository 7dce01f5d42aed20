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

/** The commit that a folder is at. */
export interface Revision {
  commit: string | null;
  /** True if the folder differs from that commit. */
  modified: boolean;
}

/**
 * Returns the last commit that touched `folder` (a path below `root`, or `.`); `null` outside a git checkout.
 * Changed results do not count as modifications: they change nothing that is measured.
 */
export async function revisionOf(root: string, folder: string): Promise<Revision> {
  const git = (...words: string[]) => runGit(words, { cwd: root });
  try {
    // Not `git log`, whose output settings such as log.showSignature add lines to.
    const last = await git('rev-list', '-1', 'HEAD', '--', folder);
    const status = await git('status', '--porcelain', '--', folder, ':(exclude)results');
    if (last.exitCode !== 0) return { commit: null, modified: true };
    return { commit: last.stdout.trim() || null, modified: status.stdout.trim() !== '' };
  } catch {
    return { commit: null, modified: true };
  }
}
