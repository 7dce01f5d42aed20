import { todaysManifest } from '../../catalog/older-manifest.ts';
import { readTarget, type TargetVariant, variantsOf } from '../../catalog/targets.ts';
import { type Scenario, scenarioOf, variantName } from '../../model/index.ts';
import { runCommand } from '../../process/command.ts';
import { messageOf, PitwallError } from '../../util/errors.ts';
import { type Repository, repositoryAt } from '../../util/repository.ts';
import { checkOut } from './checkout.ts';
import type { SideSpec } from './side-spec.ts';

/** What can be compared of a target at two revisions, and what cannot because head does not have it. */

/** Scenarios of a comparison unless others are named. */
export const DEFAULT_SCENARIOS: readonly string[] = ['json', 'menus'];

/** Both sides of a variant, and the scenarios in which they are compared. */
export interface ComparablePair {
  base: SideSpec;
  head: SideSpec;
  scenarios: readonly Scenario[];
}

interface Lost {
  /** `go/gin`, `go/gin:gorm` or `go/gin:gorm json` */
  what: string;
  why: string;
}

export interface Comparable {
  pairs: ComparablePair[];
  /** What base has and head does not. It cannot be measured, so it must not pass as unchanged. */
  missing: Lost[];
  /** Targets and variants that only head has: there is nothing to compare them with. */
  added: string[];
}

interface ComparableQuestion {
  repository: Repository;
  /** A target that the checkout has, `go/gin`. */
  id: string;
  /** Ids of the variants to compare; `null` for all. */
  variants: ReadonlySet<string> | null;
  /** Revision of base. */
  base: string;
  /** Revision of head; `null` for the checkout as it is. */
  head: string | null;
  /** Scenarios to compare; `null` for the default ones. */
  scenarios: readonly Scenario[] | null;
  signal: AbortSignal;
}

/** Reads the manifests of both sides at revisions that exist. Throws only if interrupted. */
export async function comparableOf(question: ComparableQuestion): Promise<Comparable> {
  const { repository, id, variants, base, head, scenarios, signal } = question;
  const found: Comparable = { pairs: [], missing: [], added: [] };
  if (!(await hasTarget(repository, id, base, signal))) return { ...found, added: [id] };
  if (head !== null && !(await hasTarget(repository, id, head, signal)))
    return { ...found, missing: [{ what: id, why: 'head has no such target' }] };
  const sides = {
    base: await sideSpecsAt(repository, id, base, signal),
    head: await sideSpecsAt(repository, id, head, signal),
  };
  for (const side of ['base', 'head'] as const) {
    const read = sides[side];
    if ('why' in read) return { ...found, missing: [{ what: id, why: `${side}: ${read.why}` }] };
  }
  const [ofBase, ofHead] = [sides.base as SideSpecs, sides.head as SideSpecs];
  for (const [variant, spec] of ofBase) {
    if (variants && !variants.has(variant)) continue;
    const name = variantName(id, variant);
    const other = ofHead.get(variant);
    if (!other) {
      found.missing.push({ what: name, why: 'head has no such variant' });
      continue;
    }
    const served = scenariosOf(spec);
    const lost = served.filter((scenario) => !scenariosOf(other).includes(scenario));
    const asked = scenarios ?? served;
    for (const { id: scenario } of lost.filter((one) => asked.includes(one)))
      found.missing.push({ what: `${name} ${scenario}`, why: 'head does not serve this scenario' });
    const chosen = scenarios?.filter((one) => served.includes(one)) ?? defaultsOf(served);
    const common = chosen.filter((scenario) => !lost.includes(scenario));
    if (common.length > 0) found.pairs.push({ base: spec, head: other, scenarios: common });
  }
  for (const variant of ofHead.keys()) if (!ofBase.has(variant)) found.added.push(variantName(id, variant));
  return found;
}

/** Returns the scenarios in which two sides are compared if none are named. */
export function commonDefaults(base: SideSpec, head: SideSpec): Scenario[] {
  const common = scenariosOf(base).filter((scenario) => scenariosOf(head).includes(scenario));
  return defaultsOf(common);
}

/** The default scenarios, or the first one of a target that serves none of them. */
function defaultsOf(served: readonly Scenario[]): Scenario[] {
  const defaults = served.filter(({ id }) => DEFAULT_SCENARIOS.includes(id));
  return defaults.length > 0 ? defaults : served.slice(0, 1);
}

function scenariosOf({ targetVariant }: SideSpec): Scenario[] {
  return targetVariant.target.manifest.scenarios.map(scenarioOf);
}

type SideSpecs = ReadonlyMap<string, SideSpec>;

/** Returns the variants of a target as sides, or why its manifest cannot be used. */
async function sideSpecsAt(
  repository: Repository,
  id: string,
  revision: string | null,
  signal: AbortSignal,
): Promise<SideSpecs | { why: string }> {
  try {
    const place = revision === null ? null : await checkOut(repository, id, revision, signal);
    const target = place
      ? readTarget(repositoryAt(place.root), id, todaysManifest)
      : readTarget(repository, id);
    return new Map(
      variantsOf(target).map((targetVariant): [string, SideSpec] => [
        targetVariant.variant.id,
        sideSpecOf(targetVariant, revision, place?.commit ?? null),
      ]),
    );
  } catch (error) {
    signal.throwIfAborted();
    return { why: error instanceof PitwallError ? `${error.what} (${error.seen})` : messageOf(error) };
  }
}

function sideSpecOf(targetVariant: TargetVariant, revision: string | null, commit: string | null): SideSpec {
  const label = revision === null ? targetVariant.name : `${targetVariant.name}@${revision}`;
  return { label, targetVariant: { ...targetVariant, name: label }, revision: commit, pinned: [] };
}

async function hasTarget(
  { root }: Repository,
  id: string,
  revision: string,
  signal: AbortSignal,
): Promise<boolean> {
  const words = ['cat-file', '-e', `${revision}:targets/${id}/target.yaml`];
  const { exitCode } = await runCommand(['git', ...words], { cwd: root, timeoutSeconds: 60, signal });
  return exitCode === 0;
}
