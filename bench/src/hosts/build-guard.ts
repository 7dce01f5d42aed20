import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { harnessName } from '../process/proc.ts';
import { PitwallError } from '../util/errors.ts';
import { lineSplitter, tailOf } from '../util/lines.ts';
import { docker, dockerCommand, HARNESS_LABEL, harnessLabel } from './docker.ts';
import { SHELL_IMAGE } from './host-files.ts';

/** What the steps of one image build may take. */
export interface BuildBounds {
  /** Default: three quarters of the engine's memory. */
  memoryBytes?: number;
  /** Processes and threads. */
  processes: number;
  /** Growth of the engine's disk, at most four fifths of what is free. Also the size of the largest file. */
  diskBytes: number;
  minutes: number;
}

/** Enough for parallel compilers of C, Rust and Java on many processors. */
export const BUILD_BOUNDS: BuildBounds = { processes: 4_096, diskBytes: 20 * 1024 ** 3, minutes: 60 };

const MEMORY_SHARE = 0.75;
const FREE_SHARE = 0.8;

/** What the steps of a build used; `null` for what the kernel does not record. */
export interface BuildUse {
  cpuNanoseconds: number | null;
  processes: number | null;
  /** How often the kernel refused memory or killed a process for it. */
  refusedMemory: number | null;
}

export interface BuildGuard {
  /** Words for `docker build` that put its steps into the guarded group. */
  flags: readonly string[];
  bounds: BuildBounds & { memoryBytes: number };
  /** Aborts with a PitwallError once the build fills the disk. */
  signal: AbortSignal;
  /** Ends the guard and what is left of the build's steps. May be called again. Never rejects. */
  end(): Promise<BuildUse>;
}

/**
 * Creates the control group that the steps of a build run in, sets its limits, and then reports the free space of
 * the engine's disk every second until its standard input ends, which it does with the harness at the latest.
 * Then it says what the group used, ends what is left in it and removes it. The limits stay as long as anything
 * runs in the group. Arguments: the group, bytes of memory, processes, and whether the group is this build's alone.
 */
const SCRIPT = `
group=$1 memory=$2 processes=$3 own=$4
root=/sys/fs/cgroup
fail() { echo "$1" >&2; exit 3; }
clear() { find "$1" -depth -type d -exec rmdir {} + 2>/dev/null; }
if [ -e $root/cgroup.controllers ]; then
  folders=$root/$group cpu=$root/$group pids=$root/$group
else
  folders="$root/memory/$group $root/pids/$group $root/cpuacct/$group"
  cpu=$root/cpuacct/$group pids=$root/pids/$group
fi
for folder in $folders; do clear $folder; mkdir -p $folder || fail "cannot create $folder"; done
if [ -e $root/cgroup.controllers ]; then
  above=$root
  for part in $(echo $group | tr / ' '); do
    echo '+memory +pids' > $above/cgroup.subtree_control || fail "cannot pass on memory and pids in $above"
    above=$above/$part
  done
  echo $memory > $root/$group/memory.max || fail "cannot limit memory"
  { echo 0 > $root/$group/memory.swap.max; } 2>/dev/null
else
  limit=$root/memory/$group/memory
  { echo -1 > $limit.memsw.limit_in_bytes; } 2>/dev/null
  echo $memory > $limit.limit_in_bytes || fail "cannot limit memory"
  { echo $memory > $limit.memsw.limit_in_bytes; } 2>/dev/null
fi
echo $processes > $pids/pids.max || fail "cannot limit processes"
watch() {
  while :; do
    df -Pk / | { read -r _; read -r _ _ _ free _; echo "free $free"; }
    sleep 1
  done
}
watch &
watcher=$!
echo ready
cat > /dev/null
kill $watcher
value() { [ -r "$2" ] && echo "$1 $(cat "$2")"; }
field() { [ -r "$2" ] && sed -n "s/^$3 \\([0-9]*\\)$/$1 \\1/p" "$2"; }
field microseconds $cpu/cpu.stat usage_usec
value nanoseconds $cpu/cpuacct.usage
value processes $pids/pids.peak
field refused $root/$group/memory.events oom_kill
limit=$root/memory/$group/memory
if [ -r $limit.failcnt ]; then
  # Where memory and swap have one limit, neither count may grow: then the peak decides.
  refused=$(cat $limit.failcnt)
  [ $(( $(cat $limit.max_usage_in_bytes) / 99 )) -ge $(( memory / 100 )) ] && refused=$(( refused + 1 ))
  echo "refused $refused"
fi
if [ "$own" = own ] && [ -e $root/$group/cgroup.kill ]; then echo 1 > $root/$group/cgroup.kill; fi
for second in 1 2 3 4 5 6 7 8 9 10; do
  left=
  for folder in $folders $root/*/$group; do clear $folder; done
  for folder in $folders; do [ -e $folder ] && left=1; done
  [ -z "$left" ] && break
  sleep 1
done
:`;

/** The first engine whose BuildKit puts steps into the group that `docker build --cgroup-parent` names. */
const FIRST_WITH_PARENT = 23;
/** The group in which older engines run the steps of all builds. */
const GROUP_BEFORE = 'docker/buildkit';
const START_SECONDS = 300;
const END_SECONDS = 30;

