import {
  compilesAsItRuns,
  FALLING_RATIO,
  QUIET_COMPILING_RATIO,
  QUIET_SECONDS,
  type SlicesWarmup,
} from '../../model/index.ts';
import { median } from '../../stats/index.ts';

/** A second of load on a fresh start. */
export interface WarmSecond {
  /** Processor time of the server per response; `null` if it is not known, or nothing was answered. */
  cpuPerRequestNanoseconds: number | null;
  throughputPerSecond: number;
  /** Share of the server's CPU time that its compiling threads took; `null` if they are not known. */
  compilingRatio: number | null;
}

/** Returns whether a warm-up is over. */
export type SteadyRule = (seconds: readonly WarmSecond[]) => boolean;

/** Seconds of a window if compiling threads are visible, and if only the cost is. */
const SEEN_WINDOW = 2;
const BLIND_WINDOW = 3;

/** Two seconds agree if the second is not cheaper by more than this share. */
const AGREEING_RATIO = 0.1;

/** Requires two seconds whose costs agree within a tenth: nothing is compiled, but pools and caches fill. */
export const aheadRule: SteadyRule = (seconds) => !stillFalling(seconds, 1, AGREEING_RATIO);

/**
 * Confirms that a scenario is warm after a load of several has warmed the server: the compiling threads, if they are
 * known, stay quiet for two seconds under that scenario alone, and the costs of both agree.
 */
export const confirmingRule: SteadyRule = (seconds) =>
  aheadRule(seconds) &&
  seconds.slice(-2).every(({ compilingRatio }) => (compilingRatio ?? 0) < QUIET_COMPILING_RATIO);

/** Seconds after which a settling server need not cost as little as it did: the machine may have become slower. */
const MOST_SETTLING = 8;

/**
 * Requires of a server that was warm, and has waited, that it is confirmed and costs what it did at the end of its
 * warm-up, within a tenth: two seconds of JavaScript can agree half-way there.
 */
export function settlingRule(warm: readonly WarmSecond[]): SteadyRule {
  const usual = warm.length === 0 ? Number.POSITIVE_INFINITY : median(warm.slice(-BLIND_WINDOW).map(costOf));
  return (seconds) => {
    const last = seconds.at(-1);
    const costsAsUsual = last !== undefined && costOf(last) <= usual * (1 + AGREEING_RATIO);
    return confirmingRule(seconds) && (costsAsUsual || seconds.length >= MOST_SETTLING);
  };
}

/**
 * Requires that the compiling threads have been quiet for some seconds, and that the cost of a request no
 * longer falls. Throughput alone does not suffice: a runtime that compiles in tiers has plateaus of ten
 * seconds and more before its end (Barrett et al., "Virtual machine warmup blows hot and cold", 2017).
 */
export const asItRunsRule: SteadyRule = (seconds) => {
  const last = seconds.slice(-QUIET_SECONDS);
  if (last.some(({ compilingRatio }) => compilingRatio !== null)) {
    const quiet = last.every(({ compilingRatio }) => (compilingRatio ?? 0) < QUIET_COMPILING_RATIO);
    return quiet && seconds.length > QUIET_SECONDS && !stillFalling(seconds, SEEN_WINDOW, FALLING_RATIO);
  }
  return !stillFalling(seconds, BLIND_WINDOW, FALLING_RATIO);
};

/** Requires two slices in a row whose costs agree within the tolerance, after at least `minSlices`. */
export function agreeRule({ minSlices, toleranceRatio }: SlicesWarmup): SteadyRule {
  return (seconds) => {
    if (seconds.length < minSlices) return false;
    const [before, last] = seconds.slice(-2).map(costOf);
    if (last === undefined || before === undefined) return minSlices <= 1 && seconds.length >= minSlices;
    return Math.abs(last - before) <= toleranceRatio * Math.max(last, before);
  };
}

export function ruleFor(language: string): SteadyRule {
  return compilesAsItRuns(language) ? asItRunsRule : aheadRule;
}

/**
 * Returns whether the median cost of the last window is below that of the window before by more than `ratio`.
 */
function stillFalling(seconds: readonly WarmSecond[], window: number, ratio: number): boolean {
  if (seconds.length < 2 * window) return true;
  const costs = seconds.slice(-2 * window).map(costOf);
  const before = median(costs.slice(0, window));
  return median(costs.slice(window)) < before * (1 - ratio);
}

/** What was left of a warm-up that is not over. */
interface LeftToWarm {
  /** Share of the server's CPU time that compiling took in the last seconds; `null` if it is not known. */
  compilingRatio: number | null;
  /** Share by which a request became cheaper between the last two windows; `null` if there are not two. */
  cheaperRatio: number | null;
  /** Length of a window. */
  windowSeconds: number;
}

/** @param seconds in order; the latest of them count */
export function leftToWarm(seconds: readonly WarmSecond[]): LeftToWarm {
  const compiling = seconds.slice(-QUIET_SECONDS).flatMap(({ compilingRatio }) => compilingRatio ?? []);
  const windowSeconds = compiling.length > 0 ? SEEN_WINDOW : BLIND_WINDOW;
  const costs = seconds.slice(-2 * windowSeconds).map(costOf);
  const [before, last] = [costs.slice(0, windowSeconds), costs.slice(windowSeconds)].map((window) =>
    window.length < windowSeconds ? null : median(window),
  );
  return {
    compilingRatio: compiling.length > 0 ? median(compiling) : null,
    cheaperRatio: before && last ? 1 - last / before : null,
    windowSeconds,
  };
}

/**
 * Falls back to time per response if CPU time is not known: a full server that is cheaper answers more.
 */
function costOf({ cpuPerRequestNanoseconds, throughputPerSecond }: WarmSecond): number {
  return cpuPerRequestNanoseconds ?? 1e9 / Math.max(throughputPerSecond, 1e-3);
}
