import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { systemPath } from '../which.ts';
import { TREE_VARIABLE } from './proc-members.ts';

/**
 * A shell script that kills the remaining trees when the harness is killed with SIGKILL. The kernel then ends only
 * the main process of each tree (pdeathsig), not what that process started, which may stand still.
 * The shell waits for the end of the pipe from the harness. It then kills all processes that share a session
 * with a main process or carry the marker of a tree. It does not find a process that has left its session and
 * cleared its environment.
 *
 * The shell has a session and an environment of its own, so that Ctrl-C does not reach it and it belongs to
 * no tree.
 */
const SCRIPT = `
trap '' INT TERM HUP
trees=' '
while read -r what session marker; do
  before="\${trees%% $session=*}"
  case $what in
    begun) trees="$trees$session=$marker " ;;
    ended) [ "$before" = "$trees" ] || { after="\${trees#* $session=}"; trees="$before \${after#* }"; } ;;
  esac
done
passes=100
while [ "$passes" -gt 0 ]; do
  left=
  for tree in $trees; do
    for file in /proc/[0-9]*/stat; do
      read -r line 2>/dev/null <"$file" || continue
      set -- \${line##*) }
      [ "$1" != Z ] && [ "$4" = "\${tree%%=*}" ] && left="$left \${line%% *}"
    done
    for file in $(grep -lsF "${TREE_VARIABLE}=\${tree#*=}" /proc/[0-9]*/environ); do
      file=\${file#/proc/}
      left="$left \${file%/environ}"
    done
  done
  [ -n "$left" ] || exit 0
  kill -KILL $left 2>/dev/null
  sleep 0.05
  passes=$((passes-1))
done`;

export const WATCHDOG_NAME = 'pitwall-watchdog';

/** The running trees: the pid of the main process, which leads a session, and the marker. */
const trees = new Map<number, string>();
let watchdog: ChildProcess | null = null;

/** Ensures that this tree does not outlive the harness, however that ends. */
export function watch(session: number, marker: string): void {
  if (session <= 0) return;
  trees.set(session, marker);
  if (watchdog) tell(`begun ${session} ${marker}`);
  else {
    watchdog = start();
    for (const [each, its] of trees) tell(`begun ${each} ${its}`);
  }
}

/** Forgets a tree that has ended, because its pid may be reused. */
export function unwatch(session: number): void {
  if (trees.delete(session)) tell(`ended ${session}`);
}

function tell(line: string): void {
  watchdog?.stdin?.write(`${line}\n`);
}

function start(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT, WATCHDOG_NAME], {
    cwd: '/',
    env: { PATH: systemPath([], process.env.PATH ?? '') },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = (): void => {
    if (watchdog === child) watchdog = null;
  };
  child.once('error', gone).once('exit', gone);
  child.stdin?.on('error', gone);
  // The watchdog must not keep the harness alive.
  child.unref();
  (child.stdin as Socket | null)?.unref();
  return child;
}
