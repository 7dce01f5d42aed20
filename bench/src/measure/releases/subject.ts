import { readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import {
  identifier,
  type ReleaseHistory,
  type Scenario,
  type ScenarioId,
  scenarioOf,
  variantName,
} from '../../model/index.ts';
import type { PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import { ecosystemOf, frameworkPackage, lockFileOf, lockOf } from '../packages/lock-file.ts';
import { lockedPackages } from '../packages/locked-packages.ts';
import { movingWith } from '../packages/moving.ts';
import { resolvePin } from '../packages/pinned-package.ts';
import { runtimeNames, runtimeOf } from '../packages/runtimes.ts';

/** The subject of a history: a target variant with one of its packages, or with its runtime. */
export interface HistorySubject {
  targetVariant: TargetVariant;
  head: Omit<ReleaseHistory, 'schemaVersion' | 'scenarios' | 'releases' | 'confirmations'>;
}

interface AskedSubject {
  /** `go/gin`, `javascript/koa:cluster` */
  name: string;
  /** The full or short name; `null` for the framework, or for the runtime if the target is one. */
  package: string | null;
  /** Packages that move to the same versions. */
  together: readonly string[];
  machine: string;
}

/** Finds the target and its packages by name; throws a PitwallError if a name is unknown or ambiguous. */
export function subjectOf(repository: Repository, asked: AskedSubject): HistorySubject {
  const [targetVariant] = selectVariants(readTargets(repository), [asked.name]);
  if (targetVariant === undefined || !asked.name.includes('/')) throw notOneTarget(asked.name);
  const { target, variant } = targetVariant;
  const fullName = (name: string) => resolvePin(target, { name, version: '' });
  const { package: found, runtime } = fullName(asked.package ?? defaultPackage(targetVariant));
  // A runtime that a lock file pins, as a package, is still what runs the target.
  const isRuntime = runtime !== null || found === runtimeOf(target);
  const role = isRuntime ? 'runtime' : found === frameworkPackage(target) ? 'framework' : 'library';
  const titles = { runtime: target.manifest.runtime.name, framework: target.manifest.name, library: found };
  const together = asked.together.map((name) => fullName(name).package);
  return {
    targetVariant,
    head: {
      machine: identifier.parse(asked.machine),
      ...{ target: target.id, variant: variant.id },
      package: {
        ecosystem: runtime === null ? ecosystemOf(target) : 'runtime',
        name: found,
        role,
        title: titles[role],
      },
      ...(together.length > 0 ? { together } : {}),
      askedAt: new Date().toISOString(),
    },
  };
}

/** Packages that a message names. */
const MOST_NAMES = 12;

function defaultPackage({ target }: TargetVariant): string {
  const own = frameworkPackage(target) || (runtimeOf(target) ?? '');
  if (own !== '') return own;
  const packages = lockedPackages(lockFileOf(target) ?? '', lockOf(target));
  throw usageError({
    what: 'The framework of this target is in no lock file',
    where: `targets/${target.id}/target.yaml › framework.version`,
    expected: `a lock file, or one of the runtimes ${runtimeNames.join(', ')}`,
    seen: 'a version that a program reports',
    next:
      packages.length > 0
        ? `Name a package: --package <name>, one of ${packages.slice(0, MOST_NAMES).join(', ')}`
        : 'Choose another target: this one runs with what the machine has',
  });
}

/** Returns the side for a release. Packages that move together all get its version. */
export function sideOfRelease({ target, variant, ...head }: HistorySubject['head'], version: string): string {
  const names = [head.package.name, ...(head.together ?? [])];
  return [variantName(target, variant), ...names.map((name) => `${name}=${version}`)].join('@');
}

/** Default scenarios of a history: small and large bodies, and no database, whose version could change. */
export const HISTORY_SCENARIOS: readonly ScenarioId[] = ['json', 'json-large'];

/** Returns the scenarios of the history so far with those asked for; for a new history, the default ones. */
export function scenariosOfHistory(
  { target }: TargetVariant,
  asked: readonly Scenario[] | null,
  before: ReleaseHistory | null,
): Scenario[] {
  const served = target.manifest.scenarios;
  const named = new Set([...(before?.scenarios ?? []), ...(asked ?? []).map(({ id }) => id)]);
  const usual = served.filter((id) => HISTORY_SCENARIOS.includes(id));
  const chosen = named.size > 0 ? [...named] : usual.length > 0 ? usual : served.slice(0, 1);
  const lacking = chosen.find((id) => !served.includes(id));
  if (lacking === undefined) return chosen.map(scenarioOf);
  throw usageError({
    what: 'The target does not serve the scenario',
    where: `--scenario ${lacking}`,
    expected: `one of ${served.join(', ')}`,
    seen: lacking,
    next: 'Name another scenario',
  });
}

/**
 * Returns the subject with what the history so far says of it: its causes, and the packages that move with it, which
 * stay the same ones. In a new history these are the packages that its authors release together with it, unless others
 * are named.
 */
export function continued(
  { targetVariant, head }: HistorySubject,
  before: ReleaseHistory | null,
): HistorySubject {
  const asked = head.together ?? [];
  if (before === null) {
    const { role, name } = head.package;
    const together = asked.length > 0 || role === 'runtime' ? asked : movingWith(targetVariant.target, name);
    return { targetVariant, head: { ...head, ...(together.length > 0 ? { together } : {}) } };
  }
  const known = before.together ?? [];
  if (asked.length > 0 && asked.toSorted().join(' ') !== known.toSorted().join(' '))
    throw otherTogether(known, asked);
  return {
    targetVariant,
    head: {
      ...head,
      ...(known.length > 0 ? { together: known } : {}),
      ...(before.causes === undefined ? {} : { causes: before.causes }),
    },
  };
}

function otherTogether(known: readonly string[], asked: readonly string[]): PitwallError {
  return usageError({
    what: 'Other packages move in the history',
    where: '--with',
    expected: known.join(', ') || 'none',
    seen: asked.join(', '),
    next: 'Leave the option out, or delete the folder of the history to begin a new one',
  });
}

function notOneTarget(name: string): PitwallError {
  return usageError({
    what: 'Name exactly one target',
    where: `argument ${name}`,
    expected: 'a target or a variant of one: go/gin, javascript/koa:cluster',
    seen: name || 'nothing',
    next: 'List them with: npm run bench -- list',
  });
}
