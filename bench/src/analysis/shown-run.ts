import { hasBlocks, type Run, type ScenarioId, scenarioIds } from '../model/index.ts';

/** What of a run decides. */
interface Choosable {
  name: string;
  run: Run;
  targets: readonly unknown[];
}

/** A table that a run has, and how many target variants have a figure in it. */
export interface TableInRun {
  scenario: ScenarioId;
  loadShapeId: string;
  variants: number;
}

/** A table of the site: one scenario under one load shape on one machine, all metrics, from one run. */
interface ShownTable<One> {
  scenario: ScenarioId;
  loadShapeId: string;
  run: One;
}

/**
 * Which run each table of a machine is from. A standard run has parts, each with tables of its own, so each table has
 * its own newest run. Runs in blocks only, as soon as the machine has a finished one: what was measured in rounds is
 * another figure. Before that, one run of rounds has all tables.
 */
export function chooseShownTables<One extends Choosable & { tables: readonly TableInRun[] }>(
  runs: readonly One[],
): ShownTable<One>[] {
  const inBlocks = finishedRuns(runs).filter(({ run }) => hasBlocks(run.profile));
  if (inBlocks.length > 0) return newestTables(inBlocks, ({ tables }) => tables);
  const one = chooseShownRun(runs);
  return (one?.tables ?? []).map(({ scenario, loadShapeId }) => ({ scenario, loadShapeId, run: one as One }));
}

/**
 * Of the runs given, each table from the newest that has it in full: with at least half as many target variants as any
 * other has there. Parts of the published runs come before runs of other profiles.
 */
function newestTables<One extends Choosable>(
  runs: readonly One[],
  tablesOf: (run: One) => readonly TableInRun[],
): ShownTable<One>[] {
  const having = new Map<string, { table: TableInRun; run: One }[]>();
  for (const run of newestFirst(runs)) {
    for (const table of tablesOf(run)) {
      if (table.variants === 0) continue;
      const key = `${table.scenario} ${table.loadShapeId}`;
      having.set(key, [...(having.get(key) ?? []), { table, run }]);
    }
  }
  const place = ({ scenario }: { scenario: ScenarioId }): number => scenarioIds.indexOf(scenario);
  return [...having.values()]
    .map((candidates): ShownTable<One> => {
      const most = Math.max(...candidates.map(({ table }) => table.variants));
      const whole = candidates.filter(({ table }) => table.variants >= most * SHOWN_RUN_COVERAGE);
      const fullest = Math.min(...whole.map(({ run }) => blockFullness(run)));
      // At least the largest is left, and they are newest first.
      const { table, run } = whole.find(
        (one) => blockFullness(one.run) === fullest,
      ) as (typeof whole)[number];
      return { scenario: table.scenario, loadShapeId: table.loadShapeId, run };
    })
    .sort((a, b) => place(a) - place(b));
}

/** What the site shows of a machine: each table with its run. */
export interface Shown<One> {
  /** That tables are from, newest first. */
  runs: readonly One[];
  tables: readonly ShownTable<One>[];
}

/** One run with all that it has. */
export function allOfRun<One extends Choosable & { tables: readonly TableInRun[] }>(run: One): Shown<One> {
  return {
    runs: [run],
    tables: run.tables.map(({ scenario, loadShapeId }) => ({ scenario, loadShapeId, run })),
  };
}

/** Which run each table of warm-up is from: by the same rule, of runs that have such tables. */
export function chooseWarmUps<One extends Choosable & { warmUps: readonly TableInRun[] }>(
  runs: readonly One[],
): One[] {
  return newestTables(finishedRuns(runs), ({ warmUps }) => warmUps).map(({ run }) => run);
}

/** The runs that tables are from, newest first. */
export function runsOfTables<One extends Choosable>(tables: readonly ShownTable<One>[]): One[] {
  return newestFirst([...new Set(tables.map(({ run }) => run))]);
}

/** What was published, whole or in parts, before anything else. */
function blockFullness({ run }: Choosable): number {
  if (/^(full|standard)(-|$)/.test(run.profile.name)) return 0;
  return run.profile.name === 'quick' ? 1 : 2;
}

/** A replay has the rows and loads of somebody else's study. */
function finishedRuns<One extends Choosable>(runs: readonly One[]): One[] {
  return runs.filter(({ run }) => run.finishedAt !== null && run.replay === undefined);
}

/**
 * Which run of rounds stands for a machine on the site. Of its finished runs: the fullest profile that there is, and of
 * those the newest. A run of a few targets only (someone measured the one that they work on) must not hide a
 * run of all of them, so a run counts only with at least half as many target variants as the largest one of
 * the same profile.
 */
const profilesFromFullest: readonly string[] = ['full', 'standard', 'quick'];
export const SHOWN_RUN_COVERAGE = 0.5;

export function chooseShownRun<One extends Choosable>(runs: readonly One[]): One | null {
  const finished = finishedRuns(runs);
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
 * else uses, then those measured in blocks, then by how full the run's profile is, then the newest.
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
    Number(hasBlocks(b.shown.run.profile)) - Number(hasBlocks(a.shown.run.profile)) ||
    fullness(a.shown) - fullness(b.shown) ||
    Date.parse(b.shown.run.startedAt) - Date.parse(a.shown.run.startedAt) ||
    (a.id < b.id ? -1 : 1)
  );
}
