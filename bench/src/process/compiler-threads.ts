import { readdirSync } from 'node:fs';
import { readText } from './proc.ts';

/**
 * Names of threads that compile a program while it runs, as the kernel truncates them (15 characters):
 * HotSpot's C1 and C2, Graal's in a JVM, and .NET's tiers. V8's are not listed: it compiles in workers that
 * also collect garbage.
 */
const COMPILER_NAMES = [/^C[12] CompilerThre/, /^JVMCI-native/, /^\.NET Tiered/];

/** Sums the CPU time of a server's compiler threads. */
export class CompilerClock {
  /** Nanoseconds by process and thread; a thread that has ended keeps its time. */
  readonly #threads = new Map<string, number>();
  readonly #others = new Set<string>();

  /**
   * Reads the CPU time so far. It is cheap enough to be called between two slices of load.
   *
   * @param pids the server's processes, if this machine can see them
   * @returns nanoseconds; `null` if no such thread was ever seen
   */
  read(pids: readonly number[]): number | null {
    for (const pid of pids) this.#readProcess(pid);
    if (this.#threads.size === 0) return null;
    return [...this.#threads.values()].reduce((sum, nanoseconds) => sum + nanoseconds, 0);
  }

  /**
   * Begins to time a load. Call what it returns right after the load, with the CPU time of the server meanwhile in
   * nanoseconds: it returns the share of it that compiler threads took, or `null` if either is not known.
   */
  time(server: { pids(): readonly number[] }): (used: number | null) => number | null {
    const before = this.read(server.pids());
    return (used) => {
      const after = this.read(server.pids());
      if (after === null || used === null || used === 0) return null;
      return Math.min(1, Math.max(0, (after - (before ?? 0)) / used));
    };
  }

  #readProcess(pid: number): void {
    for (const thread of threadsOf(pid)) {
      const key = `${pid}/${thread}`;
      if (this.#others.has(key)) continue;
      const folder = `/proc/${pid}/task/${thread}`;
      if (!this.#threads.has(key) && !isCompiler(readText(`${folder}/comm`))) {
        this.#others.add(key);
        continue;
      }
      const nanoseconds = Number.parseInt(readText(`${folder}/schedstat`) ?? '', 10);
      if (nanoseconds >= (this.#threads.get(key) ?? 0)) this.#threads.set(key, nanoseconds);
    }
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function isCompiler(name: string | null): boolean {
  return name !== null && COMPILER_NAMES.some((pattern) => pattern.test(name));
}
