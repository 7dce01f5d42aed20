import { runCommand } from '../process/command.ts';
import { which } from '../process/which.ts';
import { allowedProcessors } from './processor-split.ts';

/** Moves this process with all its threads to the processors; returns whether that succeeded. */
async function pinSelf(processors: readonly number[]): Promise<boolean> {
  if (processors.length === 0 || !which('taskset')) return false;
  const { exitCode } = await runCommand(['taskset', '-acp', processors.join(','), String(process.pid)], {
    timeoutSeconds: 10,
  });
  return exitCode === 0;
}

/** Runs `work` pinned to these processors, then restores the previous ones. An empty list changes nothing. */
export async function whilePinned<T>(processors: readonly number[], work: () => Promise<T>): Promise<T> {
  const before = allowedProcessors();
  const moved = await pinSelf(processors);
  try {
    return await work();
  } finally {
    if (moved) await pinSelf(before);
  }
}
