import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env as environment } from 'node:process';
import { runCommand } from '../../process/command.ts';
import { messageOf, PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';
import { WAYS_IN_NAME } from './under-valgrind.ts';

/** How long vgdb waits before it wakes a process that is blocked in the kernel. */
const WAKE_MILLISECONDS = 20;
const ANSWER_SECONDS = 30;
/** How valgrind names its pipes. */
const WAY_IN = new RegExp(`^${WAYS_IN_NAME}-to-vgdb-from-(\\d+)-by-(.+)-on-(.+)$`);
const UNNAMED = '???';

/**
 * Turns callgrind's counting on or off in all processes of a server whose pipes are in `folder`, with `vgdb`,
 * which is part of valgrind. Throws a PitwallError if one of them cannot be reached.
 */
export async function setCounting(folder: string, state: 'on' | 'off', signal: AbortSignal): Promise<void> {
  const waysIn = readdirSync(folder).flatMap((name) => {
    const [, process, user, host] = WAY_IN.exec(name) ?? [];
    return process && user && host ? [{ process, user, host }] : [];
  });
  if (waysIn.length === 0) throw cannotCount(state, 'no process under valgrind');
  for (const { process, user, host } of waysIn) {
    const output = await runCommand(
      [
        'vgdb',
        `--vgdb-prefix=${join(folder, WAYS_IN_NAME)}`,
        `--pid=${process}`,
        `--max-invoke-ms=${WAKE_MILLISECONDS}`,
        'instrumentation',
        state,
      ],
      {
        timeoutSeconds: ANSWER_SECONDS,
        signal,
        // vgdb finds the pipe by the server's variables; HOST comes from the contract.
        environment: {
          PATH: environment.PATH ?? '',
          ...(user === UNNAMED ? {} : { LOGNAME: user }),
          ...(host === UNNAMED ? {} : { HOST: host }),
        },
      },
    ).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw cannotCount(state, messageOf(cause), cause);
    });
    if (output.timedOut) throw cannotCount(state, `no answer within ${ANSWER_SECONDS} s`);
    if (output.exitCode !== 0) throw cannotCount(state, tailOf(`${output.stdout}${output.stderr}`.trim(), 2));
  }
}

function cannotCount(state: 'on' | 'off', seen: string, cause?: unknown): PitwallError {
  return new PitwallError({
    what: `Cannot ${state === 'on' ? 'start' : 'stop'} counting in valgrind`,
    where: 'vgdb',
    expected: 'a running process that accepts the command (this needs permission to trace it: ptrace)',
    seen,
    next: 'Set /proc/sys/kernel/yama/ptrace_scope to 0 or 1; in a container, use --cap-add=SYS_PTRACE',
    ...(cause === undefined ? {} : { cause }),
  });
}
