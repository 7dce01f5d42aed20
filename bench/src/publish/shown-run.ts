import type { Run } from '../model/index.ts';

/** What of a run decides. */
interface Choosable {
  name: string;
  run: Run;
  targets: readonly unknown[];
}

/**
 * Which run stands for a machine on the site. Of its finished runs: the fullest profile that there is, and of
 * those the newest. A run of a few targets only (someone measured the one that they work on) must not hide a
 * run of all of them, so a run counts only with at least half as many target variants as the largest one of
 * the same profile.
 */
export const profilesFromFullest: readonly string[] = ['full', 'standard', 'quick'];
export const SHOWN_RUN_COVERAGE = 0.5;

export function chooseShownRun<One extends Choosable>(runs: readonly One[]): One | null {
  // A replay has the rows and loads of somebody else's study.
  const finished = runs.filter(({ run }) => run.finishedAt !== null && run.replay === undefined);
  const fullest = Math.min(...finished.map(fullness));
  const candidates = finished.filter((run) => fullness(run) === fullest);
  const most = Math.max(...candidates.map(({ targets }) => targets.length));
  return (
    newestFirst(candidates.filter(({ targets }) => targets.length >= most * SHOWN_RUN_COVERAGE))[0] ?? null
  );
}

/** Place in the order of profiles; any other profile comes last. */
function fullness({ run }: Choosable): number {
  const place = profilesFromFullest.indexOf(run.profile.name);
  return place === -1 ? profilesFromFullest.length : place;
}

export function newestFirst<One extends Choosable>(runs: readonly One[]): One[] {
  return [...runs].sort(
    (a, b) => Date.parse(b.run.startedAt) - Date.parse(a.run.startedAt) || (a.name < b.name ? -1 : 1),
  );
}

/**
 * Machines in the order in which the site offers them: those with a run to show, first the ones that nobody
 * else uses, then by how full the run's profile is, then the newest.
 */
export function compareShown(
  a: { shared: boolean; shown: Choosable | null; id: string },
  b: { shared: boolean; shown: Choosable | null; id: string },
): number {
  if (a.shown === null || b.shown === null) {
    return Number(a.shown === null) - Number(b.shown === null) || (a.id < b.id ? -1 : 1);
  }
  return (
    Number(a.shared) - Number(b.shared) ||
    fullness(a.shown) - fullness(b.shown) ||
    Date.parse(b.shown.run.startedAt) - Date.parse(a.shown.run.startedAt) ||
    (a.id < b.id ? -1 : 1)
  );
}
