import {
  type ComparisonWarmup,
  compilesAsItRuns,
  FEW_CONNECTIONS,
  isUntilSteady,
  runtimeKindOf,
} from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { agreeRule, confirmingRule, leftToWarm, ruleFor, type SteadyRule } from './steady-state.ts';
import type { WarmedUp, WarmUpRequest } from './warm-up.ts';

type Steps = Pick<WarmUpRequest, 'rule' | 'sliceSeconds' | 'compileWithConnections' | 'maxSeconds'>;

/** How a side of a comparison is warmed up. */
interface SideWarmUp {
  /**
   * By itself, before the other side is under load; `null` if it need not be. Beside its twin, a virtual machine compiles
   * half as fast, so that the share of its compiler threads says less about whether it is done.
   */
  alone: Steps | null;
  /** With the other side, until both are warm. */
  together: Steps;
}

export function sideWarmUp(warmup: ComparisonWarmup, language: string): SideWarmUp {
  if (!isUntilSteady(warmup)) {
    const { sliceSeconds, maxSlices } = warmup;
    const together = { rule: agreeRule(warmup), sliceSeconds, maxSeconds: maxSlices * sliceSeconds };
    return { alone: null, together };
  }
  const steps: Steps = {
    rule: onceSteady(ruleFor(language)),
    sliceSeconds: 1,
    maxSeconds: warmup.maxSeconds,
    ...(compilesAsItRuns(language) && { compileWithConnections: FEW_CONNECTIONS }),
  };
  if (runtimeKindOf(language) !== 'virtualMachine') return { alone: null, together: steps };
  const { compileWithConnections: _, ...whole } = steps;
  return { alone: steps, together: { ...whole, rule: onceSteady(confirmingRule) } };
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
