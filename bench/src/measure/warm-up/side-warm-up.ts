import {
  type ComparisonWarmup,
  compilesAsItRuns,
  FEW_CONNECTIONS,
  isUntilSteady,
  runtimeKindOf,
} from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { agreeRule, leftToWarm, ruleFor, type SteadyRule } from './steady-state.ts';
import type { WarmedUp, WarmUpRequest } from './warm-up.ts';

/**
 * Seconds of a slice of warm-up. Two servers share the processors, so that a virtual machine reaches the counts that make
 * it compile half as fast as in a run, and may be quiet for seconds in between: of eight starts of Spring Boot that were
 * judged second by second, one still took 1.8 times the CPU time of its twin.
 */
function secondsOfSlice(language: string): number {
  return runtimeKindOf(language) === 'virtualMachine' ? 2 : 1;
}

/** Returns how a side of a comparison is warmed up, by its language. */
export function sideWarmUp(
  warmup: ComparisonWarmup,
  language: string,
): Pick<WarmUpRequest, 'rule' | 'sliceSeconds' | 'compileWithConnections' | 'maxSeconds'> {
  if (!isUntilSteady(warmup)) {
    const { sliceSeconds, maxSlices } = warmup;
    return { rule: agreeRule(warmup), sliceSeconds, maxSeconds: maxSlices * sliceSeconds };
  }
  return {
    rule: onceSteady(ruleFor(language)),
    sliceSeconds: secondsOfSlice(language),
    maxSeconds: warmup.maxSeconds,
    ...(compilesAsItRuns(language) && { compileWithConnections: FEW_CONNECTIONS }),
  };
}

/** The side that is steady first stays under load until the other is, and need not be judged anew each second. */
function onceSteady(rule: SteadyRule): SteadyRule {
  let wasSteady = false;
  return (seconds) => {
    wasSteady ||= rule(seconds);
    return wasSteady;
  };
}

/** Throws a PitwallError if a side was to be steady and is not. */
export function requireSteady(
  warmup: ComparisonWarmup,
  { steady, slices }: Pick<WarmedUp, 'steady' | 'slices'>,
): void {
  if (steady || !isUntilSteady(warmup)) return;
  const { compilingRatio, cheaperRatio } = leftToWarm(slices);
  const percent = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`;
  const seen = [
    ...(compilingRatio === null ? [] : [`compiling takes ${percent(compilingRatio)} of its CPU time`]),
    ...(cheaperRatio === null ? [] : [`a request became ${percent(cheaperRatio)} cheaper`]),
  ];
  throw new PitwallError({
    what: 'The server is not warm',
    where: `after ${warmup.maxSeconds} s of load`,
    expected: 'a steady cost of a request, and quiet compiler threads',
    seen: seen.join(', ') || 'too few seconds to tell',
    next: 'Compare fewer scenarios on a quiet machine, or with --warmup brief',
  });
}
