import { delimiter, isAbsolute } from 'node:path';
import { runCommand } from '../process/command.ts';
import { systemPath, which } from '../process/which.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { repository } from '../util/repository.ts';
import type { ToolOutput } from './loader.ts';

interface RunOptions {
  timeoutSeconds: number;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
}

/** How finding and installing tools affects the machine; tests pass their own. */
export interface ToolEffects {
  /** Runs a command to its end or its time limit; `null` if there is no such program. */
  run(command: readonly string[], options: RunOptions): Promise<ToolOutput | null>;
  isExecutable(path: string): boolean;
  /** The folders of PATH, in order. */
  searchPath: readonly string[];
  /** `null` if the system has none. */
  userId: number | null;
  /** The project's folder for tools that it built itself, in `bin/`. */
  toolsFolder: string;
}

export const systemToolEffects: ToolEffects = {
  run,
  isExecutable: (path) => which(path) !== null,
  // A relative entry would find something else in another folder.
  searchPath: systemPath().split(delimiter).filter(isAbsolute),
  userId: process.getuid?.() ?? null,
  toolsFolder: `${repository.cache}/tools`,
};

async function run(command: readonly string[], options: RunOptions): Promise<ToolOutput | null> {
  try {
    return await runCommand(command, options);
  } catch (error) {
    if (!(error instanceof PitwallError)) throw error;
    if (error.exitCode === exitCodes.missing) return null;
    // A tool that hangs when asked for its version, or an installation that times out, is a result like any
    // other.
    return { stdout: '', stderr: `${error.what}: ${error.seen}`, exitCode: null, signal: 'SIGTERM' };
  }
}
