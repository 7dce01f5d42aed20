import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { lastLines, lineSplitter } from '../../util/lines.ts';
import { type Cgroup, createCgroup, throttledNanoseconds } from '../cgroup.ts';
import { isAlive, readStat, TICK_NANOSECONDS } from '../proc.ts';
import type { ProcessEnd } from '../process-end.ts';
import { ResidentPeak } from '../resident-peak.ts';
import type { CpuUsage } from '../usage.ts';
import { systemPath, whichOnce } from '../which.ts';
import {
  BETWEEN_SAMPLES_NANOSECONDS,
  ProcMembers,
  reapedNanoseconds,
  sampleRegularly,
  TREE_VARIABLE,
} from './proc-members.ts';
import { forgetTree, killAtExit } from './running-trees.ts';
import { unwatch, watch } from './watchdog.ts';
import { type WrapOptions, wrappedCommand } from './wrapped-command.ts';

/** A command and all processes that it starts, measured and ended as one. */
export interface ProcessTree {
  /** The pid of the main process. */
  pid: number;
  /** Resolves when the main process ends; never rejects. Other members may still run: see `alive`. */
  exited: Promise<ProcessEnd>;
  /** Returns the last lines of both outputs. */
  log(): string;
  /** Returns how many lines both outputs have had so far. */
  linesWritten(): number;
  /**
   * Returns the CPU time of all members up to now, including ended ones. It is cheap enough to be called during a
   * load. Without a cgroup, the CPU time of an ended tree is `null` if it ran too briefly to be measured.
   */
  usage(): CpuUsage;
  /** Returns the peak memory of members that were alive at a call; `null` if none was. Not for use during a load. */
  peakMemoryBytes(): number | null;
  /** Returns the pids of the members alive now. */
  alive(): number[];
  /** Sends a signal to the main process. */
  signal(name: NodeJS.Signals): void;
  /** Stops all members where they are (SIGSTOP), until `resume` or `stop`. */
  pause(): void;
  /** Lets paused members go on, the main process last; resolves when all do. */
  resume(): Promise<void>;
  /** Sends SIGTERM (or `stopSignal`), after the grace SIGKILL to all members; resolves when none is left. */
  stop(graceMilliseconds: number): Promise<TreeStop>;
}

interface TreeStop {
  killed: boolean;
  seconds: number;
}

export interface TreeOptions extends WrapOptions {
  command: readonly string[];
  cwd?: string;
  /** The whole environment; default: the harness's own. */
  environment?: Readonly<Record<string, string | undefined>>;
  onLine?: (line: string) => void;
  /** Receives the raw output, for callers that need all of it. */
  onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Text for standard input; default: empty. */
  input?: string;
  stopSignal?: NodeJS.Signals;
  /** Tests turn the cgroup off to exercise the fallback. */
  useCgroup?: boolean;
}

/** Error of a difference of two `reapedNanoseconds`, either way. */
const REAPING_ERROR_NANOSECONDS = 2 * TICK_NANOSECONDS;
/** A figure with a larger relative error is reported as missing. */
const REAPING_TOLERANCE_RATIO = 0.1;
const POLL_MILLISECONDS = 5;
/** A program starts sooner; a stranger without any environment costs no more than this. */
const DECIDED_MILLISECONDS = 100;
/** After so long, workers that go on have told the main process that they are alive. */
const HEARTBEAT_MILLISECONDS = 50;
/** A process ends soon after SIGKILL unless it is stuck in a driver. */
const KILL_MILLISECONDS = 5_000;

let reapedBefore = 0;

function reapedGrowth(): number {
  const reaped = reapedNanoseconds();
  const grown = reaped - reapedBefore;
  reapedBefore = reaped;
  return grown;
}

/** Starts a command. Throws a PitwallError if there is no such program; what it does then is for its tree to tell. */
export function startTree(options: TreeOptions): ProcessTree {
  const [program] = options.command;
  const environment = { ...(options.environment ?? process.env) };
  if (program === undefined || !whichOnce(program, environment.PATH ?? systemPath(), options.cwd)) {
    throw new PitwallError({
      what: `Cannot start ${options.label}`,
      where: options.command.join(' '),
      expected: `the program ${program ?? ''} ${program?.includes('/') ? `below ${options.cwd ?? '.'}` : 'on PATH'}`,
      seen: 'no such executable program',
      next: 'List what is missing on this machine: npm run bench -- doctor',
      exitCode: exitCodes.missing,
    });
  }
  const tree = new Tree(options, environment);
  killAtExit(tree);
  return tree;
}

