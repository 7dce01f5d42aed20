import {
  hasRate,
  loadSeconds,
  type Profile,
  type RuntimeKind,
  runtimeKindOf,
  type ScenarioId,
  warmedTogether,
} from '../../model/index.ts';
import type { PlannedCell } from '../planned-cells.ts';
import { ratesEveryCycles } from './block-groups.ts';
import { leadInSeconds } from './lead-in.ts';

/** Seconds until a scenario is warm, with the probes that accompany the load, as recorded runs had them. */
const WARM_SECONDS = {
  first: { virtualMachine: 42, asItRuns: 9, interpreted: 2.3, ahead: 2.3 },
  other: { virtualMachine: 25, asItRuns: 9, interpreted: 2.3, ahead: 2.3 },
  /** With probes, after a curve without them. */
  afterCurve: { virtualMachine: 13, asItRuns: 0, interpreted: 0, ahead: 0 },
  /** A load of several scenarios, and what confirms each of them afterwards. */
  mixed: { virtualMachine: 55, asItRuns: 11, interpreted: 0, ahead: 0 },
  confirmed: { virtualMachine: 4.5, asItRuns: 2.3, interpreted: 2.3, ahead: 2.3 },
  /** Until it shows again that it is warm. */
  settling: { virtualMachine: 5, asItRuns: 4, interpreted: 0, ahead: 0 },
};
/** Per slice: probes before and after it, the loader's start, and repeated slices. */
const SLICE_OVERHEAD_SECONDS = 0.2;
const START_SECONDS = 1.5;
/** Cycles of a block before those that count. */
const SETTLING_CYCLES = 1;

/**
 * Estimates how long a run's blocks take, in seconds: the time that the profile fixes, or what warming up and its
 * fewest cycles take if that is longer.
 */
export function estimatedSeconds(profile: Profile, cells: readonly PlannedCell[]): number {
  const fixed = cells.length === 0 ? 0 : (profile.minutes ?? 0) * 60;
  return Math.max(fixed, profile.blocks * leastBlockSeconds(profile, cells));
}

/**
 * Estimates the least that a block takes, in seconds: starting, warming up, settling and its fewest cycles. A
 * measured block that took longer than its share of a fixed time had nothing to fill, so it tells the same.
 */
export function leastBlockSeconds(
  profile: Profile,
  cells: readonly PlannedCell[],
  measuredSeconds: readonly number[] = [],
): number {
  const share = ((profile.minutes ?? 0) * 60) / profile.blocks;
  return Math.max(startsAndSlices(profile, cells), ...measuredSeconds.filter((seconds) => seconds > share));
}

function startsAndSlices(profile: Profile, cells: readonly PlannedCell[]): number {
  const targetVariants = [...new Set(cells.map(({ targetVariant }) => targetVariant))];
  const starts = targetVariants.map((targetVariant) => {
    const own = new Set(
      cells.filter((cell) => cell.targetVariant === targetVariant).map(({ scenario }) => scenario.id),
    );
    const kind = runtimeKindOf(targetVariant.target.manifest.language);
    return START_SECONDS + Math.min(warmSeconds(profile, own, kind), profile.warmup.maxSeconds * own.size);
  });
  const every = ratesEveryCycles(cells);
  const slices = cells.map((cell) => {
    const { scenario, shape } = cell;
    const counted = hasRate(shape) ? Math.ceil(profile.cycles / every) : profile.cycles;
    const load = leadInSeconds(cell) + loadSeconds(scenario.id, shape, profile) + SLICE_OVERHEAD_SECONDS;
    // Tables at a fixed rate beside others need no settling.
    if (hasRate(shape) && every > 1) return counted * load;
    const kind = runtimeKindOf(cell.targetVariant.target.manifest.language);
    const settling = leadInSeconds(cell) > 0 ? WARM_SECONDS.settling[kind] : 0;
    return settling + (SETTLING_CYCLES + counted) * load;
  });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(starts) + sum(slices);
}

function warmSeconds(profile: Profile, own: ReadonlySet<ScenarioId>, kind: RuntimeKind): number {
  const { curve } = profile.warmup;
  const mixed = warmedTogether(profile, [...own]);
  const isMixed = mixed.length > 0;
  const ofMixed = isMixed ? WARM_SECONDS.mixed[kind] + mixed.length * WARM_SECONDS.confirmed[kind] : 0;
  const alone = own.size - mixed.length;
  const isCurve = curve !== undefined && own.has(curve);
  const isFirstAlone = alone > 0 && (!isMixed || isCurve);
  const first = isFirstAlone ? WARM_SECONDS.first[kind] + (isCurve ? WARM_SECONDS.afterCurve[kind] : 0) : 0;
  return first + (alone - (isFirstAlone ? 1 : 0)) * WARM_SECONDS.other[kind] + ofMixed;
}

/** Estimates the seconds of load until the first scenario of a fresh start is warm. */
export function secondsUntilWarm(language: string): number {
  return WARM_SECONDS.first[runtimeKindOf(language)];
}
