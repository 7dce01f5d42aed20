import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env as environment } from 'node:process';
import { runCommand } from '../../process/command.ts';
import { messageOf, PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';
import { WAYS_IN_NAME } from './under-valgrind.ts';

/** A process that waits in the kernel is woken after so long. */
const WAKE_MILLISECONDS = 20;
const ANSWER_SECONDS = 30;
/** How valgrind names them. */
const WAY_IN = new RegExp(`^${WAYS_IN_NAME}-to-vgdb-from-(\\d+)-by-(.+)-on-(.+)$`);
const UNNAMED = '???';

/**
 * Tells callgrind to begin or to end counting, in all processes of a server whose ways in lie in `folder`, by `vgdb`,
 * which comes with valgrind. Throws a PitwallError where one of them cannot be told.
 */
export async function setCounting(folder: string, state: 'on' | 'off', signal: AbortSignal): Promise<void> {
  const waysIn = readdirSync(folder).flatMap((name) => {
    const [, process, user, host] = WAY_IN.exec(name) ?? [];
    return process && user && host ? [{ process, user, host }] : [];
  });
  if (waysIn.length === 0) throw untold(state, 'no process under valgrind');
  for (const { process, user, host } of waysIn) {
    const told = await runCommand(
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
        // It finds the way in by the variables that the server had: HOST is the contract's.
        environment: {
          PATH: environment.PATH ?? '',
          ...(user === UNNAMED ? {} : { LOGNAME: user }),
          ...(host === UNNAMED ? {} : { HOST: host }),
        },
      },
    ).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw untold(state, messageOf(cause), cause);
    });
    if (told.timedOut) throw untold(state, `no answer within ${ANSWER_SECONDS} s`);
    if (told.exitCode !== 0) throw untold(state, tailOf(`${told.stdout}${told.stderr}`.trim(), 2));
  }
}

function untold(state: 'on' | 'off', seen: string, cause?: unknown): PitwallError {
  return new PitwallError({
    what: `valgrind cannot be told to ${state === 'on' ? 'begin' : 'end'} counting`,
    where: 'vgdb',
    expected: 'a process that is told so while it runs (it takes the right to trace it: ptrace)',
    seen,
    next: 'cat /proc/sys/kernel/yama/ptrace_scope shows whether tracing is allowed: 0 or 1; in a container, --cap-add=SYS_PTRACE',
    ...(cause === undefined ? {} : { cause }),
  });
}
