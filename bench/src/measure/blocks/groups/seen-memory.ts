import type { TargetVariant } from '../../../catalog/targets.ts';
import {
  type Run,
  runtimeKindOf,
  type ScenarioId,
  type TargetRun,
  variantName,
} from '../../../model/index.ts';

/** A finished run, and what it measured. */
interface EarlierRun {
  run: Pick<Run, 'profile' | 'finishedAt'>;
  targets(): TargetRun[];
}

/**
 * Expects each target to take what it took in the newest earlier run of the same scenarios, or more of them; without
 * one, the most that it took in the newest runs of each of the scenarios; a target without either, what the largest of
 * its kind took. A guess that is too large splits a block into groups, and then fewer targets are measured side by
 * side.
 *
 * @param runs oldest first
 * @returns bytes by name of the target variant; without targets of a kind that no earlier run has
 */
export function expectedMemory(
  variants: readonly TargetVariant[],
  scenarios: readonly ScenarioId[],
  runs: readonly EarlierRun[],
): Map<string, number> {
  const ofAll = new SeenMemory(scenarios);
  const ofEach = scenarios.map((id) => new SeenMemory([id]));
  for (const earlier of runs) {
    const { run } = earlier;
    const fitting = [ofAll, ...ofEach].filter((seen) => seen.fits(run));
    if (run.finishedAt === null || fitting.length === 0) continue;
    for (const result of earlier.targets()) for (const seen of fitting) seen.add(result);
  }
  return new Map(
    variants.flatMap(({ name, target, variant }) => {
      const own = variantName(target.id, variant.id);
      const kind = runtimeKindOf(target.manifest.language);
      const bytes =
        ofAll.targets.get(own) ??
        largest(ofEach.map(({ targets }) => targets.get(own))) ??
        largest([ofAll, ...ofEach].map(({ kinds }) => kinds.get(kind)));
      return bytes === undefined ? [] : [[name, bytes]];
    }),
  );
}

/** Peak memory in the newest runs that have all of these scenarios, added oldest first. */
class SeenMemory {
  /** Of each target variant, in the newest of them that has it. */
  readonly targets = new Map<string, number>();
  /** The most of any target of a kind, in all of them. */
  readonly kinds = new Map<string, number>();
  readonly #scenarios: readonly ScenarioId[];

  constructor(scenarios: readonly ScenarioId[]) {
    this.#scenarios = scenarios;
  }

  fits({ profile }: EarlierRun['run']): boolean {
    return this.#scenarios.every((id) => profile.scenarios.includes(id));
  }

  add(result: TargetRun): void {
    const peak = mostMemoryOf(result);
    if (peak === null) return;
    this.targets.set(variantName(result.target, result.variant), peak);
    const kind = runtimeKindOf(result.language);
    this.kinds.set(kind, Math.max(peak, this.kinds.get(kind) ?? 0));
  }
}

function largest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** The most that a target's server took in any cell; `null` if no cell has it. */
export function mostMemoryOf(result: Pick<TargetRun, 'cells'> | undefined): number | null {
  const peaks = (result?.cells ?? []).flatMap(({ rounds }) =>
    rounds.peakMemoryBytes.filter((peak) => peak !== null),
  );
  return peaks.length === 0 ? null : Math.max(...peaks);
}
