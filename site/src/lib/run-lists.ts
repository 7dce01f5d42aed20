import type { SiteIndex } from '@pitwall/bench/model';

/** Runs on one page of them; older ones have a page a year and machine. */
export const NEWEST_RUNS = 200;

/** Newer runs have a page that holds them against the run before; older ones are compared in the browser. */
export function hasDiffPage({ runs }: SiteIndex, machine: string, name: string): boolean {
  return runs.some(
    (run, place) =>
      place < NEWEST_RUNS && run.machine === machine && run.name === name && run.before !== null,
  );
}

/** `<machine>/<run>` of those that the site shows. */
export function shownNames({ machines }: SiteIndex): string[] {
  return machines.flatMap(({ machine, shownRuns }) => shownRuns.map((run) => `${machine.id}/${run}`));
}

/** Every machine and year with runs, newest first. */
export function runYears({ runs }: SiteIndex): { machine: string; year: string }[] {
  const keys = new Set(runs.map(({ machine, startedAt }) => `${machine} ${startedAt.slice(0, 4)}`));
  return [...keys].map((key) => {
    const [machine = '', year = ''] = key.split(' ');
    return { machine, year };
  });
}
