import { hasRate, loadSeconds, type Profile } from '../../model/index.ts';
import type { PlannedCell } from '../plan.ts';
import { compilesAsItRuns } from '../warm-up/steady-state.ts';

/** As `npm run figure -- rank-width` finds them in recorded runs: seconds until a scenario of a start is warm. */
const WARM_SECONDS = {
  first: { virtualMachine: 35, asItRuns: 8, ahead: 2 },
  other: { virtualMachine: 25, asItRuns: 7, ahead: 2 },
};
const VIRTUAL_MACHINES: readonly string[] = ['Java', 'Kotlin', 'Scala', 'C#'];
/** Of a slice: probes before and after it, the loader's start, and slices that are done again. */
const SLICE_OVERHEAD_SECONDS = 0.3;
const START_SECONDS = 1.5;

/** How long a run's blocks take, for whoever waits for them: a guess where the profile does not say. */
export function estimatedSeconds(profile: Profile, cells: readonly PlannedCell[]): number {
  if (profile.minutes !== undefined) return profile.minutes * 60;
  const entries = [...new Set(cells.map(({ entry }) => entry))];
  const starts = entries.map((entry) => {
    const own = new Set(cells.filter((cell) => cell.entry === entry).map(({ scenario }) => scenario.id));
    const kind = kindOf(entry.target.manifest.language);
    const seconds = WARM_SECONDS.first[kind] + (own.size - 1) * WARM_SECONDS.other[kind];
    return START_SECONDS + Math.min(seconds, profile.warmup.maxSeconds * own.size);
  });
  const slices = cells.map(({ shape }) => {
    const cycles = hasRate(shape) ? Math.ceil(profile.cycles / 4) : profile.cycles;
    return cycles * (loadSeconds(shape, profile) + SLICE_OVERHEAD_SECONDS);
  });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return profile.blocks * (sum(starts) + sum(slices));
}

function kindOf(language: string): keyof (typeof WARM_SECONDS)['first'] {
  if (VIRTUAL_MACHINES.includes(language)) return 'virtualMachine';
  return compilesAsItRuns(language) ? 'asItRuns' : 'ahead';
}
