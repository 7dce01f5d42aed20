import {
  hasBlocks,
  type LauncherName,
  type MetricId,
  type Profile,
  type Run,
  variantName,
} from '../model/index.ts';

/** What a comparison measures only if it is asked to. */
const IN_TURN: readonly MetricId[] = ['throughputPerSecond', 'latencyP99Seconds'];

/** A change between two commits, as its series has it. */
interface Changed {
  target: string;
  variant: string;
  scenario: string;
  metric: MetricId;
  /** Default: processes of the machine, as for a comparison. */
  launcher?: LauncherName;
}

/**
 * The command that confirms a change found in history: it measures both commits at the same time, in its
 * scenario and by its metric; `null` if comparisons do not measure the metric.
 */
export function duetCommand(
  { target, variant, scenario, metric, launcher = 'process' }: Changed,
  before: string | null,
  after: string | null,
): string | null {
  const isInTurn = IN_TURN.includes(metric);
  if (!isInTurn && metric !== 'cpuPerRequestNanoseconds') return null;
  const name = variantName(target, variant);
  const at = (commit: string | null): string => (commit === null ? '' : `@${commit.slice(0, 12)}`);
  return [
    `npm run bench -- duet ${name}${at(before)} ${name}${at(after)} --scenario ${scenario}`,
    ...(isInTurn ? ['--in-turn'] : []),
    ...(launcher === 'process' ? [] : [`--launcher ${launcher}`]),
  ].join(' ');
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
