import type { SiteIndex } from '@pitwall/bench/model';

/** How many runs the list of runs shows; older ones have one page per year and machine. */
export const NEWEST_RUNS = 200;

/** Newer runs have a page that compares them with the run before; older ones are compared in the browser. */
export function hasDiffPage({ runs }: SiteIndex, machine: string, name: string): boolean {
  return runs.some(
    (run, place) =>
      place < NEWEST_RUNS && run.machine === machine && run.name === name && run.before !== null,
  );
}

/** Returns `<machine>/<run>` of each shown run. */
export function shownNames({ machines }: SiteIndex): string[] {
  return machines.flatMap(({ machine, shownRuns }) => shownRuns.map((run) => `${machine.id}/${run}`));
}

/** Returns every machine and year with runs, newest first. */
export function runYears({ runs }: SiteIndex): { machine: string; year: string }[] {
  const keys = new Set(runs.map(({ machine, startedAt }) => `${machine} ${startedAt.slice(0, 4)}`));
  return [...keys].map((key) => {
    const [machine = '', year = ''] = key.split(' ');
    return { machine, year };
  });
}