class Tree implements ProcessTree {
  readonly pid: number;
  readonly exited: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #cgroup: Cgroup | null;
  readonly #members: ProcMembers;
  readonly #memory = new ResidentPeak();
  readonly #stopSignal: NodeJS.Signals;
  /** Enough to reach the message of a crash behind the frames of its stack. */
  readonly #lines = lastLines(300);
  #linesWritten = 0;
  #lastUsage: CpuUsage | null = null;
  /** Growth of `reapedNanoseconds` at the end of the main process. */
  #reaped = 0;
  #ended = false;
  readonly #paused = new Set<number>();
  #stopping: Promise<TreeStop> | null = null;

  constructor(options: TreeOptions, environment: Record<string, string | undefined>) {
    const marker = randomUUID();
    this.#stopSignal = options.stopSignal ?? 'SIGTERM';
    this.#cgroup = options.useCgroup === false ? null : createCgroup();
    reapedGrowth();
    const [shell = '', ...words] = wrappedCommand(options.command, this.#cgroup?.joinFile ?? '', options);
    this.#child = spawn(shell, words, {
      cwd: options.cwd,
      env: { ...environment, [TREE_VARIABLE]: marker },
      // In a session of its own, the tree does not get Ctrl-C; the harness does, and ends its trees in order.
      detached: true,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.pid = this.#child.pid ?? -1;
    this.#members = new ProcMembers(this.pid, marker);
    // The next harness sweeps a control group only if both have the same parent.
    watch(this.pid, marker);
    this.#listen(options);
    const stopSampling = this.#cgroup ? () => {} : sampleRegularly(this.#members);
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#lines.push(String(error));
        stopSampling();
        resolve({ exitCode: null, signal: null });
      });
      this.#child.once('exit', (exitCode, signal) => {
        stopSampling();
        if (!this.#cgroup) this.#reaped = reapedGrowth();
        resolve({ exitCode, signal });
      });
    }).then(async (end) => {
      this.#ended = true;
      await this.#decided();
      if (this.alive().length === 0) this.#finish(true);
      return end as ProcessEnd;
    });
  }

  log(): string {
    return this.#lines.text();
  }

  linesWritten(): number {
    return this.#linesWritten;
  }

  usage(): CpuUsage {
    if (this.#lastUsage) return this.#lastUsage;
    const used = this.#cgroup?.usage() ?? this.#members.usage();
    return { ...used, throttledNanoseconds: throttledNanoseconds() };
  }

  peakMemoryBytes(): number | null {
    return this.#memory.with(this.alive());
  }

  alive(): number[] {
    if (this.#lastUsage) return [];
    if (!this.#cgroup) return this.#members.find();
    const members = this.#cgroup.members();
    // The main process joins the group itself, a moment after its start.
    const joining = !this.#ended && !members.includes(this.pid) && isAlive(readStat(this.pid));
    return joining ? [this.pid, ...members] : members;
  }

  signal(name: NodeJS.Signals): void {
    if (!this.#ended) sendQuietly(this.pid, name);
  }

  pause(): void {
    // Members that were forked while the others were stopped are found by the next pass.
    for (let found = true; found; ) {
      const left = this.alive().filter((pid) => !this.#paused.has(pid));
      found = left.length > 0;
      for (const pid of left) {
        this.#paused.add(pid);
        sendQuietly(pid, 'SIGSTOP');
      }
    }
  }

  async resume(): Promise<void> {
    const workers = [...this.#paused].filter((pid) => pid !== this.pid);
    const isMainPaused = workers.length < this.#paused.size;
    this.#paused.clear();
    for (const pid of workers) sendQuietly(pid, 'SIGCONT');
    if (!isMainPaused) return;
    // A main process that watches its workers would replace those whose heartbeat is overdue.
    if (workers.length > 0) await delay(HEARTBEAT_MILLISECONDS);
    sendQuietly(this.pid, 'SIGCONT');
  }

  stop(graceMilliseconds: number): Promise<TreeStop> {
    this.#stopping ??= this.#stop(graceMilliseconds);
    return this.#stopping;
  }

  async #stop(graceMilliseconds: number): Promise<TreeStop> {
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1_000;
    this.signal(this.#stopSignal);
    for (const pid of this.#paused) sendQuietly(pid, 'SIGCONT');
    let signalled = this.#ended;
    if (signalled) this.#signalLeft();
    while (this.alive().length > 0 && performance.now() - started < graceMilliseconds) {
      // Once the main process has ended, send the signal once to the members it left behind.
      if (this.#ended && !signalled) {
        signalled = true;
        this.#signalLeft();
      }
      await delay(POLL_MILLISECONDS);
    }
    const killed = this.alive().length > 0;
    const graceful = seconds();
    await this.#killLeft();
    if (this.pid !== -1) await this.exited;
    await this.#decided();
    await this.#killLeft();
    this.#finish(false);
    return { killed, seconds: killed ? seconds() : graceful };
  }

  /**
   * Waits, without a group, until two readings of /proc in a row show all members that outlived the main process. One
   * that left its session is known by its environment alone, which it lacks while it starts a program; and a process
   * that forks while /proc is read may be missed.
   */
  async #decided(): Promise<void> {
    if (this.#cgroup) return;
    const until = performance.now() + DECIDED_MILLISECONDS;
    for (let calm = 0; performance.now() < until; ) {
      calm = this.#members.hasUndecided() ? 0 : calm + 1;
      if (calm === 2 || this.alive().length > 0) return;
      await delay(POLL_MILLISECONDS);
    }
  }

  async #killLeft(): Promise<void> {
    for (const until = performance.now() + KILL_MILLISECONDS; this.alive().length > 0; ) {
      this.killNow();
      if (performance.now() > until) break;
      await delay(POLL_MILLISECONDS);
    }
  }

  /** Synchronous, for exit hooks. */
  killNow(): void {
    if (this.#lastUsage) return;
    this.#cgroup?.kill();
    for (const pid of this.#members.find()) sendQuietly(pid, 'SIGKILL');
  }

  removeNow(): void {
    this.#cgroup?.remove();
  }

  /**
   * Keeps the final usage and removes the group. Call this when no member is left.
   *
   * @param waitedFor whether no member outlived the main process
   */
  #finish(waitedFor: boolean): void {
    if (this.#lastUsage) return;
    const usage = this.usage();
    this.#lastUsage = this.#cgroup ? usage : { ...usage, cpuNanoseconds: waitedFor ? this.#inAll() : null };
    this.#cgroup?.remove();
    unwatch(this.pid);
    forgetTree(this);
  }

  #signalLeft(): void {
    for (const pid of this.alive()) sendQuietly(pid, this.#stopSignal);
  }

  #listen(options: TreeOptions): void {
    const splitter = () =>
      lineSplitter((line) => {
        this.#linesWritten++;
        this.#lines.push(line);
        options.onLine?.(line);
      });
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = this.#child[name];
      const lines = splitter();
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => {
        options.onOutput?.(name, text);
        lines.push(text);
      });
      stream?.on('end', () => lines.end());
      stream?.on('error', () => {});
    }
    this.#child.stdin?.on('error', () => {}); // The process ended without reading all of its input.
    this.#child.stdin?.end(options.input);
  }

  /** Resolves when both outputs have ended, or after a bound if a process still holds them. */
  async drained(milliseconds: number): Promise<void> {
    const closed = ['stdout', 'stderr'].map((name) => {
      const stream = this.#child[name as 'stdout' | 'stderr'];
      return !stream || stream.readableEnded
        ? undefined
        : new Promise<void>((resolve) => stream.once('end', resolve).once('close', resolve));
    });
    await Promise.race([Promise.all(closed), delay(milliseconds, undefined, { ref: false })]);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  /**
   * Returns the total CPU time of an ended tree that has no group. The kernel counts what it used after the
   * last sample only in the total of the harness's ended children, so the growth of that total since the last
   * end is this tree's. If another child or tree ended in the meantime, the growth may be more than was
   * possible or less than was seen. Returns `null` then, and if the time is too short for the resolution of
   * ticks.
   */
  #inAll(): number | null {
    const seen = this.#members.usage().cpuNanoseconds;
    const possible = seen + BETWEEN_SAMPLES_NANOSECONDS * availableParallelism();
    const most = this.#reaped + REAPING_ERROR_NANOSECONDS;
    if (this.#reaped > possible || most < seen) return null;
    const known = Math.max(seen, this.#reaped);
    return most - known <= known * REAPING_TOLERANCE_RATIO ? known : null;
  }
}

/** Waits for the whole output, which `ProcessTree` itself does not promise. Use it only in `src/process`. */
export async function drainTree(tree: ProcessTree, milliseconds: number): Promise<void> {
  if (tree instanceof Tree) await tree.drained(milliseconds);
}

function sendQuietly(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
