import type { Built } from '../../launch/launcher.ts';
import type { Serving, Timekeeping } from '../bench.ts';
import { timeWithHyperfine } from './timing.ts';

const BUILD_LIMIT_SECONDS = 30 * 60;
/** Longer builds are timed once: they vary by a few per cent, and a run has more to measure. */
const ONCE_FROM_SECONDS = 60;

/**
 * Times a target's build from its sources alone, with all processors of this machine and all downloads done
 * before. Returns seconds, one entry per build: `builds` of them, or one if it takes more than a minute.
 * Returns `null` without hyperfine, or if the launcher cannot. No untimed build comes first: the build that
 * made the artifact has just read the same files. Throws a PitwallError if a build fails.
 */
export async function cleanBuilds(
  bench: Timekeeping & Pick<Serving, 'launcher'>,
  built: Built,
  builds: number,
): Promise<number[] | null> {
  if (!bench.hyperfine) return null;
  const timed = bench.launcher.cleanBuildCommand(built);
  if (!timed) return null;
  try {
    const time = (runs: number) =>
      timeWithHyperfine(bench, {
        kind: 'build',
        timed,
        folder: timed.folder,
        runs,
        warmup: 0,
        limitSeconds: BUILD_LIMIT_SECONDS,
      });
    const first = await time(1);
    const [seconds] = first ?? [];
    if (first === null || seconds === undefined || seconds > ONCE_FROM_SECONDS) return first;
    return [...first, ...((await time(builds - 1)) ?? [])];
  } finally {
    timed.close();
  }
}
