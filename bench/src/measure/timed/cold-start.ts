import type { TargetVariant } from '../../catalog/targets.ts';
import type { Built } from '../../launch/launcher.ts';
import type { Serving, Timekeeping } from '../bench.ts';
import { settingsFor } from '../slice/target-server.ts';
import { timeWithHyperfine } from './timing.ts';

/** Untimed starts before the first timed one, so that every target's files are in the page cache. */
const WARMUP_STARTS = 1;
const START_LIMIT_SECONDS = 30;

/**
 * Times the start of a process to its first 200, `starts` times, in seconds; `null` without hyperfine, or if
 * the launcher cannot. Throws a PitwallError if a start fails.
 */
export async function coldStarts(
  bench: Timekeeping & Serving,
  targetVariant: TargetVariant,
  built: Built,
  starts: number,
): Promise<number[] | null> {
  if (!bench.hyperfine || starts === 0) return null;
  const timed = bench.launcher.coldStartCommand(
    built,
    targetVariant.variant,
    await settingsFor(bench, targetVariant),
  );
  if (!timed) return null;
  return timeWithHyperfine(bench, {
    kind: 'cold-start',
    timed,
    runs: starts,
    warmup: WARMUP_STARTS,
    limitSeconds: START_LIMIT_SECONDS,
  });
}
