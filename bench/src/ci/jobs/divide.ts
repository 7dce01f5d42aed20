import { buildsOf, type TargetVariant, variantsFor } from '../../catalog/targets.ts';
import { estimatedSeconds } from '../../measure/blocks/estimated-time.ts';
import { plannedCells } from '../../measure/planned-cells.ts';
import type { Profile } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';

/**
 * Plans a measurement in jobs that fit: profiles share a job as long as their estimates do, and a run that takes
 * longer than a job is continued in the next one, between two blocks.
 */

/** `timeout-minutes` of the measuring job in bench.yml; GitHub ends a token, and with it a job, after 24 hours. */
export const PINNED_JOB_MINUTES = 1_380;
/** GitHub ends a job on a hosted runner after this time, whatever the workflow says. */
export const HOSTED_JOB_MINUTES = 360;
/** The share of a job for set-up, the comparison after a push, and handing on results. */
const AROUND_RATIO = 1 / 8;

/** Rough, and rather too long: what a job does for each target variant or build besides its blocks. Builds took 40 s. */
const BUILD_SECONDS = 60;
const VERIFY_SECONDS = 10;
const COLD_START_SECONDS = 2.5;

interface JobContent {
  profiles: string[];
  /** Estimated seconds of all its profiles; more than the job's if the run takes several jobs. */
  seconds: number;
}

/** Whether GitHub provides the runner, so that the next job gets another machine. */
export function isHosted(runner: string): boolean {
  return /^(?:ubuntu|windows|macos)-/.test(runner);
}

/** Minutes of a job that its measurements may take. */
export function minutesFor(runner: string): number {
  return Math.floor((isHosted(runner) ? HOSTED_JOB_MINUTES : PINNED_JOB_MINUTES) * (1 - AROUND_RATIO));
}

/** Seconds before the first block, and of each block. */
export function jobEstimate(
  profile: Profile,
  targetVariants: readonly TargetVariant[],
): { preparation: number; block: number; blocks: number; seconds: number } {
  const asked = variantsFor(profile, targetVariants);
  const builds = buildsOf(asked).length;
  const preparation =
    builds * BUILD_SECONDS * (1 + (profile.builds ?? 0)) +
    asked.length * (VERIFY_SECONDS + profile.coldStarts * COLD_START_SECONDS);
  const measuring = asked.length === 0 ? 0 : estimatedSeconds(profile, plannedCells(asked, profile));
  const { blocks } = profile;
  const block = blocks === 0 ? 0 : measuring / blocks;
  return { preparation, block, blocks, seconds: preparation + measuring };
}

/**
 * Returns why a profile fits into no job of a runner, or `null`: not even one block of it does, or the run takes several
 * jobs and the runner is a hosted one, which is another machine each time.
 */
export function misfitOf(
  profile: Profile,
  targetVariants: readonly TargetVariant[],
  runner: string,
  { preparation, block, seconds } = jobEstimate(profile, targetVariants),
): PitwallError | null {
  const limit = minutesFor(runner) * 60;
  const least = isHosted(runner) ? seconds : preparation + block;
  return least > limit ? tooLong(profile, targetVariants.length, runner, least) : null;
}

/**
 * Divides profiles into jobs of one runner, in their order. Leaves out profiles of which no target variant serves any
 * scenario: a run of one would have nothing to measure, which is an error. Also leaves out those that fit into no job,
 * if others do: a field that has grown by one target must not end all measuring.
 *
 * Throws the PitwallError of `misfitOf` if no profile fits.
 */
export function divideIntoJobs(
  profiles: readonly Profile[],
  targetVariants: readonly TargetVariant[],
  runner: string,
): JobContent[] {
  const limit = minutesFor(runner) * 60;
  const parts: JobContent[] = [];
  const misfits: PitwallError[] = [];
  for (const profile of profiles) {
    if (variantsFor(profile, targetVariants).length === 0) continue;
    const estimate = jobEstimate(profile, targetVariants);
    const misfit = misfitOf(profile, targetVariants, runner, estimate);
    if (misfit) {
      misfits.push(misfit);
      continue;
    }
    const { seconds } = estimate;
    const last = parts.at(-1);
    if (last && last.seconds + seconds <= limit) {
      last.profiles.push(profile.name);
      last.seconds += seconds;
    } else parts.push({ profiles: [profile.name], seconds });
  }
  const [misfit] = misfits;
  if (misfit && parts.length === 0) throw misfit;
  return parts;
}

export function hoursOf(seconds: number): string {
  return seconds < 3_600
    ? `${Math.max(1, Math.round(seconds / 60))} min`
    : `${(seconds / 3_600).toFixed(1)} h`;
}

function tooLong(profile: Profile, variants: number, runner: string, seconds: number): PitwallError {
  const what = isHosted(runner) ? 'The run' : 'A block of the run';
  return new PitwallError({
    what: `${what} does not fit into a job`,
    where: `bench/profiles/${profile.name}.yaml, ${variants} target variants on ${runner}`,
    expected: `at most ${hoursOf(minutesFor(runner) * 60)} of ${isHosted(runner) ? 'a hosted runner' : 'a job'}`,
    seen: `about ${hoursOf(seconds)}`,
    next: isHosted(runner)
      ? 'Name fewer targets or a shorter profile, or set PITWALL_RUNNERS: a pinned runner continues a run in its next job'
      : 'Name fewer targets, or a profile with fewer scenarios, load shapes or cycles',
  });
}
