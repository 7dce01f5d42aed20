import { type JudgedRelease, judgeReleases, newestCosts } from '../../analysis/releases/judge-releases.ts';
import { type JudgedHistory, startOfProof, stepElsewhere } from '../../analysis/releases/steps-elsewhere.ts';
import type {
  ReleaseHistory,
  ReleasesData,
  ShownHistory,
  ShownRelease,
  ShownStep,
} from '../../model/index.ts';
import { SITE_DATA_SCHEMA_VERSION } from '../../model/index.ts';
import type { StoredReleases } from '../../results/release-store.ts';
import { significant } from '../../util/rounding.ts';

const ROLES = ['framework', 'library', 'runtime'] as const;

/**
 * Reduces the histories of releases to what pages show.
 *
 * @param nameOf the name of a target, as its manifest has it
 */
export function releasesData(
  stored: readonly StoredReleases[],
  nameOf: (target: string) => string | undefined,
): ReleasesData {
  const judged = stored.map((one) => ({ ...one, ...judgeReleases(one) }));
  const histories = judged.map((one) =>
    shownHistory(one, judged, nameOf(one.history.target) ?? one.history.target),
  );
  return { schemaVersion: SITE_DATA_SCHEMA_VERSION, histories: histories.sort(inOrder) };
}

/** On the page of a target its own releases come before those of what it runs on, the fullest history first. */
function inOrder(a: ShownHistory, b: ShownHistory): number {
  const keyOf = ({ target, variant, package: { role } }: ShownHistory): string =>
    [target, ROLES.indexOf(role), variant].join(' ');
  const measured = ({ releases }: ShownHistory): number =>
    releases.filter(({ comparison }) => comparison !== null).length;
  if (keyOf(a) !== keyOf(b)) return keyOf(a) < keyOf(b) ? -1 : 1;
  return measured(b) - measured(a) || (a.machine < b.machine ? -1 : 1);
}

function shownHistory(
  judged: JudgedHistory & Pick<StoredReleases, 'folder'>,
  all: readonly JudgedHistory[],
  name: string,
): ShownHistory {
  const { history, frozen, releases, steps, comparisons, folder } = judged;
  const { machine, target, variant, askedAt, scenarios } = history;
  const costOf = newestCosts(releases);
  return {
    ...{ machine, target, variant, name, askedAt, scenarios },
    frozen: frozen || null,
    package: history.package,
    folder,
    releases: releases.map((release) => shownRelease(release, scenarios, costOf)),
    steps: steps.flatMap((step): ShownStep[] => {
      const { from, to, scenario, state, comparison, repeats, isOfTwoDays } = step;
      const startedAt = startOfProof(step, comparisons);
      if (state === 'none') return [];
      return [
        {
          ...{ from, to, scenario, state, isOfTwoDays },
          ...rounded(step),
          proof: comparison === null || startedAt === undefined ? null : { comparison, startedAt },
          repeats: repeats.map(({ effect, ...repeat }) => ({ ...repeat, ...rounded(effect) })),
          elsewhere: stepElsewhere(judged, step, all).map((one) => ({ ...one, ...rounded(one) })),
          cause: causeOf(history.causes, to),
        },
      ];
    }),
  };
}

function causeOf(causes: ReleaseHistory['causes'], release: string): ShownStep['cause'] {
  const known = causes?.find(({ to }) => to === release);
  if (known === undefined) return null;
  const { to: _, ...cause } = known;
  return cause;
}

function shownRelease(
  release: JudgedRelease,
  scenarios: ShownHistory['scenarios'],
  costOf: ReturnType<typeof newestCosts>,
): ShownRelease {
  const { version, releasedAt, changelog, outcome } = release;
  return {
    ...{ version, releasedAt, changelog },
    state: outcome.state,
    failure: 'code' in outcome ? { code: outcome.code, reason: outcome.reason } : null,
    comparison: outcome.state === 'measured' ? outcome.comparison : null,
    costs: scenarios.map((scenario) => {
      const effect = costOf(release, scenario);
      return effect ? { ...rounded(effect), pairs: effect.pairs } : null;
    }),
  };
}

function rounded({ ratio, low, high }: { ratio: number; low: number; high: number }) {
  return { ratio: significant(ratio), low: significant(low), high: significant(high) };
}
