import {
  type ProcessStat,
  peakResidentBytes,
  processEnvironment,
  readAllStats,
  readStat,
  TICK_NANOSECONDS,
  threadNanoseconds,
} from './proc.ts';
import type { Usage } from './usage.ts';

/** Every process of a tree has this in its environment, so that one that forked twice is found all the same. */
export const TREE_VARIABLE = 'PITWALL_TREE';

/**
 * The members of a tree and what they used, from /proc alone: for machines that let us make no cgroup.
 * Members are the main process, what descends from it, what shares its session, and what carries the marker.
 * What a process used after the last look at it and before its end is lost, unless its parent waited for
 * it; hence a look now and then.
 */
export class ProcMembers {
  readonly #root: number;
  readonly #rootKey: string;
  readonly #marker: string;
  readonly #tracked = new Map<string, Tracked>();
  /**
   * Of the last look: a member stays one while it is there. One that is killed gives up its environment before its
   * files and ports, and its parent may be gone.
   */
  #known = new Set<string>();
  /** Processes looked at and found to be none of ours, so that their environment is read once. */
  readonly #strangers = new Set<string>();
  /** What members used whose parent is no member, or gone. */
  #orphanNanoseconds = 0;
  #peakBytes = 0;

  constructor(root: number, marker: string) {
    this.#root = root;
    this.#rootKey = keyOf(readStat(root) ?? { pid: root, startTicks: -1 });
    this.#marker = `${TREE_VARIABLE}=${marker}`;
  }

  /** Pids alive now. */
  find(): number[] {
    return this.#members().map((stat) => stat.pid);
  }

  usage(): Usage & { cpuNanoseconds: number } {
    this.sample();
    let cpuNanoseconds = this.#orphanNanoseconds;
    for (const tracked of this.#tracked.values()) cpuNanoseconds += totalOf(tracked);
    // A tree that ended before the first look had memory all the same.
    const peakMemoryBytes = this.#peakBytes > 0 ? this.#peakBytes : null;
    return { cpuNanoseconds, peakMemoryBytes, throttledNanoseconds: null, source: 'proc' };
  }

  /** Sum over the members of the most each has had resident: shared pages count once a process. */
  samplePeak(): number {
    const now = this.find().reduce((sum, pid) => sum + peakResidentBytes(pid), 0);
    this.#peakBytes = Math.max(this.#peakBytes, now);
    return this.#peakBytes;
  }

  sample(): void {
    const alive = this.#members();
    const keys = new Set<string>();
    let resident = 0;
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
      // Threads tell nanoseconds but vanish when they end; ticks keep them but count in 10 ms.
      tracked.own = Math.max(tracked.own, threads, stat.ticks * TICK_NANOSECONDS);
      tracked.reaped = stat.childTicks * TICK_NANOSECONDS;
      resident += peakResidentBytes(stat.pid);
    }
    this.#peakBytes = Math.max(this.#peakBytes, resident);
    for (const [key, tracked] of this.#tracked) {
      if (keys.has(key)) continue;
      this.#tracked.delete(key);
      const parent = [...this.#tracked.values()].find((candidate) => candidate.pid === tracked.parent);
      if (parent) parent.gone += totalOf(tracked);
      else this.#orphanNanoseconds += totalOf(tracked);
    }
  }

  #members(): ProcessStat[] {
    const all = readAllStats();
    const members = new Map<number, ProcessStat>();
    const add = (stat: ProcessStat): void => {
      members.set(stat.pid, stat);
    };
    for (const stat of all) {
      const key = keyOf(stat);
      const inSession = stat.session === this.#root && stat.pid !== this.#root;
      if (key === this.#rootKey || inSession || this.#tracked.has(key) || this.#known.has(key)) add(stat);
    }
    // Children of members, and theirs; a second pass where a child was listed before its parent.
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
    // While a process begins another program it has no environment: who it is can be told only after that.
    const told = environment?.some((entry) => entry !== '') ?? false;
    if (told && !marked) this.#strangers.add(key);
    return marked;
  }
}

interface Tracked {
  pid: number;
  parent: number;
  threads: Map<string, number>;
  own: number;
  /** Children waited for, in ticks; and members that ended as its children, in nanoseconds: the same time twice. */
  reaped: number;
  gone: number;
}

const newTracked = (): Tracked => ({ pid: 0, parent: 0, threads: new Map(), own: 0, reaped: 0, gone: 0 });
const totalOf = (tracked: Tracked): number => tracked.own + Math.max(tracked.reaped, tracked.gone);
const keyOf = (stat: Pick<ProcessStat, 'pid' | 'startTicks'>): string => `${stat.pid}:${stat.startTicks}`;

/**
 * Processor time of all children this process has waited for so far: it grows when one of them ends. Told in ticks,
 * user's and system's each cut off: a difference of two readings is up to two ticks off either way.
 */
export function reapedNanoseconds(): number {
  return (readStat(process.pid)?.childTicks ?? 0) * TICK_NANOSECONDS;
}
