import type { TargetVariant } from '../../catalog/targets.ts';
import { type Run, runtimeKindOf, type ScenarioId, type TargetRun, variantName } from '../../model/index.ts';

/** A finished run of this machine, and what it measured. */
interface EarlierRun {
  run: Pick<Run, 'profile' | 'finishedAt'>;
  targets(): TargetRun[];
}

/**
 * Expects each target to take what it took in the newest earlier run of the same scenarios, or more of them; a
 * target without such a run, what the largest of its kind took. A guess that is too large splits a block into
 * groups, and then fewer targets are measured side by side.
 *
 * @param runs oldest first
 * @returns bytes by name of the target variant; without targets of a kind that no earlier run has
 */
export function expectedMemory(
  variants: readonly TargetVariant[],
  scenarios: readonly ScenarioId[],
  runs: readonly EarlierRun[],
): Map<string, number> {
  const seen = new Map<string, number>();
  const ofKind = new Map<string, number>();
  for (const earlier of runs) {
    const { profile, finishedAt } = earlier.run;
    if (finishedAt === null || !scenarios.every((id) => profile.scenarios.includes(id))) continue;
    for (const result of earlier.targets()) {
      const peak = mostMemoryOf(result);
      if (peak === null) continue;
      seen.set(variantName(result.target, result.variant), peak);
      const kind = runtimeKindOf(result.language);
      ofKind.set(kind, Math.max(peak, ofKind.get(kind) ?? 0));
    }
  }
  return new Map(
    variants.flatMap(({ name, target, variant }) => {
      const bytes =
        seen.get(variantName(target.id, variant.id)) ?? ofKind.get(runtimeKindOf(target.manifest.language));
      return bytes === undefined ? [] : [[name, bytes]];
    }),
  );
}

/** The most that a target's server took in any cell; `null` if no cell has it. */
export function mostMemoryOf(result: Pick<TargetRun, 'cells'> | undefined): number | null {
  const peaks = (result?.cells ?? []).flatMap(({ rounds }) =>
    rounds.peakMemoryBytes.filter((peak) => peak !== null),
  );
  return peaks.length === 0 ? null : Math.max(...peaks);
}
