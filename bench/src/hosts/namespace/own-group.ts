import { cgroupOf } from '../../process/cgroup.ts';
import type { CommandResult } from '../../process/command.ts';
import { unlessZero } from '../../process/usage.ts';

/**
 * Counts the CPU time of commands for a user who may make no control group. Without a group, /proc counts it in
 * ticks of 10 ms, which is too coarse for a load that takes less than a fifth of a second. But the container of the
 * agent has a group that everyone may read, and holds nothing else: what grows there beside the agent's own time is
 * the command's.
 */
export class OwnGroup {
  readonly #group = cgroupOf(process.pid);
  readonly #isAlone: boolean;
  #running = 0;
  #started = 0;

  /** To be made before anything is started: whatever else is in the group then shares it. */
  constructor() {
    const members = this.#group?.members() ?? [];
    this.#isAlone = members.length === 1 && members[0] === process.pid;
  }

  /** Runs a command; its time is that of the group, if no other command ran meanwhile and no finer one is known. */
  async count(run: () => Promise<CommandResult>): Promise<CommandResult> {
    const number = ++this.#started;
    const began = this.#running++ === 0;
    const before = this.#usedByOthers();
    let ran: CommandResult;
    try {
      ran = await run();
    } finally {
      this.#running--;
    }
    const after = this.#usedByOthers();
    const byItself = began && number === this.#started;
    if (ran.usage.source !== 'proc' || !byItself || before === null || after === null) return ran;
    const source = this.#group?.source ?? ran.usage.source;
    return { ...ran, usage: { ...ran.usage, cpuNanoseconds: unlessZero(after - before), source } };
  }

  /** Returns the time of everything in the group but this program, in nanoseconds; `null` if unknown. */
  #usedByOthers(): number | null {
    const used = this.#isAlone ? this.#group?.usage()?.cpuNanoseconds : null;
    if (used == null) return null;
    const { user, system } = process.cpuUsage();
    return used - (user + system) * 1_000;
  }
}
