/** CPU time of a whole tree of processes, or of a container's cgroup. */
export interface CpuUsage {
  /** `null` if it is not accounted for, or too coarsely. */
  cpuNanoseconds: number | null;
  /** Time during which a limit held the tree or a group around it back; `null` if it is not accounted for. */
  throttledNanoseconds: number | null;
  /** The source of the figures; `engine` is a Docker engine's own accounting, for another host. */
  source: 'cgroup-v2' | 'cgroup-v1' | 'proc' | 'engine';
}

export interface Usage extends CpuUsage {
  /** The peak so far; `null` if it has to be asked for by itself. */
  peakMemoryBytes: number | null;
}

/** Returns the CPU time between two readings in nanoseconds; `null` if unknown. */
export function usedBetween(before: CpuUsage, after: CpuUsage): number | null {
  const { cpuNanoseconds: from } = before;
  const { cpuNanoseconds: to } = after;
  return from === null || to === null ? null : unlessZero(to - from);
}

/** Returns `null` for an amount of 0: a program that ran used time and memory, so the account missed them. */
export function unlessZero(amount: number): number | null {
  return amount > 0 ? amount : null;
}
