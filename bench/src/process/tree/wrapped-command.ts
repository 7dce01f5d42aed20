import { spawnSync } from 'node:child_process';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { aptInstall } from '../apt-install.ts';
import { whichOnce } from '../which.ts';

/**
 * Limit of open files for a server, loader or database, above the most connections of any load shape. A wrapped command
 * gets it if permitted; compose.yaml gives containers the same limit.
 */
export const OPEN_FILES = 16_384;

/**
 * Raises a process above the harness when the kernel looks for one to end; above a harness too that runs in a step of
 * GitHub's runner, which gives 500 to its steps.
 */
const END_FIRST = 1_000;

/**
 * The shell joins the group, raises the hard limit of open files if it is low and this is permitted, sets the soft one
 * (a thousand connections need more than the usual 1,024), and becomes the command. This way the group counts the
 * command from its first instant. The soft limit is not the hard one, which may be a billion: a program may size a
 * table by it. If memory runs out, the kernel ends the largest of these processes rather than the harness, whose end
 * would lose the block.
 */
const SCRIPT = `
[ -z "$1" ] || echo $$ > "$1" || exit 125
shift
hard=$(ulimit -H -n)
[ "$hard" = unlimited ] || [ "$hard" -ge ${OPEN_FILES} ] || ulimit -H -n ${OPEN_FILES} 2>/dev/null
ulimit -S -n ${OPEN_FILES} 2>/dev/null || ulimit -S -n "$(ulimit -H -n)" 2>/dev/null
{ echo ${END_FIRST} > /proc/self/oom_score_adj; } 2>/dev/null
exec "$@"`;

export interface WrapOptions {
  /** The name used in error messages. */
  label: string;
  /** Pins the command to these processors if the machine has `taskset`. */
  processors?: readonly number[];
  uid?: number;
  gid?: number;
}

/**
 * Returns the command line that starts a command in a control group, on its processors and as its user. Throws a
 * PitwallError if it has to run as another user and the machine has no `setpriv`.
 *
 * @param joinFile the file by which a process joins the group; empty for none
 */
export function wrappedCommand(command: readonly string[], joinFile: string, options: WrapOptions): string[] {
  return ['/bin/sh', '-c', SCRIPT, 'sh', joinFile, ...prefix(command, options), ...command];
}

function prefix(command: readonly string[], options: WrapOptions): string[] {
  const taskset = whichOnce('taskset');
  const setpriv = whichOnce('setpriv');
  const pinning = options.processors?.length && taskset ? [taskset, '-c', options.processors.join(',')] : [];
  const user = options.uid === undefined ? [] : [`--reuid=${options.uid}`];
  const group = options.gid === undefined ? [] : [`--regid=${options.gid}`, '--clear-groups'];
  if (!setpriv) {
    if (user.length + group.length === 0) return pinning;
    throw new PitwallError({
      what: `Cannot start ${options.label} as another user`,
      where: command.join(' '),
      expected: 'setpriv (util-linux) on PATH',
      seen: 'none',
      next: aptInstall('util-linux'),
      exitCode: exitCodes.missing,
    });
  }
  // With pdeathsig, the main process ends with the harness even if that is killed with SIGKILL. An older setpriv, or that
  // of BusyBox, does not know it: then the watchdog alone ends what is left.
  const dying = knowsDeathSignal(setpriv) ? ['--pdeathsig', 'KILL'] : [];
  const words = [...dying, ...user, ...group];
  return words.length === 0 ? pinning : [...pinning, setpriv, ...words, '--'];
}

const deathSignals = new Map<string, boolean>();

function knowsDeathSignal(setpriv: string): boolean {
  const known =
    deathSignals.get(setpriv) ??
    spawnSync(setpriv, ['--pdeathsig', 'KILL', '--', 'true'], { stdio: 'ignore' }).status === 0;
  deathSignals.set(setpriv, known);
  return known;
}
