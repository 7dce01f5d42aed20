import {
  type Cell,
  invalidatingMarks,
  type Machine,
  measuredColumnNames,
  measuredColumns,
  type RoundColumn,
  type Run,
  startsOf,
  type TargetRun,
} from '../model/index.ts';

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
const neverZero: readonly RoundColumn[] = measuredColumnNames.filter(
  (name) => measuredColumns[name].isNeverZero === true,
);

/** Checks what a schema cannot: whether the figures of a run can be true together. */
export function lintRun(
  run: Run,
  targets: readonly { file: string; result: TargetRun }[],
  folder: string,
): LintFinding[] {
  const findings: LintFinding[] = [];
  const add = (level: LintFinding['level'], where: string, what: string): void => {
    findings.push({ level, where, what });
  };
  if (run.finishedAt === null) add('warning', folder, 'the run is not finished');
  else if (Date.parse(run.finishedAt) < Date.parse(run.startedAt))
    add('error', folder, 'the run ends before it starts');
  if (run.modified) add('warning', folder, 'the checkout had uncommitted changes');
  if (run.time && run.time.loadSeconds > run.time.wallSeconds * ROUNDING)
    add('error', folder, 'more time under load than the run took');
  for (const { target, variant } of run.targets) {
    if (!targets.some(({ result }) => result.target === target && result.variant === variant)) {
      add(run.finishedAt === null ? 'warning' : 'error', folder, `no file for ${target} (${variant})`);
    }
  }
  for (const { file, result } of targets) {
    result.cells.forEach((cell, index) => {
      const where = `${file} › cells.${index} (${cell.scenario} ${cell.loadShapeId})`;
      for (const { level, what } of lintCell(cell, run)) add(level, where, what);
    });
    if (result.state.step === 'measured' && result.cells.length === 0 && run.finishedAt !== null) {
      add('error', file, 'is marked as measured, but has no cell');
    }
  }
  return findings;
}

export function lintCell(cell: Cell, run: Pick<Run, 'profile'>): Omit<LintFinding, 'where'>[] {
  const findings: Omit<LintFinding, 'where'>[] = [];
  const error = (what: string): void => {
    findings.push({ level: 'error', what });
  };
  const { rounds } = cell;
  const number = rounds.round.length;
  if (new Set(rounds.round).size !== number) error('a round appears twice');
  if (rounds.round.some((round) => round >= startsOf(run.profile)))
    error('a round number that the profile does not have');
  for (const mark of cell.marks) {
    if (mark.rounds.some((index) => index >= number))
      error(`the mark ${mark.code} names a round that does not exist`);
    if (invalidatingMarks.includes(mark.code))
      findings.push({ level: 'warning', what: `marked ${mark.code}: ${mark.detail}` });
  }
  for (const [name, values] of Object.entries(rounds) as [RoundColumn, (number | null)[]][]) {
    if (values.some((value) => value !== null && value < 0))
      error(`${name} is negative: a sentinel, not a figure`);
    if (neverZero.includes(name) && values.includes(0)) error(`${name} is 0, so it was not measured`);
    const empty = number > 0 && values.every((value) => value === null);
    if (empty && cell.missing[name] === undefined) error(`${name} is missing without a reason`);
    if (!empty && cell.missing[name] !== undefined) error(`${name} is both present and missing`);
  }
  if (cell.slices?.serverCpuNanoseconds.includes(0)) error('the processor time of a slice is 0');
  for (let index = 0; index < number; index++)
    for (const what of impossible(rounds, index)) error(`round ${rounds.round[index]}: ${what}`);
  return findings;
}

/** Checks arithmetic that every real round obeys. */
function impossible(rounds: Cell['rounds'], index: number): string[] {
  const at = (name: RoundColumn): number | null => rounds[name]?.[index] ?? null;
  const found: string[] = [];
  const order: RoundColumn[] = [
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
