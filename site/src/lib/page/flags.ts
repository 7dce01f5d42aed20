import type { Flag, RankingRow, ScenarioId, SiteIndex } from '@pitwall/bench/model';

/** Returns the distribution whose version of the target is measured; `null` if it is the framework's own release. */
export function distributionOf(
  { targets }: SiteIndex,
  { target }: Pick<RankingRow, 'target'>,
): string | null {
  return targets.find((one) => one.target === target)?.manifest?.distribution ?? null;
}

/** Returns the flags of a target that apply to this variant in this scenario. */
export function flagsOf(
  { targets }: SiteIndex,
  { target, variant }: Pick<RankingRow, 'target' | 'variant'>,
  scenario?: ScenarioId,
): Flag[] {
  const flags = targets.find((one) => one.target === target)?.manifest?.flags ?? [];
  return flags.filter(
    (flag) =>
      (flag.variants?.includes(variant) ?? true) &&
      (scenario === undefined || (flag.scenarios?.includes(scenario) ?? true)),
  );
}
