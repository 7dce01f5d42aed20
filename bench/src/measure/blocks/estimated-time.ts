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
import { cycleOrder, ratesEveryCycles, visitsTo } from './cycle-order.ts';
import { leadInSeconds } from './lead-in.ts';

/** Seconds until a scenario is warm, with the probes that accompany the load, as recorded runs had them. */
const WARM_SECONDS = {
  first: { virtualMachine: 52, asItRuns: 10, interpreted: 2.3, ahead: 2.3 },
  other: { virtualMachine: 30, asItRuns: 9.5, interpreted: 2.3, ahead: 2.3 },
  /** With probes, after a curve without them. */
  afterCurve: { virtualMachine: 13, asItRuns: 0, interpreted: 0, ahead: 0 },
  /** A load of several scenarios, and what confirms each of them afterwards. */
  mixed: { virtualMachine: 55, asItRuns: 11, interpreted: 2.3, ahead: 2.3 },
  confirmed: { virtualMachine: 4.5, asItRuns: 2.3, interpreted: 0, ahead: 0 },
  /** Until it shows again that it is warm. */
  settling: { virtualMachine: 5, asItRuns: 4, interpreted: 0, ahead: 0 },
};
/** Per slice: probes before and after it, the loader's start, and repeated slices. */
const SLICE_OVERHEAD_SECONDS = 0.12;
const START_SECONDS = 1.5;

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
 *
 * @param warmth how many times as long as usual servers take to get warm here
 */
export function leastBlockSeconds(
  profile: Profile,
  cells: readonly PlannedCell[],
  measuredSeconds: readonly number[] = [],
  warmth = 1,
): number {
  const share = ((profile.minutes ?? 0) * 60) / profile.blocks;
  return Math.max(
    startsAndSlices(profile, cells, warmth),
    ...measuredSeconds.filter((seconds) => seconds > share),
  );
}

function startsAndSlices(profile: Profile, cells: readonly PlannedCell[], warmth: number): number {
  const every = ratesEveryCycles(cells);
  const counted = ({ shape }: PlannedCell): number =>
    hasRate(shape) ? Math.ceil(profile.cycles / every) : profile.cycles;
  const settling = cells.filter(({ shape }) => !hasRate(shape) || every === 1);
  const slice = ({ scenario, shape }: PlannedCell): number =>
    loadSeconds(scenario.id, shape, profile) + SLICE_OVERHEAD_SECONDS;
  const together = warmedTogether(profile, profile.scenarios);
  // With one planned cycle, it holds every table.
  const leadIns = cycleOrder(cells, { together, plannedCycles: 1 }, 0, 0, 0)
    .flatMap(({ visits }) => visits)
    .map(([cell]) => counted(cell) * leadInSeconds(cell));
  return sum([
    ...visitsTo(cells).map((own) => startSeconds(profile, own, warmth)),
    ...visitsTo(settling).map((own) => warmth * settlingSeconds(profile, own)),
    ...settling.map(slice),
    ...cells.map((cell) => counted(cell) * slice(cell)),
    ...leadIns,
  ]);
}

/** Starting a server and warming it up. */
function startSeconds(
  profile: Profile,
  own: readonly [PlannedCell, ...PlannedCell[]],
  warmth: number,
): number {
  const ids = new Set(own.map(({ scenario }) => scenario.id));
  const most = profile.warmup.maxSeconds * ids.size;
  return START_SECONDS + Math.min(warmth * warmSeconds(profile, ids, kindOf(own[0])), most);
}

/** One load settles a server for all scenarios that were warmed together. */
function settlingSeconds(profile: Profile, own: readonly [PlannedCell, ...PlannedCell[]]): number {
  const settling = own.filter((cell) => leadInSeconds(cell) > 0);
  const together = warmedTogether(profile, [...new Set(settling.map(({ scenario }) => scenario.id))]);
  const alone = settling.filter(({ scenario }) => !together.includes(scenario.id)).length;
  return (alone + Math.min(together.length, 1)) * WARM_SECONDS.settling[kindOf(own[0])];
}

function kindOf({ targetVariant }: PlannedCell): RuntimeKind {
  return runtimeKindOf(targetVariant.target.manifest.language);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Seconds of load until a start is warm for these scenarios. */
export function warmSeconds(
  profile: Pick<Profile, 'warmup'>,
  own: ReadonlySet<ScenarioId>,
  kind: RuntimeKind,
): number {
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

/** Says how long the rest of a run takes, and why if that is longer than what its profile sets. */
export function howLong(
  { minutes: set, cycles }: Pick<Profile, 'minutes' | 'cycles'>,
  seconds: number,
  elapsed: number,
): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const isOver = set !== undefined && (elapsed + seconds) / 60 > set + 1;
  const why = isOver
    ? `, more than the ${set} that are set: warming up and ${cycles} cycles a block take that long`
    : '';
  return `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}${why}`;
}

/** Estimates the seconds of load until the first scenario of a fresh start is warm. */
export function secondsUntilWarm(language: string): number {
  return WARM_SECONDS.first[runtimeKindOf(language)];
}
