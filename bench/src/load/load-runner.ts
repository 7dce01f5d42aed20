import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InsideOptions } from '../hosts/namespace/protocol.ts';
import { type SocketLimits, socketLimits } from '../machine/socket-limits.ts';
import { type CommandResult, runCommand } from '../process/command.ts';
import type { PreparedLoad, ToolOutput } from './loader.ts';

export interface LoadRun extends PreparedLoad {
  /** Path of the tool on the host that it runs on. */
  path: string;
  /** The load's own folder on this machine, for its input and output files. */
  scratch: string;
  /** The load is stopped after this time, whatever it does. */
  limitSeconds: number;
  signal: AbortSignal;
}

export interface RanLoad extends ToolOutput {
  /** CPU time of the tool alone; `null` if it did not exit by itself, or was too short to measure. */
  cpuNanoseconds: number | null;
  seconds: number;
}

/** The host that sends loads. */
export interface LoadRunner {
  limits(): SocketLimits | Promise<SocketLimits>;
  /** Runs a prepared load to its end; nothing of it is left afterwards. */
  run(load: LoadRun): Promise<RanLoad>;
}

/** Where commands of this machine run: on its own network, or on that of a side (`SideNetwork`). */
interface Place {
  run: (
    command: readonly string[],
    options: InsideOptions & { signal: AbortSignal },
  ) => Promise<CommandResult>;
  limits(): SocketLimits | Promise<SocketLimits>;
}

const thisNetwork: Place = { run: runCommand, limits: () => socketLimits() };

/** Runs loads on this machine, on these processors; an empty list means any. */
export function localRunner(processors: readonly number[], place: Place = thisNetwork): LoadRunner {
  return {
    limits: () => place.limits(),
    async run({ path, files, arguments: words, interruptAfterSeconds, scratch, limitSeconds, signal }) {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(scratch, name), text);
      const { usage, ...output } = await place.run([path, ...words], {
        cwd: scratch,
        environment: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
        processors,
        timeoutSeconds: limitSeconds,
        ...(interruptAfterSeconds === undefined ? {} : { interruptAfterSeconds }),
        signal,
      });
      return { ...output, cpuNanoseconds: usage.cpuNanoseconds };
    },
  };
}
