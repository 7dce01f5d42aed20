import { hasBlocks, type Profile, type Run, variantName } from '../model/index.ts';

/**
 * The command that confirms a change found in history: it measures both commits at the same time, in its
 * scenario.
 */
export function duetCommand(
  { target, variant, scenario }: { target: string; variant: string; scenario: string },
  before: string | null,
  after: string | null,
): string {
  const name = variantName(target, variant);
  const at = (commit: string | null): string => (commit === null ? '' : `@${commit.slice(0, 12)}`);
  return `npm run bench -- duet ${name}${at(before)} ${name}${at(after)} --scenario ${scenario}`;
}

/**
 * Returns the options of `bench run` that a run was made with, as recorded: profile, fresh starts, minutes,
 * launcher and seed. Scenarios are named unless a profile of the same name is known to have the same ones.
 *
 * @param profiles profiles of the checkout
 */
export function runOptions(
  { profile, launcher, seed }: Pick<Run, 'profile' | 'launcher' | 'seed'>,
  profiles: readonly Pick<Profile, 'name' | 'scenarios'>[] = [],
): string {
  const usual = profiles
    .find(({ name }) => name === profile.name)
    ?.scenarios.toSorted()
    .join();
  const named = usual === profile.scenarios.toSorted().join() ? [] : profile.scenarios;
  return [
    `--profile ${profile.name}`,
    hasBlocks(profile) ? `--blocks ${profile.blocks}` : `--rounds ${profile.rounds}`,
    ...(hasBlocks(profile) && profile.minutes !== undefined ? [`--minutes ${profile.minutes}`] : []),
    ...named.map((id) => `--scenario ${id}`),
    ...(launcher === 'process' ? [] : [`--launcher ${launcher}`]),
    `--seed ${seed}`,
  ].join(' ');
}
