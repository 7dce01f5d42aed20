import {
  type Cell,
  type CellColumn,
  invalidatingMarks,
  isRanked,
  LEAST_FIGURE,
  loadShapeId,
  type Machine,
  MOST_FIGURE,
  measuredColumnNames,
  measuredColumns,
  metrics,
  metricValues,
  putsLoad,
  type Run,
  startsOf,
  type TargetRun,
} from '../model/index.ts';
import { isHistogram } from '../stats/latency-histogram.ts';
import { CLOCK_MARGIN, isOfFuture } from '../util/clock.ts';

/** A fault of committed results, or something that a reader should know. */
export interface LintFinding {
  level: 'error' | 'warning';
  /** `runs/…/go-gin.json › cells.3 (json wrk-64)` */
  where: string;
  what: string;
}

/** A machine without a finished run for this long is shown as stale. */
export const STALE_MACHINE_DAYS = 180;
/** Rounding to five significant digits may reverse the order of almost equal figures. */
const ROUNDING = 1.0001;
const neverZero: readonly CellColumn[] = measuredColumnNames.filter(
  (name) => measuredColumns[name].isNeverZero === true,
);

/** A result that begins earlier was not measured by Pitwall. */
const EARLIEST = '2020-01-01T00:00:00.000Z';

/** Returns what is wrong with when a run or a comparison says that it was. */
export function clockFaults(
  what: 'run' | 'comparison',
  { startedAt, finishedAt }: Pick<Run, 'startedAt' | 'finishedAt'>,
  now: number,
): string[] {
  const faults: string[] = [];
  if (Date.parse(startedAt) < Date.parse(EARLIEST)) faults.push(`the ${what} starts before ${EARLIEST}`);
  for (const instant of [startedAt, finishedAt]) {
    if (instant === null || !isOfFuture(instant, now)) continue;
    faults.push(
      `the ${what} is of the future (${instant}, more than ${CLOCK_MARGIN} ahead): the machine's clock was wrong`,
    );
    break;
  }
  if (finishedAt !== null && Date.parse(finishedAt) < Date.parse(startedAt))
    faults.push(`the ${what} ends before it starts`);
  return faults;
}

/** Checks what a schema cannot: whether the figures of a run can be true together. */
export function lintRun(
  run: Run,
  targets: readonly { file: string; result: TargetRun }[],
  folder: string,
  now: number = Date.now(),
): LintFinding[] {
  const findings: LintFinding[] = [];
  const add = (level: LintFinding['level'], where: string, what: string): void => {
    findings.push({ level, where, what });
  };
  if (run.finishedAt === null) add('warning', folder, 'the run is not finished');
  for (const what of clockFaults('run', run, now)) add('error', folder, what);
  if (run.modified) add('warning', folder, 'the checkout had uncommitted changes');
  if (run.time && run.time.loadSeconds > run.time.wallSeconds * ROUNDING)
    add('error', folder, 'more time under load than the run took');
  for (const { target, variant } of repeated(run.targets))
    add('error', folder, `names ${target} (${variant}) twice`);
  for (const { target, variant } of run.targets) {
    if (!targets.some(({ result }) => result.target === target && result.variant === variant)) {
      add(run.finishedAt === null ? 'warning' : 'error', folder, `no file for ${target} (${variant})`);
    }
  }
  for (const { file, result } of targets) {
    if (!run.targets.some(({ target, variant }) => result.target === target && result.variant === variant))
      add('error', file, `the run does not name ${result.target} (${result.variant})`);
    for (const { scenario, loadShapeId: id } of repeated(
      result.cells.map(({ scenario, loadShapeId: shape }) => ({ scenario, loadShapeId: shape })),
    ))
      add('error', file, `has two cells of ${scenario} ${id}`);
    result.cells.forEach((cell, index) => {
      const where = `${file} › cells.${index} (${cell.scenario} ${cell.loadShapeId})`;
      for (const { level, what } of lintCell(cell, run)) add(level, where, what);
    });
    const lacksCells = result.cells.length === 0 && run.finishedAt !== null && putsLoad(run.profile);
    if (result.state.step === 'measured' && lacksCells) {
      add('error', file, 'is marked as measured, but has no cell');
    }
  }
  return findings;
}

/** Entries that an earlier one equals. */
function repeated<Entry extends object>(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = JSON.stringify(Object.entries(entry));
    return seen.has(key) || !seen.add(key);
  });
}

/** Finds histograms that no reader decodes. Apart from the other checks because it takes as long as all of them. */
export function lintHistograms(targets: readonly { file: string; result: TargetRun }[]): LintFinding[] {
  return targets.flatMap(({ file, result }) =>
    result.cells.flatMap(({ latencyHistogram: histogram, scenario, loadShapeId: id }, index) =>
      histogram === undefined || isHistogram(histogram.encoded)
        ? []
        : [
            {
              level: 'error' as const,
              where: `${file} › cells.${index} (${scenario} ${id})`,
              what: 'the latency histogram cannot be decoded',
            },
          ],
    ),
  );
}

