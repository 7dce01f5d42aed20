import { runCommand } from '../process/command.ts';
import { which } from '../process/which.ts';
import { allowedProcessors } from './machine.ts';

/** Moves this process with all its threads to the processors; says whether the machine let it. */
async function pinSelf(processors: readonly number[]): Promise<boolean> {
  if (processors.length === 0 || !which('taskset')) return false;
  const { exitCode } = await runCommand(['taskset', '-acp', processors.join(','), String(process.pid)], {
    timeoutSeconds: 10,
  });
  return exitCode === 0;
}

/** Does the work on these processors alone, and is back on all that it had before when it ends; none means as it is. */
export async function whilePinned<T>(processors: readonly number[], work: () => Promise<T>): Promise<T> {
  const before = allowedProcessors();
  const moved = await pinSelf(processors);
  try {
    return await work();
  } finally {
    if (moved) await pinSelf(before);
  }
}
