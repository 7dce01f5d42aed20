import {
  hasBlocks,
  isIdOfRate,
  putsLoad,
  type Run,
  type ScenarioId,
  scenarioIds,
  startsOf,
  WARM_UP_STARTS,
} from '../model/index.ts';
import { isOfFuture } from '../util/clock.ts';

/** The part of a run on which the choice depends. */
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
interface ShownTable<One> extends TableInRun {
  run: One;
}

/**
 * Chooses the run of each table of a machine. A standard run has parts, each with tables of its own, so each
 * table has its own newest run. As soon as the machine has a finished run in blocks, only such runs count:
 * figures measured in rounds are not comparable. Before that, one run in rounds has all tables.
 */
export function chooseShownTables<One extends Choosable & { tables: readonly TableInRun[] }>(
  runs: readonly One[],
): ShownTable<One>[] {
  const inBlocks = finishedRuns(runs).filter(
    ({ run: { profile } }) => hasBlocks(profile) && putsLoad(profile),
  );
  if (inBlocks.length > 0) return newestTables(inBlocks, ({ tables }) => tables);
  const one = chooseShownRun(runs);
  return (one?.tables ?? []).map((table) => ({ ...table, run: one as One }));
}

/**
 * Takes each table from the newest of these runs that has it in full: with at least half as many target
 * variants as any other has there. Parts of the published runs come before runs of other profiles.
 *
 * @param placeOf which runs come first, whichever are newer: those with the lowest number
 * @returns in the order of scenarios, closed loops before fixed rates
 */
function newestTables<One extends Choosable>(
  runs: readonly One[],
  tablesOf: (run: One) => readonly TableInRun[],
  placeOf: (run: One) => number = blockFullness,
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
      const first = Math.min(...whole.map(({ run }) => placeOf(run)));
      // At least the largest is left; the list is newest first.
      const { table, run } = whole.find((one) => placeOf(one.run) === first) as (typeof whole)[number];
      return { ...table, run };
    })
    .sort(
      (a, b) => place(a) - place(b) || Number(isIdOfRate(a.loadShapeId)) - Number(isIdOfRate(b.loadShapeId)),
    );
}

/** What the site shows of a machine: each table with its run. */
export interface Shown<One> {
  /** Runs that tables come from, newest first. */
  runs: readonly One[];
  tables: readonly ShownTable<One>[];
}

/** Shows all tables of one run. */
export function allOfRun<One extends Choosable & { tables: readonly TableInRun[] }>(run: One): Shown<One> {
  return {
    runs: [run],
    tables: run.tables.map((table) => ({ ...table, run })),
  };
}

/**
 * Chooses the run of each warm-up table by the same rule, from those with enough starts for a rank or, if none has, from
 * all that have such tables.
 */
export function chooseWarmUps<One extends Choosable & { warmUps: readonly TableInRun[] }>(
  runs: readonly One[],
): One[] {
  const place = (one: One): number =>
    blockFullness(one) + (startsOf(one.run.profile) < WARM_UP_STARTS ? LEAST_FULL + 1 : 0);
  return newestTables(finishedRuns(runs), ({ warmUps }) => warmUps, place).map(({ run }) => run);
}

/** The runs that tables come from, newest first. */
export function runsOfTables<One extends Choosable>(tables: readonly ShownTable<One>[]): One[] {
  return newestFirst([...new Set(tables.map(({ run }) => run))]);
}

const LEAST_FULL = 2;

/** Place in the order of profiles in blocks: published ones, whole or in parts, come first. */
function blockFullness({ run }: Choosable): number {
  if (/^(full|standard)(-|$)/.test(run.profile.name)) return 0;
  return run.profile.name === 'quick' ? 1 : LEAST_FULL;
}

/**
 * Leaves out replays, which have the rows and loads of another study, and runs of a clock that is ahead, which would
 * stay the newest for as long as it is.
 */
function finishedRuns<One extends Choosable>(runs: readonly One[]): One[] {
  return runs.filter(
    ({ run }) => run.finishedAt !== null && run.replay === undefined && !isOfFuture(run.startedAt),
  );
}

/**
 * Profiles for choosing the run in rounds that represents a machine: the newest finished run of the fullest
 * profile. A run of a few targets (the ones that a developer works on) must not hide a run of all of them, so
 * a run counts only with at least half as many target variants as the largest one of the same profile.
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

/** A machine on which a scenario in three was never measured has no answer to many a reader's question. */
const FIRST_MACHINE_COVERAGE = 0.75;

/** What the order of machines depends on. */
interface OrderedMachine {
  id: string;
  shared: boolean;
  shown: Choosable | null;
  tables: readonly Pick<TableInRun, 'variants'>[];
}

/**
 * Orders machines as the site offers them: first those with a run to show, then those with at least half as many target
 * variants in their run as the largest one, and three quarters as many figures as the machine with the most, then
 * dedicated ones, then those measured in blocks, then by how full the profile of the run is, then the newest.
 */
export function inShownOrder<One extends OrderedMachine>(machines: readonly One[]): One[] {
  const most = Math.max(...machines.map(({ shown }) => shown?.targets.length ?? 0));
  const figuresOf = ({ tables }: One): number => tables.reduce((sum, { variants }) => sum + variants, 0);
  const mostFigures = Math.max(...machines.map(figuresOf));
  // A few targets or scenarios on a new machine must not take the place of the whole field on another.
  const isPart = (one: One): boolean =>
    (one.shown?.targets.length ?? 0) < most * SHOWN_RUN_COVERAGE ||
    figuresOf(one) < mostFigures * FIRST_MACHINE_COVERAGE;
  return machines.toSorted((a, b) => Number(isPart(a)) - Number(isPart(b)) || compareShown(a, b));
}

function compareShown(a: OrderedMachine, b: OrderedMachine): number {
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