export function lintCell(cell: Cell, run: Pick<Run, 'profile'>): Omit<LintFinding, 'where'>[] {
  const findings: Omit<LintFinding, 'where'>[] = [];
  const error = (what: string): void => {
    findings.push({ level: 'error', what });
  };
  const { rounds } = cell;
  const number = rounds.round.length;
  if (cell.loadShapeId !== loadShapeId(cell.loadShape))
    error(`has the load shape ${loadShapeId(cell.loadShape)}, and the id of ${cell.loadShapeId}`);
  if (new Set(rounds.round).size !== number) error('a round appears twice');
  if (rounds.round.some((block) => block >= startsOf(run.profile)))
    error('a round number that the profile does not have');
  for (const mark of cell.marks) {
    if (mark.rounds.some((index) => index >= number))
      error(`the mark ${mark.code} names a round that does not exist`);
    if (invalidatingMarks.includes(mark.code))
      findings.push({ level: 'warning', what: `marked ${mark.code}: ${mark.detail}` });
  }
  for (const [name, values] of Object.entries(rounds) as [CellColumn, (number | null)[]][]) {
    if (values.some((value) => value !== null && value < 0))
      error(`${name} is negative: a sentinel, not a figure`);
    if (neverZero.includes(name) && values.includes(0)) error(`${name} is 0, so it was not measured`);
    const empty = number > 0 && values.every((value) => value === null);
    if (empty && !hasReason(cell, name)) error(`${name} is missing without a reason`);
    if (!empty && cell.missing[name] !== undefined) error(`${name} is both present and missing`);
  }
  for (const what of impossibleFigures(cell)) error(what);
  if (cell.slices?.serverCpuNanoseconds.includes(0)) error('the CPU time of a slice is 0');
  for (let index = 0; index < number; index++)
    for (const what of impossible(rounds, index)) error(`round ${rounds.round[index]}: ${what}`);
  return findings;
}

/** A fitted figure has no reason of its own: it is missing where one of the columns that it is made of is. */
function hasReason({ missing }: Cell, name: CellColumn): boolean {
  const fitted = metrics.find(({ id, isFitted }) => isFitted && id === name);
  const columns: readonly CellColumn[] = fitted?.from ?? [name];
  return columns.some((column) => missing[column] !== undefined);
}

/**
 * Checks the figures that are computed from columns, because the quotient of two possible numbers may be impossible. A 0
 * is no figure either, unless a mark excludes the cell; negative columns, and those that are never 0, have errors of
 * their own.
 */
function impossibleFigures(cell: Cell): string[] {
  const mayBeZero = !isRanked(cell);
  return metrics.flatMap(({ id, from: [over] }) =>
    metricValues(cell, id).flatMap((value, index) => {
      if (value === null || value < 0 || (value >= LEAST_FIGURE && value <= MOST_FIGURE)) return [];
      if (value === 0 && (mayBeZero || neverZero.includes(over))) return [];
      return [`round ${cell.rounds.round[index]}: ${id} is ${value}, which no server has`];
    }),
  );
}

/** Checks arithmetic that every real block obeys. */
function impossible(rounds: Cell['rounds'], index: number): string[] {
  const at = (name: CellColumn): number | null => rounds[name]?.[index] ?? null;
  const found: string[] = [];
  const order: CellColumn[] = [
    'latencyP50Seconds',
    'latencyP90Seconds',
    'latencyP99Seconds',
    'latencyP999Seconds',
    'latencyMaxSeconds',
  ];
  const percentiles = order.map((name) => ({ name, value: at(name) })).filter(({ value }) => value !== null);
  percentiles.slice(1).forEach(({ name, value }, previous) => {
    const before = percentiles[previous];
    if ((before?.value ?? 0) > (value ?? 0) * ROUNDING) found.push(`${before?.name} is above ${name}`);
  });
  const [mean, most] = [at('latencyMeanSeconds'), at('latencyMaxSeconds')];
  if (mean !== null && most !== null && mean > most * ROUNDING)
    found.push('the mean latency is above the maximum');
  const [requests, duration, wrong] = [at('requests'), at('durationSeconds'), at('wrongStatus')];
  if (requests !== null && requests > 0 && !duration) found.push('requests without a duration');
  if (requests !== null && wrong !== null && wrong > requests)
    found.push('more wrong statuses than responses');
  const stolen = at('stolenRatio');
  if (stolen !== null && stolen > 1) found.push('more time stolen than passed');
  return found;
}

export function lintMachines(machines: readonly Machine[], runs: readonly Run[], now: Date): LintFinding[] {
  return machines.flatMap((machine) => {
    const where = `machines/${machine.id}.json`;
    const finished = runs
      .filter((run) => run.machine === machine.id && run.finishedAt !== null)
      .map((run) => Date.parse(run.startedAt));
    if (finished.length === 0) return [{ level: 'warning' as const, where, what: 'no finished run' }];
    const days = Math.floor((now.getTime() - Math.max(...finished)) / 86_400_000);
    return days > STALE_MACHINE_DAYS
      ? [{ level: 'warning' as const, where, what: `stale: its newest run is ${days} days old` }]
      : [];
  });
}
