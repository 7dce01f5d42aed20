import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SocketLimits, socketLimits } from '../machine/socket-limits.ts';
import { runCommand } from '../process/command.ts';
import type { PreparedLoad, ToolOutput } from './loader.ts';

export interface LoadRun extends PreparedLoad {
  /** Where the tool is, on the host that it runs on. */
  path: string;
  /** The load's own folder on this machine: for its files, and for what it leaves to be read. */
  scratch: string;
  /** It is stopped then, whatever it does. */
  limitSeconds: number;
  signal: AbortSignal;
}

export interface RanLoad extends ToolOutput {
  /** Of the tool alone; `null` where it did not end by itself, or ran too shortly to be told. */
  cpuNanoseconds: number | null;
  seconds: number;
}

/** The host that loads come from. */
export interface LoadRunner {
  limits(): SocketLimits;
  /** Runs a prepared load to its end; nothing of it is left then. */
  run(load: LoadRun): Promise<RanLoad>;
}

/** Loads from this machine, on these processors; none means any. */
export function localRunner(processors: readonly number[]): LoadRunner {
  return {
    limits: () => socketLimits(),
    async run({ path, files, arguments: words, interruptAfterSeconds, scratch, limitSeconds, signal }) {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(scratch, name), text);
      const { usage, ...output } = await runCommand([path, ...words], {
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
