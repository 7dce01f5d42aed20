import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Built } from '../launch/launcher.ts';
import { hyperfineArguments, parseHyperfine, type TimingPlan } from '../load/hyperfine.ts';
import { runCommand } from '../util/command.ts';
import { significant } from '../util/round.ts';
import type { Bench } from './bench.ts';
import type { TargetVariant } from './catalog/targets.ts';
import { settingsFor } from './server.ts';

/** Untimed starts before the first timed one: every target's files are then in the page cache alike. */
const WARMUP_STARTS = 1;
const START_LIMIT_SECONDS = 30;

/**
 * Process start to first 200, `starts` times, in seconds; `null` where hyperfine or the launcher cannot.
 * Throws a PitwallError where a start fails.
 */
export async function coldStarts(
  bench: Bench,
  entry: TargetVariant,
  built: Built,
  starts: number,
): Promise<number[] | null> {
  if (!bench.hyperfine || starts === 0) return null;
  const timed = await bench.launcher.coldStartCommand(built, entry.variant, await settingsFor(bench, entry));
  if (!timed) return null;
  mkdirSync(bench.repository.cache, { recursive: true });
  const scratch = mkdtempSync(join(bench.repository.cache, 'cold-start-'));
  try {
    const plan: TimingPlan = {
      kind: 'cold-start',
      command: timed.command,
      prepare: timed.prepare,
      runs: starts,
      warmup: WARMUP_STARTS,
      exportFile: join(scratch, 'times.json'),
    };
    const output = await runCommand([bench.hyperfine.path, ...hyperfineArguments(plan)], {
      cwd: scratch,
      environment: timed.environment,
      timeoutSeconds: (starts + WARMUP_STARTS) * START_LIMIT_SECONDS,
      signal: bench.signal,
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
