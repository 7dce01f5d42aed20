import type { ComparisonArm, Scenario } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Bench } from '../bench.ts';
import { buildTarget, verifyVariant } from '../prepare.ts';
import { frameworkVersionOf } from '../provenance.ts';
import type { Arm } from './arm.ts';
import type { DuetSide } from './round.ts';
import { scenarioVersionsAt } from './scenario-versions.ts';

/** Builds one side and verifies it against the contract. Throws a PitwallError if it cannot be compared. */
export async function prepareSide(bench: Bench, arm: Arm): Promise<DuetSide> {
  const { target } = arm.entry;
  bench.tell({ kind: 'step', text: `building ${arm.label}` });
  const outcome = await buildTarget(bench, target);
  if ('dropped' in outcome) {
    if (outcome.error) throw outcome.error;
    throw cannot(arm, 'cannot be built here', outcome.dropped.reason, outcome.dropped.next);
  }
  bench.tell({ kind: 'step', text: `verifying ${arm.label}` });
  const { dropped, error } = await verifyVariant(bench, arm.entry, outcome.built);
  if (error) throw error;
  if (dropped) throw cannot(arm, 'violates the contract', dropped.reason, dropped.next);
  return { bench, arm, built: outcome.built };
}

function cannot(arm: Arm, what: string, seen: string, next: string): PitwallError {
  return new PitwallError({
    what: `A side of the comparison ${what}`,
    where: arm.label,
    expected: 'a target that builds, starts and passes its checks',
    seen,
    next,
  });
}

/** Throws a PitwallError if a side does not serve the scenario, or serves another version of it. */
export function requireSameScenario(arm: Arm, scenario: Scenario): void {
  const served = arm.entry.target.manifest.scenarios.includes(scenario.id);
  const version =
    arm.revision === null ? scenario.version : scenarioVersionsAt(arm.entry.target).get(scenario.id);
  if (served && version === scenario.version) return;
  throw usageError({
    what: 'The two sides cannot be compared',
    where: `${arm.label} ${scenario.id}`,
    expected: `version ${scenario.version} of the scenario`,
    seen: !served
      ? 'a manifest that does not list it'
      : version === undefined
        ? 'no such scenario in it'
        : `version ${version}`,
    next: 'Name a later revision, or another scenario',
  });
}

export function describeArm({ arm, built }: DuetSide): ComparisonArm {
  const { target, variant } = arm.entry;
  return {
    label: arm.label,
    target: target.id,
    variant: variant.id,
    revision: arm.revision,
    pinned: arm.pinned,
    framework: { name: target.manifest.name, version: frameworkVersionOf(target, built) },
    runtime: { name: target.manifest.runtime.name, version: built.runtimeVersion },
    artifact: built.artifact,
  };
}
