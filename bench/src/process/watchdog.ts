import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { TREE_VARIABLE } from './proc-members.ts';
import { systemPath } from './which.ts';

/**
 * Without a control group nobody would find what a harness that was killed outright left running: the kernel ends
 * the main process of each tree with it (pdeathsig), but not what that one started. So a shell waits for the end of
 * the harness, which is the end of the pipe between them, and then ends what belongs to the trees still running:
 * all that share a session with a main process or carry the marker of a tree. A process that has left its session
 * and wiped its environment is not found.
 *
 * It has a session and an environment of its own: no Ctrl-C reaches it, and it belongs to no tree itself.
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

/** The trees running now: their main process, which leads a session, and their marker. */
const trees = new Map<number, string>();
let watchdog: ChildProcess | null = null;

/** What belongs to this tree does not outlive the harness, however that ends. */
export function watch(session: number, marker: string): void {
  if (session <= 0) return;
  trees.set(session, marker);
  if (watchdog) tell(`begun ${session} ${marker}`);
  else {
    watchdog = start();
    for (const [each, its] of trees) tell(`begun ${each} ${its}`);
  }
}

/** Nothing of it is left: its pid may soon be somebody else's. */
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
  // The harness does not wait for it.
  child.unref();
  (child.stdin as Socket | null)?.unref();
  return child;
}
