import type { ComparisonSide, Scenario } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Preparing } from '../bench.ts';
import { buildTarget, verifyVariant } from '../prepare.ts';
import { frameworkVersionOf } from '../provenance.ts';
import type { DuetSide } from './measure-duet.ts';
import { scenarioVersionsAt } from './scenario-versions.ts';
import type { SideSpec } from './side-spec.ts';

/** Builds one side and verifies it against the contract. Throws a PitwallError if it cannot be compared. */
export async function prepareSide(bench: Preparing, spec: SideSpec): Promise<DuetSide> {
  const { target } = spec.targetVariant;
  bench.report({ kind: 'step', text: `building ${spec.label}` });
  const outcome = await buildTarget(bench, target);
  if ('leftOut' in outcome) {
    if (outcome.error) throw outcome.error;
    throw cannot(spec, 'cannot be built here', outcome.leftOut.reason, outcome.leftOut.next);
  }
  bench.report({ kind: 'step', text: `verifying ${spec.label}` });
  const { leftOut, error } = await verifyVariant(bench, spec.targetVariant, outcome.built);
  if (error) throw error;
  if (leftOut) throw cannot(spec, 'violates the contract', leftOut.reason, leftOut.next);
  return { bench, spec, built: outcome.built };
}

function cannot(spec: SideSpec, what: string, seen: string, next: string): PitwallError {
  return new PitwallError({
    what: `A side of the comparison ${what}`,
    where: spec.label,
    expected: 'a target that builds, starts and passes its checks',
    seen,
    next,
  });
}

/** Throws a PitwallError if a side does not serve the scenario, or serves another version of it. */
export function requireSameScenario(spec: SideSpec, scenario: Scenario): void {
  const served = spec.targetVariant.target.manifest.scenarios.includes(scenario.id);
  const version =
    spec.revision === null
      ? scenario.version
      : scenarioVersionsAt(spec.targetVariant.target).get(scenario.id);
  if (served && version === scenario.version) return;
  throw usageError({
    what: 'The two sides cannot be compared',
    where: `${spec.label} ${scenario.id}`,
    expected: `version ${scenario.version} of the scenario`,
    seen: !served
      ? 'a manifest that does not list it'
      : version === undefined
        ? 'no such scenario in it'
        : `version ${version}`,
    next: 'Name a later revision, or another scenario',
  });
}

export function describeSide({ spec, built }: DuetSide): ComparisonSide {
  const { target, variant } = spec.targetVariant;
  return {
    label: spec.label,
    target: target.id,
    variant: variant.id,
    revision: spec.revision,
    pinned: spec.pinned[0] ?? null,
    ...(spec.pinned.length > 1 ? { alsoPinned: spec.pinned.slice(1) } : {}),
    framework: { name: target.manifest.name, version: frameworkVersionOf(target, built) },
    runtime: { name: target.manifest.runtime.name, version: built.runtimeVersion },
    artifact: built.artifact,
  };
}
