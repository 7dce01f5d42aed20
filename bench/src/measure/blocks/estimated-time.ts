import {
  hasRate,
  loadSeconds,
  type Profile,
  type RuntimeKind,
  runtimeKindOf,
  type Scenario,
  type ScenarioId,
  scenarioOf,
  warmedTogether,
} from '../../model/index.ts';
import { mean } from '../../stats/index.ts';
import type { PlannedCell } from '../planned-cells.ts';
import { cycleOrder, ratesEveryCycles, visitsTo } from './cycle-order.ts';
import { leadInSeconds } from './lead-in.ts';

/**
 * Seconds until a scenario is warm, with the probes that accompany the load, as recorded runs had them. A database's
 * driver is code that a start compiles once, for the first scenario that uses it or for a load of several.
 */
const WARM_SECONDS = {
  first: { virtualMachine: 28, asItRuns: 8.5, interpreted: 2.1, ahead: 2.1 },
  firstOfDatabase: { virtualMachine: 60, asItRuns: 10.5, interpreted: 2.1, ahead: 2.1 },
  other: { virtualMachine: 30, asItRuns: 9.5, interpreted: 2.1, ahead: 2.1 },
  /** With probes, after a curve without them. */
  afterCurve: { virtualMachine: 13, asItRuns: 0, interpreted: 0, ahead: 0 },
  /** A load of several scenarios, and what confirms each of them afterwards. */
  mixed: { virtualMachine: 30, asItRuns: 9, interpreted: 2.1, ahead: 2.1 },
  mixedOfDatabase: { virtualMachine: 48, asItRuns: 10.5, interpreted: 2.1, ahead: 2.1 },
  confirmed: { virtualMachine: 3.5, asItRuns: 2.1, interpreted: 0, ahead: 0 },
  /** At a rate, after a closed loop that is there only to warm it up. */
  atRate: { virtualMachine: 12, asItRuns: 2.1, interpreted: 0, ahead: 0 },
  /** Until it shows again that it is warm. */
  settling: { virtualMachine: 5, asItRuns: 3.5, interpreted: 0, ahead: 0 },
};
/**
 * Around a load: its loader's start, and probes before and after it. Those that read a long list wait for the lists that
 * the loader left under way; rows that were added are counted and removed. Most seconds of a warm-up are of fast servers,
 * and nobody counts their rows.
 */
const AROUND_SECONDS = {
  slice: { usual: 0.1, adding: 0.25, listing: 0.65 },
  warming: { usual: 0.1, adding: 0.25, listing: 0.25 },
};
const START_SECONDS = 0.6;

/**
 * Estimates how long a run's blocks take, in seconds: the time that the profile fixes, or what warming up and its
 * fewest cycles take if that is longer.
 */
export function estimatedSeconds(profile: Profile, cells: readonly PlannedCell[]): number {
  const fixed = cells.length === 0 ? 0 : (profile.minutes ?? 0) * 60;
  return Math.max(fixed, profile.blocks * leastBlockSeconds(profile, [cells]));
}

/**
 * Estimates the least that a block takes, in seconds: starting, warming up, settling and its fewest cycles. A
 * measured block that took longer than its share of a fixed time had nothing to fill, so it tells the same, unless it had
 * more groups: each starts and warms up those that it shares with the one before.
 *
 * @param groups cells of each group
 * @param warmth how many times as long as usual servers take to get warm here
 */
export function leastBlockSeconds(
  profile: Profile,
  groups: readonly (readonly PlannedCell[])[],
  measured: readonly { seconds: number; groups: number }[] = [],
  warmth = 1,
): number {
  const share = ((profile.minutes ?? 0) * 60) / profile.blocks;
  const alike = measured.filter((block) => block.seconds > share && block.groups <= groups.length);
  return Math.max(
    sum(groups.map((cells) => startsAndSlices(profile, cells, warmth))),
    ...alike.map(({ seconds }) => seconds),
  );
}