/** Sets the bounds for one build. Throws a PitwallError if the engine's host does not let them be set. */
export async function guardBuild(
  context: string | null,
  name: string,
  bounds: BuildBounds,
  signal: AbortSignal,
): Promise<BuildGuard> {
  const { stdout } = await docker(['info', '--format', '{{.ServerVersion}} {{.MemTotal}}'], {
    what: 'The Docker engine does not answer',
    context,
    signal,
  });
  const [version = '', total = ''] = stdout.trim().split(' ');
  const memoryBytes = bounds.memoryBytes ?? Math.floor(Number(total) * MEMORY_SHARE);
  const own = Number.parseInt(version, 10) >= FIRST_WITH_PARENT;
  const group = own ? `pitwall-${harnessName()}` : GROUP_BEFORE;
  const guard = new Guard(context, name, bounds.diskBytes, [
    group,
    String(memoryBytes),
    String(bounds.processes),
    own ? 'own' : 'shared',
  ]);
  await guard.started(signal);
  return {
    flags: own ? ['--cgroup-parent', group, '--ulimit', `fsize=${bounds.diskBytes}`] : [],
    bounds: { ...bounds, memoryBytes },
    signal: guard.signal,
    end: () => guard.end(),
  };
}

/** The container that runs the script. */
class Guard {
  readonly #name: string;
  readonly #command: readonly string[];
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #closed: Promise<void>;
  readonly #full = new AbortController();
  readonly #said: string[] = [];
  readonly #figures = new Map<string, number>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #mostBytes: number;
  #freeBefore: number | null = null;
  #end: Promise<BuildUse> | null = null;

  constructor(context: string | null, name: string, diskBytes: number, words: readonly string[]) {
    this.#name = name;
    this.#mostBytes = diskBytes;
    this.#command = dockerCommand(
      context,
      ...['run', '--rm', '--interactive', '--network', 'none', '--read-only', '--cap-drop', 'ALL'],
      ...[
        '--security-opt',
        'no-new-privileges:true',
        '--user',
        '0:0',
        '--pids-limit',
        '32',
        '--memory',
        '64m',
      ],
      ...['--cgroupns', 'host', '--volume', '/sys/fs/cgroup:/sys/fs/cgroup:rw'],
      ...['--label', `${HARNESS_LABEL}=${harnessLabel(context)}`],
      ...[SHELL_IMAGE, 'sh', '-c', SCRIPT, 'sh', ...words],
    );
    const [program, ...rest] = this.#command as [string, ...string[]];
    this.#child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#closed = new Promise((resolve) => this.#child.once('close', () => resolve()));
    this.#child.once('error', (error) => this.#said.push(error.message));
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => this.#said.push(text));
    const read = lineSplitter((line) => this.#read(line));
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => read.push(text));
  }

  get signal(): AbortSignal {
    return this.#full.signal;
  }

  /** Waits until the limits are set. */
  async started(signal: AbortSignal): Promise<void> {
    const late = delay(START_SECONDS * 1_000, 'late' as const, { signal, ref: false });
    const first = await Promise.race([
      this.#ready.promise.then(() => 'ready' as const),
      this.#closed.then(() => 'closed' as const),
      late,
    ]).catch(async (error: unknown) => {
      await this.end();
      throw error;
    });
    if (first === 'ready') return;
    await this.end();
    throw new PitwallError({
      what: 'Cannot bound what a build takes',
      where: `a control group for ${this.#name}`,
      expected: 'a container that may limit memory and processes of builds on the engine’s host',
      seen: tailOf(this.#said.join(''), 4),
      next: 'Use an engine that runs as root; for targets that you trust: unset PITWALL_UNTRUSTED',
    });
  }

  end(): Promise<BuildUse> {
    this.#end ??= this.#stop();
    return this.#end;
  }

  async #stop(): Promise<BuildUse> {
    this.#child.stdin.end();
    const ended = await Promise.race([
      this.#closed.then(() => true),
      delay(END_SECONDS * 1_000, false, { ref: false }),
    ]);
    if (!ended) this.#child.kill('SIGKILL');
    const figure = (name: string): number | null => this.#figures.get(name) ?? null;
    const microseconds = figure('microseconds');
    return {
      cpuNanoseconds: figure('nanoseconds') ?? (microseconds === null ? null : microseconds * 1_000),
      processes: figure('processes'),
      refusedMemory: figure('refused'),
    };
  }

  #read(line: string): void {
    const [name = '', text] = line.trim().split(' ');
    if (name === 'ready') this.#ready.resolve();
    const value = Number(text);
    if (text === undefined || !Number.isFinite(value)) return;
    if (name === 'free') this.#checkDisk(value * 1024);
    else this.#figures.set(name, value);
  }

  #checkDisk(free: number): void {
    this.#freeBefore ??= free;
    const bound = Math.min(this.#mostBytes, this.#freeBefore * FREE_SHARE);
    const taken = this.#freeBefore - free;
    if (taken <= bound || this.#full.signal.aborted) return;
    const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
    this.#full.abort(
      new PitwallError({
        what: `The build of ${this.#name} took too much disk and was stopped`,
        where: 'the disk of the Docker engine',
        expected: `at most ${mebibytes(bound)} more than before`,
        seen: mebibytes(taken),
        next: 'Read its Dockerfile for what it downloads or writes; free the rest with: docker builder prune',
      }),
    );
  }
}
