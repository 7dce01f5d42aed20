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

/** What another machine found when it measured the two releases of a step side by side. */
export interface StepElsewhere {
  machine: string;
  startedAt: string;
  ratio: number;
  low: number;
  high: number;
  /** Whether it was proven there, in the same direction. */
  isThere: boolean;
}

/**
 * Finds what other machines say of a step of the same target variant and package. Their figures are never joined: each
 * has its own servers, pairs and test, so that a step of two machines was found twice.
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
    const found = isOfAnother ? other.steps.find((one) => isSame(one, step)) : undefined;
    const startedAt = found && startOfProof(found, other.comparisons);
    if (found === undefined || startedAt === undefined) return [];
    const { ratio, low, high, state } = found;
    const isThere = state === 'confirmed' && ratio > 1 === step.ratio > 1;
    return [{ machine: other.history.machine, startedAt, ratio, low, high, isThere }];
  });
}

function isSame(a: ReleaseStep, b: ReleaseStep): boolean {
  return (
    a.from === b.from && a.to === b.to && a.scenario === b.scenario && a.scenarioVersion === b.scenarioVersion
  );
}
