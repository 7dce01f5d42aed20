import { exitCodes, PitwallError } from '../util/errors.ts';
import type { ProcessEnd } from './process-end.ts';
import { drainTree, startTree, type TreeOptions } from './tree/process-tree.ts';
import type { CpuUsage } from './usage.ts';

export interface CommandOptions
  extends Pick<TreeOptions, 'cwd' | 'environment' | 'input' | 'onLine' | 'processors' | 'uid' | 'gid'> {
  timeoutSeconds?: number;
  /** When to send SIGINT, once: for programs that end and report when they are interrupted. */
  interruptAfterSeconds?: number;
  /** Aborting it kills the tree and throws the signal's reason. */
  signal?: AbortSignal;
  /** The most bytes of each output. More is an error, because the output must be complete. */
  maxBytes?: number;
  label?: string;
}

export interface CommandResult extends ProcessEnd {
  stdout: string;
  stderr: string;
  /** Whether it was still running after `timeoutSeconds` and was stopped. */
  timedOut: boolean;
  seconds: number;
  /** The final usage of the whole tree. */
  usage: CpuUsage;
}

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
/** How long to wait for output still in the pipe when the command ends. */
const DRAIN_MILLISECONDS = 2_000;
/** How long a command may take to end after SIGTERM if it is aborted or out of time. */
const GRACE_MILLISECONDS = 500;

/**
 * Runs a command to its end and returns its output, whatever its exit code. No process that it started is
 * left when this resolves or rejects. Throws a PitwallError if the program does not exist or writes too much.
 */
export async function runCommand(
  command: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  options.signal?.throwIfAborted();
  const {
    timeoutSeconds,
    interruptAfterSeconds,
    signal,
    maxBytes = DEFAULT_MAX_BYTES,
    label = command[0] ?? '',
    ...rest
  } = options;
  const output = { stdout: [] as string[], stderr: [] as string[] };
  const sizes = { stdout: 0, stderr: 0 };
  let cut: 'aborted' | 'late' | 'long' | null = null;

  const started = performance.now();
  const tree = startTree({
    ...rest,
    command,
    label,
    onOutput: (stream, text) => {
      sizes[stream] += text.length;
      if (sizes[stream] <= maxBytes) output[stream].push(text);
      else stop('long');
    },
  });
  const stop = (why: typeof cut): void => {
    if (cut) return;
    cut = why;
    void tree.stop(GRACE_MILLISECONDS);
  };
  const onAbort = (): void => stop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = timeoutSeconds === undefined ? null : setTimeout(() => stop('late'), timeoutSeconds * 1_000);

  const interruption =
    interruptAfterSeconds === undefined
      ? undefined
      : setTimeout(() => tree.signal('SIGINT'), interruptAfterSeconds * 1_000);

  const end = await tree.exited;
  const seconds = (performance.now() - started) / 1_000;
  clearTimeout(timer ?? undefined);
  clearTimeout(interruption);
  signal?.removeEventListener('abort', onAbort);
  // Children that outlive the command hold its output open, so end them first.
  await tree.stop(0);
  await drainTree(tree, DRAIN_MILLISECONDS);

  const reason = cut as 'aborted' | 'late' | 'long' | null;
  if (reason === 'aborted') signal?.throwIfAborted();
  if (reason === 'long') {
    throw new PitwallError({
      what: `${label} wrote too much and was stopped`,
      where: command.join(' '),
      expected: `at most ${maxBytes} bytes of output`,
      seen: 'more',
      next: 'Run the command by itself to see what it does',
      exitCode: exitCodes.failed,
    });
  }
  return {
    stdout: output.stdout.join(''),
    stderr: output.stderr.join(''),
    ...end,
    timedOut: reason === 'late',
    seconds,
    usage: tree.usage(),
  };
}