function startsAndSlices(profile: Profile, cells: readonly PlannedCell[], warmth: number): number {
  const every = ratesEveryCycles(cells);
  const counted = ({ shape }: PlannedCell): number =>
    hasRate(shape) ? Math.ceil(profile.cycles / every) : profile.cycles;
  const settling = cells.filter(({ shape }) => !hasRate(shape) || every === 1);
  const slice = ({ scenario, shape }: PlannedCell): number =>
    loadSeconds(scenario.id, shape, profile) +
    AROUND_SECONDS.slice[hasRate(shape) ? 'usual' : workAround(scenario)];
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
  const kind = kindOf(own[0]);
  const load = Math.min(warmth * warmSeconds(profile, ids, kind), mostWarmSeconds(profile, ids));
  const closed = new Set(own.filter(({ shape }) => !hasRate(shape)).map(({ scenario }) => scenario.id));
  const confirming = (ids.size - closed.size) * WARM_SECONDS.atRate[kind];
  return START_SECONDS + (load + confirming) * withWorkAround([...ids]);
}

/** One load settles a server for all scenarios that were warmed together. */
function settlingSeconds(profile: Profile, own: readonly [PlannedCell, ...PlannedCell[]]): number {
  const ids = own.filter((cell) => leadInSeconds(cell) > 0).map(({ scenario }) => scenario.id);
  const together = warmedTogether(profile, [...new Set(ids)]);
  const alone = ids.filter((id) => !together.includes(id)).length;
  const loads = alone + Math.min(together.length, 1);
  return loads * WARM_SECONDS.settling[kindOf(own[0])] * withWorkAround(ids);
}

/** What a load of the scenario takes beside its own time. */
function workAround({ inserts, large, table }: Scenario): keyof typeof AROUND_SECONDS.slice {
  if (inserts) return 'adding';
  return large && table ? 'listing' : 'usual';
}

/** Returns how much longer a second of warm-up takes than its load. */
function withWorkAround(ids: readonly ScenarioId[]): number {
  return ids.length === 0 ? 1 : 1 + mean(ids.map((id) => AROUND_SECONDS.warming[workAround(scenarioOf(id))]));
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
  const mixing = WARM_SECONDS[mixed.some(usesDatabase) ? 'mixedOfDatabase' : 'mixed'][kind];
  const ofMixed = isMixed ? mixing + mixed.length * WARM_SECONDS.confirmed[kind] : 0;
  const alone = [...own].filter((id) => !mixed.includes(id));
  const isCurve = curve !== undefined && own.has(curve);
  const isFirstAlone = alone.length > 0 && (!isMixed || isCurve);
  // Which of them is the first is drawn for each start.
  const firsts = isCurve ? [curve] : alone;
  const firstEach = firsts.map((id) => WARM_SECONDS[usesDatabase(id) ? 'firstOfDatabase' : 'first'][kind]);
  const first = isFirstAlone ? mean(firstEach) + (isCurve ? WARM_SECONDS.afterCurve[kind] : 0) : 0;
  return first + (alone.length - (isFirstAlone ? 1 : 0)) * WARM_SECONDS.other[kind] + ofMixed;
}

function usesDatabase(id: ScenarioId): boolean {
  return scenarioOf(id).database !== null;
}

/** Seconds of load after which the warm-up of a start is given up. */
export function mostWarmSeconds({ warmup }: Pick<Profile, 'warmup'>, own: ReadonlySet<ScenarioId>): number {
  return warmup.maxSeconds * own.size;
}

/** Says how long the rest of a run takes, and why if that is longer than what its profile sets. */
export function howLong(
  { minutes: set, cycles }: Pick<Profile, 'minutes' | 'cycles'>,
  seconds: number,
  elapsed: number,
): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const all = Math.round((elapsed + seconds) / 60);
  const isOver = set !== undefined && (elapsed + seconds) / 60 > set + 1;
  // A resumed run has used some of its time.
  const whole = all > minutes ? `, ${all} in all,` : ',';
  const why = isOver
    ? `${whole} more than the ${set} that are set: warming up and ${cycles} cycles a block take that long`
    : '';
  return `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}${why}`;
}

/** Estimates the seconds of load until the first scenario of a fresh start is warm. */
export function secondsUntilWarm(language: string): number {
  return WARM_SECONDS.first[runtimeKindOf(language)];
}
