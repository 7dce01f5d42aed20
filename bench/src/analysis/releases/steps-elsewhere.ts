import type { StoredReleases } from '../../results/release-store.ts';
import type { JudgedReleases, ReleaseStep } from './judge-releases.ts';

/** A history with its comparisons and what follows from them. */
export type JudgedHistory = JudgedReleases & Pick<StoredReleases, 'comparisons'>;

/** When the releases of a step began to run side by side; `undefined` if they never did. */
export function startOfProof(
  { comparison }: Pick<ReleaseStep, 'comparison'>,
  comparisons: JudgedHistory['comparisons'],
): string | undefined {
  return comparison === null ? undefined : comparisons.get(comparison)?.startedAt;
}

/** What another machine found when it measured the release of a step beside one before it. */
export interface StepElsewhere {
  machine: string;
  /** The release before, which differs from the step's where that machine measured more of them, or fewer. */
  from: string;
  startedAt: string;
  ratio: number;
  low: number;
  high: number;
  /** Whether it was proven there, in the same direction; always so where the release before is another. */
  isThere: boolean;
}

/**
 * Finds what other machines say of a step of the same target variant and package. Their figures are never joined: each
 * has its own servers, pairs and test, so that a step of two machines was found twice. A machine that measured it beside
 * another release before can confirm it; that it found none there says nothing about this one.
 */
export function stepElsewhere(
  { history }: Pick<JudgedReleases, 'history'>,
  step: ReleaseStep,
  all: readonly JudgedHistory[],
): StepElsewhere[] {
  return all.flatMap((other): StepElsewhere[] => {
    const isOfAnother =
      other.history.machine !== history.machine &&
      other.history.target === history.target &&
      other.history.variant === history.variant &&
      other.history.package.name === history.package.name;
    const found = isOfAnother ? other.steps.find((one) => isOfSameRelease(one, step)) : undefined;
    const startedAt = found && startOfProof(found, other.comparisons);
    if (found === undefined || startedAt === undefined) return [];
    const { from, ratio, low, high, state } = found;
    const isThere = state === 'confirmed' && ratio > 1 === step.ratio > 1;
    if (from !== step.from && !isThere) return [];
    return [{ machine: other.history.machine, from, startedAt, ratio, low, high, isThere }];
  });
}

function isOfSameRelease(a: ReleaseStep, b: ReleaseStep): boolean {
  return a.to === b.to && a.scenario === b.scenario && a.scenarioVersion === b.scenarioVersion;
}
