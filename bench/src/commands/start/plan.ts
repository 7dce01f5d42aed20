import { buildsOf, type TargetVariant } from '../../catalog/targets.ts';
import { expectedBuildSeconds } from '../../launch/index.ts';
import { estimatedSeconds, secondsUntilWarm } from '../../measure/blocks/estimate.ts';
import { plannedCells } from '../../measure/plan.ts';
import type { Profile, ScenarioId } from '../../model/index.ts';
import { english } from '../../words/index.ts';

/** A build of more than this is left for `npm start -- --all`, unless it has been made before. */
const LONG_BUILD_SECONDS = 120;
/** Starting a target and verifying it. */
const VERIFY_SECONDS = 6;

/** What a start measures in its time, and what it leaves for later. */
interface StartPlan {
  profile: Profile;
  entries: TargetVariant[];
  /** Builds, verification and blocks together. */
  seconds: number;
  /** One line each: what is left out, why, and how long it would take. */
  left: string[];
}

/**
 * Chooses what fits into the time: no long build, no runtime that could not be warmed, and then as much of the
 * profile as there is time for.
 *
 * @param lacking names of the variants that this machine cannot build; they cost no time
 */
export function planStart(
  full: Profile,
  all: readonly TargetVariant[],
  { cache, seconds, lacking }: { cache: string; seconds: number; lacking: ReadonlySet<string> },
): StartPlan {
  const here = all.filter(({ name }) => !lacking.has(name));
  const isLong = ({ target }: TargetVariant): boolean =>
    expectedBuildSeconds(cache, target) > LONG_BUILD_SECONDS;
  const isSlow = ({ target }: TargetVariant): boolean =>
    secondsUntilWarm(target.manifest.language) > full.warmup.maxSeconds;
  const long = here.filter((entry) => isLong(entry) && !isSlow(entry));
  const slow = here.filter(isSlow);
  const entries = all.filter((entry) => !long.includes(entry) && !slow.includes(entry));
  const taking = entries.filter(({ name }) => !lacking.has(name));
  const before =
    sum(buildsOf(taking).map((target) => expectedBuildSeconds(cache, target))) +
    taking.length * VERIFY_SECONDS;
  const secondsOf = (profile: Profile): number =>
    before + estimatedSeconds(profile, plannedCells(taking, profile));
  const sizes = [full, withOneBlock(full), withOneScenario(withOneBlock(full))];
  const profile = sizes.find((size) => secondsOf(size) <= seconds) ?? (sizes.at(-1) as Profile);
  return {
    profile,
    entries,
    seconds: secondsOf(profile),
    left: [
      ...buildsOf(long).map(
        (target) =>
          `${target.build}: takes about ${english.duration(expectedBuildSeconds(cache, target))} to build`,
      ),
      ...(slow.length > 0
        ? [`${slow.map(({ name }) => name).join(', ')}: not warm within ${full.warmup.maxSeconds} s`]
        : []),
      ...(profile.blocks < full.blocks
        ? [`${full.blocks - profile.blocks} more fresh starts of each target`]
        : []),
      ...(profile.scenarios.length < full.scenarios.length
        ? [`the scenarios ${full.scenarios.filter((id) => !profile.scenarios.includes(id)).join(', ')}`]
        : []),
    ],
  };
}

function withOneBlock(profile: Profile): Profile {
  return { ...profile, blocks: 1 };
}

function withOneScenario(profile: Profile): Profile {
  return { ...profile, scenarios: profile.scenarios.slice(0, 1) };
}

/**
 * Returns the profile with another loader for its closed loops, without what this loader cannot send: its figures are
 * in tables of its own.
 */
export function withLoader(
  profile: Profile,
  from: string,
  to: string,
  canSend: (scenario: ScenarioId) => boolean,
): Profile {
  return {
    ...profile,
    scenarios: profile.scenarios.filter(canSend),
    loadShapes: profile.loadShapes
      .filter((shape) => shape.loader === from)
      .map((shape) => ({ ...shape, loader: to })),
  };
}

/** Returns the profile without the loads of a loader that is not here. */
export function withoutLoader(profile: Profile, name: string): Profile {
  return { ...profile, loadShapes: profile.loadShapes.filter(({ loader }) => loader !== name) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
