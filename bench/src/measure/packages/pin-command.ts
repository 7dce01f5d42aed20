import { runCommand } from '../../process/command.ts';
import { PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';
import { saidAtEnd } from './registry-fault.ts';

interface PinCommandOptions {
  cwd: string;
  environment: NodeJS.ProcessEnv;
  timeoutSeconds: number;
  signal: AbortSignal;
}

/** Runs a command of an ecosystem's own client that pins a version. Throws a PitwallError if it fails. */
export async function runPinCommand(command: readonly string[], options: PinCommandOptions): Promise<void> {
  const result = await runCommand(command, options);
  if (result.exitCode === 0) return;
  const output = `${result.stdout}\n${result.stderr}`;
  throw new PitwallError({
    what: 'Cannot pin the package',
    where: command.join(' '),
    expected: 'exit code 0',
    seen: result.timedOut
      ? `timeout exceeded: no end within ${options.timeoutSeconds} s`
      : saidAtEnd(output, tailOf(output, 6)),
    next: 'Check which versions exist, then name one of them',
  });
}
