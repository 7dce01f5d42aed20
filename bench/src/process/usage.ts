/** Processor time and memory of a whole tree of processes, or of a container's cgroup. */
export interface Usage {
  /** `null` where nothing accounts for it, or not finely enough. */
  cpuNanoseconds: number | null;
  /** Highest so far; `null` where nothing accounts for it. */
  peakMemoryBytes: number | null;
  /** Time the tree was held back by a limit; `null` where nothing accounts for it. */
  throttledNanoseconds: number | null;
  /** `engine`: a Docker engine's own accounts, of a container on another host. */
  source: 'cgroup-v2' | 'cgroup-v1' | 'proc' | 'engine';
}

/** Processor time between two readings; `null` where it cannot be told. */
export function usedBetween(before: Usage, after: Usage): number | null {
  const { cpuNanoseconds: from } = before;
  const { cpuNanoseconds: to } = after;
  return from === null || to === null ? null : told(to - from);
}

/** What ran took time, and memory: where an account says that it took none, the account did not see it. */
export function told(amount: number): number | null {
  return amount > 0 ? amount : null;
}
