import { hasRate, loadSeconds, type Profile } from '../../model/index.ts';
import type { PlannedCell } from '../planned-cells.ts';
import { compilesAsItRuns } from '../warm-up/steady-state.ts';
import { ratesEveryCycles } from './block-groups.ts';

/** Seconds until a scenario is warm, as `npm run figure -- rank-width` finds them in recorded runs. */
const WARM_SECONDS = {
  first: { virtualMachine: 35, asItRuns: 8, ahead: 2 },
  other: { virtualMachine: 25, asItRuns: 7, ahead: 2 },
};
const VIRTUAL_MACHINES: readonly string[] = ['Java', 'Kotlin', 'Scala', 'C#'];
/** Per slice: probes before and after it, the loader's start, and repeated slices. */
const SLICE_OVERHEAD_SECONDS = 0.3;
const START_SECONDS = 1.5;

/** Estimates how long a run's blocks take, in seconds, if the profile does not fix it. */
export function estimatedSeconds(profile: Profile, cells: readonly PlannedCell[]): number {
  if (profile.minutes !== undefined) return profile.minutes * 60;
  const targetVariants = [...new Set(cells.map(({ targetVariant }) => targetVariant))];
  const starts = targetVariants.map((targetVariant) => {
    const own = new Set(
      cells.filter((cell) => cell.targetVariant === targetVariant).map(({ scenario }) => scenario.id),
    );
    const kind = kindOf(targetVariant.target.manifest.language);
    const seconds = WARM_SECONDS.first[kind] + (own.size - 1) * WARM_SECONDS.other[kind];
    return START_SECONDS + Math.min(seconds, profile.warmup.maxSeconds * own.size);
  });
  const every = ratesEveryCycles(cells);
  const slices = cells.map(({ shape }) => {
    const cycles = hasRate(shape) ? Math.ceil(profile.cycles / every) : profile.cycles;
    return cycles * (loadSeconds(shape, profile) + SLICE_OVERHEAD_SECONDS);
  });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return profile.blocks * (sum(starts) + sum(slices));
}

/** How a runtime gets warm, which also indicates how much memory it takes. */
export function kindOf(language: string): keyof (typeof WARM_SECONDS)['first'] {
  if (VIRTUAL_MACHINES.includes(language)) return 'virtualMachine';
  return compilesAsItRuns(language) ? 'asItRuns' : 'ahead';
}

/** Estimates the seconds of load until the first scenario of a fresh start is warm. */
export function secondsUntilWarm(language: string): number {
  return WARM_SECONDS.first[kindOf(language)];
}
