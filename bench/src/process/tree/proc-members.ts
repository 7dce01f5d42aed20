import {
  type ProcessStat,
  processEnvironment,
  readAllStats,
  readStat,
  TICK_NANOSECONDS,
  threadNanoseconds,
} from '../proc.ts';
import type { CpuUsage } from '../usage.ts';

/** Set in the environment of every process of a tree, so that even one that forked twice is found. */
export const TREE_VARIABLE = 'PITWALL_TREE';

/** Parent of the kernel's threads, which have no environment. */
const KERNEL_THREADS = 2;

/**
 * Finds the members of a tree and their usage from /proc alone, for machines that do not allow a cgroup.
 * Members are the main process, its descendants, processes in its session, and processes with the marker.
 * What a process uses between the last sample and its end is lost unless its parent waits for it, so samples
 * must be taken regularly.
 */
export class ProcMembers {
  readonly #root: number;
  readonly #rootKey: string;
  readonly #rootStart: number;
  readonly #marker: string;
  readonly #tracked = new Map<string, Tracked>();
  /**
   * Members at the last sample; a member remains one until it is gone. A killed process loses its environment
   * before its files and ports, and its parent may be gone.
   */
  #known = new Set<string>();
  /** Processes known not to be members, so that their environment is read only once. */
  readonly #strangers = new Set<string>();
  /** CPU time of ended members whose parent is gone or not a member. */
  #orphanNanoseconds = 0;

  constructor(root: number, marker: string) {
    this.#root = root;
    const stat = readStat(root) ?? { pid: root, startTicks: -1 };
    this.#rootKey = keyOf(stat);
    this.#rootStart = stat.startTicks;
    this.#marker = `${TREE_VARIABLE}=${marker}`;
  }

  /** Returns the pids of the members alive now. */
  find(): number[] {
    return this.#members(readAllStats()).map((stat) => stat.pid);
  }

  /** Whether a process that began after the tree is just starting a program: only then will it show if it is a member. */
  hasUndecided(): boolean {
    const all = readAllStats();
    const members = new Set(this.#members(all).map(({ pid }) => pid));
    return all.some(
      (stat) =>
        stat.startTicks >= this.#rootStart &&
        stat.parent !== KERNEL_THREADS &&
        !members.has(stat.pid) &&
        !this.#strangers.has(keyOf(stat)) &&
        (processEnvironment(stat.pid)?.every((entry) => entry === '') ?? false),
    );
  }

  usage(): CpuUsage & { cpuNanoseconds: number } {
    this.sample();
    let cpuNanoseconds = this.#orphanNanoseconds;
    for (const tracked of this.#tracked.values()) cpuNanoseconds += totalOf(tracked);
    return { cpuNanoseconds, throttledNanoseconds: null, source: 'proc' };
  }

  /** @param all every process, if somebody has just read them */
  sample(all: readonly ProcessStat[] = readAllStats()): void {
    const alive = this.#members(all);
    const keys = new Set<string>();
    for (const stat of alive) {
      const key = keyOf(stat);
      keys.add(key);
      const tracked = this.#tracked.get(key) ?? newTracked();
      this.#tracked.set(key, tracked);
      tracked.parent = stat.parent;
      tracked.pid = stat.pid;
      for (const [thread, nanoseconds] of threadNanoseconds(stat.pid))
        tracked.threads.set(thread, nanoseconds);
      const threads = [...tracked.threads.values()].reduce((sum, value) => sum + value, 0);
      // Threads report nanoseconds but vanish when they end; ticks include ended threads but are 10 ms each.
      tracked.own = Math.max(tracked.own, threads, stat.ticks * TICK_NANOSECONDS);
      tracked.reaped = stat.childTicks * TICK_NANOSECONDS;
    }
    for (const [key, tracked] of this.#tracked) {
      if (keys.has(key)) continue;
      this.#tracked.delete(key);
      const parent = [...this.#tracked.values()].find((candidate) => candidate.pid === tracked.parent);
      if (parent) parent.gone += totalOf(tracked);
      else this.#orphanNanoseconds += totalOf(tracked);
    }
  }

  #members(all: readonly ProcessStat[]): ProcessStat[] {
    const members = new Map<number, ProcessStat>();
    const add = (stat: ProcessStat): void => {
      members.set(stat.pid, stat);
    };
    for (const stat of all) {
      const key = keyOf(stat);
      const inSession = stat.session === this.#root && stat.pid !== this.#root;
      if (key === this.#rootKey || inSession || this.#tracked.has(key) || this.#known.has(key)) add(stat);
    }
    // Add descendants; repeat, because a child may be listed before its parent.
    for (let before = -1; before !== members.size; ) {
      before = members.size;
      for (const stat of all) if (members.has(stat.parent)) add(stat);
    }
    for (const stat of all) if (!members.has(stat.pid) && this.#isMarked(stat)) add(stat);
    this.#known = new Set([...members.values()].map(keyOf));
    return [...members.values()];
  }

  #isMarked(stat: ProcessStat): boolean {
    const key = keyOf(stat);
    if (this.#strangers.has(key)) return false;
    const environment = processEnvironment(stat.pid);
    const marked = environment?.includes(this.#marker) ?? false;
    // A process has no environment while it starts another program, so decide only after that.
    const settled = environment?.some((entry) => entry !== '') ?? false;
    if (settled && !marked) this.#strangers.add(key);
    return marked;
  }
}

interface Tracked {
  pid: number;
  parent: number;
  threads: Map<string, number>;
  own: number;
  /**
   * CPU time of ended children, twice: `reaped` from the ticks of the children that it waited for, `gone`
   * from the nanoseconds of the members that ended as its children.
   */
  reaped: number;
  gone: number;
}

const newTracked = (): Tracked => ({ pid: 0, parent: 0, threads: new Map(), own: 0, reaped: 0, gone: 0 });
const totalOf = (tracked: Tracked): number => tracked.own + Math.max(tracked.reaped, tracked.gone);
const keyOf = (stat: Pick<ProcessStat, 'pid' | 'startTicks'>): string => `${stat.pid}:${stat.startTicks}`;

/**
 * Returns the CPU time of all children that this process has waited for; it grows when a child ends. The
 * kernel reports whole ticks, truncating user and system time each, so a difference of two readings is off by
 * up to two ticks either way.
 */
export function reapedNanoseconds(): number {
  return (readStat(process.pid)?.childTicks ?? 0) * TICK_NANOSECONDS;
}

const SAMPLE_MILLISECONDS = 500;
const sampled = new Set<ProcMembers>();
let sampling: NodeJS.Timeout | null = null;

/**
 * Samples the members twice a second until the returned function is called. All trees share one reading of /proc, which
 * costs as much as hundreds of files: a block has sixty trees, and what the harness takes, the loader beside it lacks.
 */
export function sampleRegularly(members: ProcMembers): () => void {
  sampled.add(members);
  sampling ??= setInterval(() => {
    const all = readAllStats();
    for (const each of sampled) each.sample(all);
  }, SAMPLE_MILLISECONDS).unref();
  return () => {
    sampled.delete(members);
    if (sampled.size > 0 || sampling === null) return;
    clearInterval(sampling);
    sampling = null;
  };
}

/** CPU time that one processor can spend between two samples, with some margin. */
export const BETWEEN_SAMPLES_NANOSECONDS = (SAMPLE_MILLISECONDS + 100) * 1e6;
