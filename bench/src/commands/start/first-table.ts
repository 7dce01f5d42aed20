import { buildsOf, type TargetVariant } from '../../catalog/targets.ts';
import { expectedBuildSeconds } from '../../launch/index.ts';
import type { Building } from '../../measure/bench.ts';
import { secondsUntilWarm } from '../../measure/blocks/estimated-time.ts';
import { buildTargets } from '../../measure/prepare.ts';
import type { Profile, Toolchain } from '../../model/index.ts';
import type { Repository } from '../../util/repository.ts';
import { secondsOf } from './start-plan.ts';

/** The fewest targets of the first table: one alone has no rank. */
const FEWEST_FIRST = 2;
/** A build that takes longer has no place before the first table. */
const SHORT_BUILD_SECONDS = 15;

/**
 * Chooses the targets of the first table among those that are soon built and warm: as many as fit, at least two.
 * Frameworks come before platforms, the first variant of a framework before the second of another, and what takes
 * least time before the rest.
 *
 * @param here what this machine can build
 * @param seconds for builds, verification and blocks together
 */
export function planFirstTable(
  profile: Profile,
  here: readonly TargetVariant[],
  { cache, seconds }: { cache: string; seconds: number },
): TargetVariant[] {
  const seen = new Map<string, number>();
  const inOrder = here
    .filter(({ target }) => expectedBuildSeconds(cache, target) <= SHORT_BUILD_SECONDS)
    .filter(({ target }) => secondsUntilWarm(target.manifest.language) <= profile.warmup.maxSeconds)
    .map((targetVariant) => {
      const { id, manifest } = targetVariant.target;
      const earlier = seen.get(id) ?? 0;
      seen.set(id, earlier + 1);
      return {
        targetVariant,
        isPlatform: manifest.kind === 'platform',
        earlier,
        seconds: secondsOf(profile, [targetVariant], cache),
      };
    })
    .sort(
      (a, b) => Number(a.isPlatform) - Number(b.isPlatform) || a.earlier - b.earlier || a.seconds - b.seconds,
    )
    .map(({ targetVariant }) => targetVariant);
  const taking = inOrder.slice(0, FEWEST_FIRST);
  for (const next of inOrder.slice(FEWEST_FIRST)) {
    if (secondsOf(profile, [...taking, next], cache) > seconds) break;
    taking.push(next);
  }
  return taking;
}

/**
 * Builds the targets of the first table. Where one cannot be built, targets of other toolchains take its place: a
 * registry that is out of reach fails all of its own.
 *
 * @param here what this machine can build
 * @param seconds for builds, verification and blocks together
 * @returns what the table has; empty if nothing could be built
 */
export async function buildFirstTable(
  building: Building & { repository: Repository },
  profile: Profile,
  { here, seconds }: { here: readonly TargetVariant[]; seconds: number },
): Promise<TargetVariant[]> {
  const { cache } = building.repository;
  const failed: (readonly Toolchain[])[] = [];
  // What needs further toolchains besides fails in the same way.
  const isHopeless = ({ target }: Pick<TargetVariant, 'target'>): boolean => {
    const { toolchains } = target.manifest.process;
    return failed.some((needed) => needed.every((toolchain) => toolchains.includes(toolchain)));
  };
  for (;;) {
    const usable = here.filter((targetVariant) => !isHopeless(targetVariant));
    const taking = planFirstTable(profile, usable, { cache, seconds });
    const before = failed.length;
    for (const target of buildsOf(taking)) {
      if (isHopeless({ target })) continue;
      const [outcome] = (await buildTargets(building, [target])).values();
      if (outcome && 'leftOut' in outcome) failed.push(target.manifest.process.toolchains);
    }
    if (failed.length === before) return taking;
  }
}
