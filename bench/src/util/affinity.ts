import { runCommand } from './command.ts';
import { which } from './which.ts';

/** Moves this process with all its threads to the processors; says whether the machine let it. */
export async function pinSelf(processors: readonly number[]): Promise<boolean> {
  if (processors.length === 0 || !which('taskset')) return false;
  const { exitCode } = await runCommand(['taskset', '-acp', processors.join(','), String(process.pid)], {
    timeoutSeconds: 10,
  });
  return exitCode === 0;
}
