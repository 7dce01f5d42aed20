import { buildsOf, type TargetVariant } from '../../catalog/targets.ts';
import { expectedBuildSeconds } from '../../launch/index.ts';
import { estimatedSeconds, secondsUntilWarm } from '../../measure/blocks/estimated-time.ts';
import { plannedCells } from '../../measure/planned-cells.ts';
import type { Profile, ScenarioId } from '../../model/index.ts';
import { english } from '../../words/index.ts';

/** A longer build is left for `npm start -- --all`, unless it was made before. */
const LONG_BUILD_SECONDS = 120;
/** Seconds to start a target and verify it. */
const VERIFY_SECONDS = 6;

/** What a start measures in its time, and what it leaves for later. */
interface StartPlan {
  profile: Profile;
  targetVariants: TargetVariant[];
  /** Builds, verification and blocks together. */
  seconds: number;
  /** One line each: what is left out, why, and how long it would take. */
  left: string[];
}

/** Estimates builds, verification and blocks together. */
export function secondsOf(profile: Profile, taking: readonly TargetVariant[], cache: string): number {
  return (
    sum(buildsOf(taking).map((target) => expectedBuildSeconds(cache, target))) +
    taking.length * VERIFY_SECONDS +
    estimatedSeconds(profile, plannedCells(taking, profile))
  );
}

/**
 * Chooses what fits into the time: no long build, no runtime that could not be warmed, and then as much of the
 * profile as there is time for.
 *
 * @param missing names of the variants that this machine cannot build; they cost no time
 */
export function planStart(
  full: Profile,
  all: readonly TargetVariant[],
  { cache, seconds, missing }: { cache: string; seconds: number; missing: ReadonlySet<string> },
): StartPlan {
  const here = all.filter(({ name }) => !missing.has(name));
  const isLong = ({ target }: TargetVariant): boolean =>
    expectedBuildSeconds(cache, target) > LONG_BUILD_SECONDS;
  const isSlow = ({ target }: TargetVariant): boolean =>
    secondsUntilWarm(target.manifest.language) > full.warmup.maxSeconds;
  const long = here.filter((targetVariant) => isLong(targetVariant) && !isSlow(targetVariant));
  const slow = here.filter(isSlow);
  const able = here.filter((targetVariant) => !long.includes(targetVariant) && !slow.includes(targetVariant));
  const { profile, taking } = fitting(full, able, (size, some) => secondsOf(size, some, cache) <= seconds);
  const over = able.filter((targetVariant) => !taking.includes(targetVariant));
  const targetVariants = all.filter(
    ({ name }) => missing.has(name) || taking.some((targetVariant) => targetVariant.name === name),
  );
  return {
    profile,
    targetVariants,
    seconds: secondsOf(profile, taking, cache),
    left: [
      ...buildsOf(long).map(
        (target) =>
          `${target.build}: takes about ${english.duration(expectedBuildSeconds(cache, target))} to build`,
      ),
      ...(slow.length > 0
        ? [`${slow.map(({ name }) => name).join(', ')}: not warm within ${full.warmup.maxSeconds} s`]
        : []),
      ...(over.length > 0 ? [`${over.map(({ name }) => name).join(', ')}: no time for more targets`] : []),
      ...(profile.blocks < full.blocks
        ? [`${full.blocks - profile.blocks} more fresh starts of each target`]
        : []),
      ...(profile.scenarios.length < full.scenarios.length
        ? [`the scenarios ${full.scenarios.filter((id) => !profile.scenarios.includes(id)).join(', ')}`]
        : []),
    ],
  };
}

/**
 * Returns how much of the profile, and which targets, fit. What goes first is all scenarios but one; then languages lose
 * their last targets one by one, the one with the most first; no language loses its first target before all have lost
 * their second fresh start, without which a figure has no interval.
 */
function fitting(
  full: Profile,
  able: readonly TargetVariant[],
  fits: (profile: Profile, taking: readonly TargetVariant[]) => boolean,
): { profile: Profile; taking: TargetVariant[] } {
  if (fits(full, able)) return { profile: full, taking: [...able] };
  const one = withOneScenario(full);
  const languages = new Set(able.map(({ target }) => target.manifest.language)).size;
  const fewer = [...able];
  while (!fits(one, fewer) && fewer.length > languages) dropOne(fewer);
  if (fits(one, fewer)) return { profile: one, taking: fewer };
  const least = withOneBlock(one);
  while (!fits(least, fewer) && fewer.length > 1) dropOne(fewer);
  return { profile: least, taking: fewer };
}

/** Takes away the last target of the language that has the most. */
function dropOne(targetVariants: TargetVariant[]): void {
  const groups = Map.groupBy(targetVariants, ({ target }) => target.manifest.language);
  const largest = [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a));
  targetVariants.splice(targetVariants.lastIndexOf(largest.at(-1) as TargetVariant), 1);
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
