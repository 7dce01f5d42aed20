import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../process/command.ts';
import { which } from '../../process/which.ts';
import type { TimedCommand } from '../launcher.ts';

/**
 * A cold start is the time from starting a process to its first 200. The program that asks must be quick to
 * start and quick to notice, or its own time drowns the server's: Node needs some 40 ms to start, the helper
 * in C under 1 ms. Without a C compiler, a bash script does the same with a floor of some milliseconds.
 */
interface FirstResponse {
  cache: string;
  host: string;
  port: number;
  healthySeconds: number;
  /** Working folder of the server. */
  folder: string;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
}

const COMPILE_MILLISECONDS = 30_000;
/** In the folder of the timing, and gone with it: of the last server nothing must be left to stop some other time. */
const PID_FILE = 'server.pid';

/** Returns the helper as a command; `null` on a machine with neither a C compiler nor bash. */
export function firstResponseHelper(cache: string): string[] | null {
  const compiled = compiledHelper(cache);
  if (compiled) return [compiled];
  const bash = which('bash');
  return bash ? [bash, fileOf('first-response.bash')] : null;
}

/**
 * Returns a `command` that exits with 0 at the first 200 and leaves the server running, and a `prepare` that
 * stops the previous server.
 */
export function firstResponseCommand(plan: FirstResponse): TimedCommand | null {
  const helper = firstResponseHelper(plan.cache);
  // The helper asks 127.0.0.1 only.
  if (!helper || plan.host !== '127.0.0.1') return null;
  // A plan's commands are relative to the target's folder, and the timing runs elsewhere.
  const command = ['env', '-C', plan.folder, ...plan.command];
  return {
    command: [...helper, 'start', String(plan.port), String(plan.healthySeconds), PID_FILE, ...command],
    prepare: [...helper, 'stop', PID_FILE],
    environment: { ...plan.environment },
  };
}

/**
 * Returns the seconds that the compiled helper needs for a server that takes no time; `null` without a
 * compiler.
 */
export async function firstResponseFloor(cache: string, port: number, times = 11): Promise<number | null> {
  const helper = compiledHelper(cache);
  if (!helper) return null;
  const seconds: number[] = [];
  for (let time = 0; time < times; time++) {
    const { stdout, exitCode } = await runCommand([helper, 'floor', String(port)], { timeoutSeconds: 10 });
    if (exitCode === 0) seconds.push(Number(stdout));
  }
  return seconds.sort((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? null;
}

/** Compiles the helper once for each version of its source. */
function compiledHelper(cache: string): string | null {
  const source = fileOf('first-response.c');
  const version = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const program = join(cache, 'first-response', `first-response-${version}`);
  if (existsSync(program)) return program;
  const compiler = which('cc');
  if (!compiler) return null;
  mkdirSync(join(cache, 'first-response'), { recursive: true });
  const part = `${program}.${process.pid}`;
  const { status } = spawnSync(compiler, ['-O2', '-o', part, source], {
    stdio: 'ignore',
    timeout: COMPILE_MILLISECONDS,
  });
  if (status !== 0) return null;
  renameSync(part, program);
  return program;
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
