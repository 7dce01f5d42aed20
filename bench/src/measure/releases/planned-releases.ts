import type { ReleaseHistory, Scenario } from '../../model/index.ts';
import { readReleases, releasesFolder } from '../../results/release-store.ts';
import type { Repository } from '../../util/repository.ts';
import { invalidValue } from '../../util/usage-errors.ts';
import { compareVersions } from '../../util/versions.ts';
import { changelogPages } from './changelog.ts';
import {
  type Choice,
  chosenReleases,
  DEFAULT_YEARS,
  mergedReleases,
  newReleases,
  type PlannedRelease,
} from './choose.ts';
import { frozenRelease } from './frozen.ts';
import { askRegistry } from './registry.ts';
import type { ListedRelease } from './registry-client.ts';
import type { HistorySubject } from './subject.ts';

/** The releases that a command asks for. */
export interface AskedReleases extends Choice {
  /** Only releases that appeared since the history was measured. */
  newest: boolean;
  /** The release that all others are compared with; `null` for that of the history, or of the lock file. */
  frozen: string | null;
  /** Whether releases that failed before are tried again. */
  tryAgain: boolean;
}

interface PlanWork {
  repository: Repository;
  subject: HistorySubject;
  before: ReleaseHistory | null;
  scenarios: readonly Scenario[];
  asked: AskedReleases;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/**
 * Returns the releases of the history, and new ones without an outcome. Throws a RegistryFault if the registry does not
 * answer.
 */
export async function planReleases(work: PlanWork): Promise<PlannedRelease[]> {
  const { repository, subject, before, asked, environment, signal } = work;
  const { target } = subject.targetVariant;
  const own = subject.head.package;
  const { ecosystem, name, role } = own;
  const listed = await askRegistry({ ecosystem, name, folder: target.folder, environment, signal });
  requireListed(name, asked.only ?? [], listed);
  const base = await frozenRelease({ target, root: repository.root }, own, before, listed, asked.frozen);
  const chosen =
    asked.newest && before !== null ? newReleases(listed, before) : chosenReleases(listed, asked);
  const source = target.manifest.framework.repository.replace(/\/$|\.git$/, '');
  const changelog = await changelogPages(ecosystem, name, role === 'framework' ? source : null, signal);
  const rows = mergedReleases(before?.releases ?? [], [...chosen, base], changelog);
  const stale = staleVersions(work);
  for (const row of rows) {
    const { version, outcome } = row;
    if (version === base.version) row.outcome = { state: 'frozen' };
    else if (outcome !== null && (stale.has(version) || (asked.tryAgain && outcome.state === 'failed')))
      Object.assign(row, { outcome: null, former: outcome });
  }
  return rows;
}

/** Throws a PitwallError if the registry does not list a release that is named. */
function requireListed(name: string, versions: readonly string[], listed: readonly ListedRelease[]): void {
  const unknown = versions.find((version) => !listed.some((one) => one.version === version));
  if (unknown === undefined) return;
  const near = listed.filter(({ version }) => compareVersions(version, unknown) <= 0).at(-1) ?? listed.at(-1);
  throw invalidValue('--release', unknown, `a release of ${name}, such as ${near?.version}`);
}

/** Returns the earliest date of releases, unless a date or a number of releases is given. */
export function defaultFrom(last: number | null, now: Date): Date | null {
  if (last !== null) return null;
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - DEFAULT_YEARS);
  return date;
}

/** Releases whose figures are for other scenarios, or for older versions of the same ones. */
function staleVersions({ repository, subject, before, scenarios }: PlanWork): Set<string> {
  if (before === null) return new Set();
  const { comparisons } = readReleases(repository.results, releasesFolder(subject.head));
  const versions = before.releases.flatMap(({ version, outcome }) => {
    if (outcome.state !== 'measured') return [];
    const cells = comparisons.get(outcome.comparison)?.cells ?? [];
    const has = ({ id, version: wanted }: Scenario): boolean =>
      cells.some((cell) => cell.scenario === id && cell.scenarioVersion === wanted);
    return scenarios.every(has) ? [] : [version];
  });
  return new Set(versions);
}
