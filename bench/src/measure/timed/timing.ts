import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TimedCommand } from '../../launch/launcher.ts';
import { hyperfineArguments, parseHyperfine, type TimingPlan } from '../../load/hyperfine.ts';
import { runCommand } from '../../process/command.ts';
import { significant } from '../../util/rounding.ts';
import type { Timekeeping } from '../bench.ts';

interface Timing extends Pick<TimingPlan, 'kind' | 'runs' | 'warmup'> {
  timed: TimedCommand;
  /** Working directory of the command, if it matters. */
  folder?: string;
  /** Limit of one run; all runs together get their number times this. */
  limitSeconds: number;
}

/**
 * Runs a command several times with hyperfine. Returns seconds, one entry per run; `null` if hyperfine is not
 * available or no run is wanted. Throws a PitwallError if a run fails.
 */
export async function timeWithHyperfine(timekeeping: Timekeeping, timing: Timing): Promise<number[] | null> {
  const { timed, folder, limitSeconds, ...wanted } = timing;
  if (!timekeeping.hyperfine || wanted.runs === 0) return null;
  mkdirSync(timekeeping.repository.cache, { recursive: true });
  const scratch = mkdtempSync(join(timekeeping.repository.cache, `${wanted.kind}-`));
  try {
    const plan: TimingPlan = {
      ...wanted,
      command: timed.command,
      prepare: timed.prepare,
      exportFile: join(scratch, 'times.json'),
    };
    const output = await runCommand([timekeeping.hyperfine.path, ...hyperfineArguments(plan)], {
      cwd: folder ?? scratch,
      environment: timed.environment,
      timeoutSeconds: (wanted.runs + wanted.warmup) * limitSeconds,
      signal: timekeeping.signal,
    });
    return parseHyperfine(output, readOrNull(plan.exportFile), plan).seconds.map((seconds) =>
      significant(seconds),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
