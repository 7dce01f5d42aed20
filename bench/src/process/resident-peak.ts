import { type ResidentMemory, residentMemory } from './proc.ts';

/**
 * Follows the peak resident memory of the processes of a server.
 *
 * The account of a control group would be exact for what the processes allocate. But it charges a file, such as
 * their program, to the first group that reads it, and to no other after that: of two starts of one server, the
 * first would seem to need up to five times the memory of the second.
 */
export class ResidentPeak {
  #bytes: number | null = null;

  /**
   * Returns the peak so far in bytes, of the processes that were alive at a reading; `null` if none was yet.
   *
   * @param pids those alive now
   */
  with(pids: readonly number[]): number | null {
    const isForked = pids.length > 1;
    const bytes = residentBytes(pids.flatMap((pid) => residentMemory(pid, isForked) ?? []));
    if (bytes > 0) this.#bytes = Math.max(this.#bytes ?? 0, bytes);
    return this.#bytes;
  }
}

/** Counts once what several processes of one server share: the program that they run, and what a fork copied. */
export function residentBytes(processes: readonly ResidentMemory[]): number {
  const own = processes.reduce((sum, { peak, files, copies }) => sum + peak - files - copies, 0);
  return own + Math.max(0, ...processes.map(({ files }) => files));
}
