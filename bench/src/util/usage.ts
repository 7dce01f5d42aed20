/** Processor time and memory of a whole tree of processes, or of a container's cgroup. */
export interface Usage {
  cpuNanoseconds: number;
  /** Highest so far; `null` where nothing accounts for it. */
  peakMemoryBytes: number | null;
  /** Time the tree was held back by a limit; `null` where nothing accounts for it. */
  throttledNanoseconds: number | null;
  /** `engine`: a Docker engine's own accounts, of a container on another host. */
  source: 'cgroup-v2' | 'cgroup-v1' | 'proc' | 'engine';
}
