import type { Release, ReleaseHistory } from '../../model/index.ts';
import { byVersion } from '../../util/versions.ts';
import { isRegistryPage } from './changelog.ts';
import type { ListedRelease } from './registry-client.ts';

/** The criteria that choose the releases of a package for its history. */
export interface Choice {
  /** Releases from this date on. */
  from: Date | null;
  /** At most this many, the newest. */
  last: number | null;
  /** Only these versions, whatever their age or number. */
  only?: readonly string[] | undefined;
}

/** Years of releases in a new history, unless the command names a date. */
export const DEFAULT_YEARS = 3;
/** Number of releases in a new history whose registry gives no dates. */
const UNDATED = 15;

/** Returns the finished releases that fit the choice, and those left out in the same span, in order of version. */
export function chosenReleases(
  listed: readonly ListedRelease[],
  { from, last, only }: Choice,
): ListedRelease[] {
  if (only !== undefined) return listed.filter(({ version }) => only.includes(version));
  const finished = listed.filter(({ leftOut }) => leftOut === null);
  const recent = new Set(finished.slice(-UNDATED));
  const fits = (release: ListedRelease): boolean =>
    from === null ||
    (release.releasedAt === null ? recent.has(release) : Date.parse(release.releasedAt) >= from.getTime());
  const chosen = finished.filter(fits).slice(last === null ? 0 : -last);
  const [first] = chosen;
  if (first === undefined) return [];
  const beside = listed.filter(
    ({ leftOut, version }) => leftOut !== null && byVersion(version, first.version) >= 0,
  );
  return [...chosen, ...beside].sort((a, b) => byVersion(a.version, b.version));
}

/**
 * Releases that came after the newest one of a history. Backports to an older branch are new as well. What was left out
 * does not count as reached: an interrupted measurement may lack releases before it.
 */
export function newReleases(
  listed: readonly ListedRelease[],
  { releases }: Pick<ReleaseHistory, 'releases'>,
): ListedRelease[] {
  const known = new Set(releases.map(({ version }) => version));
  const tried = releases.filter(({ outcome }) => outcome.state !== 'left-out');
  const dates = tried.flatMap(({ releasedAt }) => (releasedAt === null ? [] : [Date.parse(releasedAt)]));
  const newest = Math.max(...dates);
  const highest = tried.at(-1)?.version ?? '0';
  return listed.filter(
    ({ version, releasedAt }) =>
      !known.has(version) &&
      // The date of a Go module is that of its commit, which may be older than a release before it.
      (byVersion(version, highest) > 0 ||
        (releasedAt !== null && dates.length > 0 && Date.parse(releasedAt) >= newest)),
  );
}

/** What `mergedReleases` needs to know of each release beside what the registry says. */
type ChangelogOf = (version: string) => string | null;

/** A release of the history without an outcome is still to be measured. */
export interface PlannedRelease extends Omit<Release, 'outcome'> {
  outcome: Release['outcome'] | null;
  /** Its earlier outcome, which stays until a new one replaces it. */
  former?: Release['outcome'];
}

/**
 * Joins what a history has with what the registry lists now: every outcome stays, dates follow the registry, and a
 * release that was withdrawn since keeps its figure.
 */
export function mergedReleases(
  before: readonly Release[],
  chosen: readonly ListedRelease[],
  changelogOf: ChangelogOf,
): PlannedRelease[] {
  const rows = new Map<string, PlannedRelease>(before.map((release) => [release.version, release]));
  for (const { version, releasedAt, leftOut } of chosen) {
    const known = rows.get(version);
    const gone = leftOut === null ? null : ({ state: 'left-out', ...leftOut } as const);
    rows.set(version, {
      version,
      releasedAt: releasedAt ?? known?.releasedAt ?? null,
      changelog:
        known?.changelog == null || isRegistryPage(known.changelog)
          ? (changelogOf(version) ?? known?.changelog ?? null)
          : known.changelog,
      outcome: known?.outcome?.state === 'left-out' ? gone : (known?.outcome ?? gone),
    });
  }
  return [...rows.values()].sort((a, b) => byVersion(a.version, b.version));
}
