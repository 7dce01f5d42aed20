import {
  type Cell,
  fittedMetrics,
  loadShapeId,
  type Mark,
  type MarkCode,
  MOST_MESSAGE,
  measuredColumnNames,
  measuredColumns,
  type TargetRun,
} from '../../../model/index.ts';
import { emptyCell, type RunStore } from '../../../results/run-store.ts';
import { mergedHistograms } from '../../../stats/latency-histogram.ts';
import { cutToLength } from '../../../util/cut.ts';
import { significant } from '../../../util/rounding.ts';
import type { PlannedCell } from '../../planned-cells.ts';
import { serverNanoseconds, stolenRatio } from '../../slice/figures.ts';
import type { BlockOutcome } from '../block.ts';
import type { BlockCell } from '../block-cells.ts';
import { type BlockFigures, blockFigures } from '../block-figures.ts';

/**
 * Adds what a block measured to the results of its targets and to the run, and writes them to disk: the run last, so
 * that a block that it does not list was not written completely.
 *
 * @param results of the run's targets so far, by name of the target variant
 */
export function recordBlock(
  store: RunStore,
  results: ReadonlyMap<string, TargetRun>,
  outcome: BlockOutcome,
  elapsedSeconds: number,
): void {
  const figures = blockFigures(outcome.cells);
  for (const cell of outcome.cells) {
    const result = results.get(cell.cell.targetVariant.name);
    if (!result) continue;
    const into = cellIn(result, cell);
    addSlices(into, outcome.block, cell);
    const found = figures.get(cell);
    if (found) {
      addBlock(into, outcome, found);
      into.loaderCommand = [...found.loaderCommand];
    } else {
      into.failures.push({ round: outcome.block, what: cell.failure ?? 'it gave no figure' });
    }
    if (cell.serverCommand.length > 0) result.startCommand = [...cell.serverCommand];
  }
  for (const { name, warmup } of outcome.warmups) {
    const result = results.get(name);
    if (result) result.warmups = [...(result.warmups ?? []), warmup];
  }
  for (const result of results.values()) store.writeTarget(result);
  const { run } = store;
  const before = run.time ?? { wallSeconds: 0, loadSeconds: 0, measuredSeconds: 0 };
  run.time = {
    wallSeconds: significant(elapsedSeconds, 6),
    loadSeconds: significant(before.loadSeconds + outcome.loadSeconds, 6),
    measuredSeconds: significant(before.measuredSeconds + outcome.measuredSeconds, 6),
  };
  run.blocks = [
    ...(run.blocks ?? []),
    {
      block: outcome.block,
      startedSeconds: Math.round(outcome.startedSeconds),
      seconds: significant(outcome.seconds),
      groups: outcome.groups,
    },
  ];
  store.writeRun();
}

/** Returns what a run has measured of a planned cell so far. */
export function cellOfResult(result: TargetRun | undefined, cell: PlannedCell): Cell | undefined {
  return result?.cells.find(
    (candidate) =>
      candidate.scenario === cell.scenario.id && candidate.loadShapeId === loadShapeId(cell.shape),
  );
}

function cellIn(result: TargetRun, { cell, ratePerSecond }: BlockCell): Cell {
  const known = cellOfResult(result, cell);
  if (known) {
    // A block that failed before the rate was known left a cell without one.
    known.ratePerSecond ??= ratePerSecond;
    return known;
  }
  const made = emptyCell({
    scenario: cell.scenario.id,
    scenarioVersion: cell.scenario.version,
    loadShape: cell.shape,
    loadShapeId: loadShapeId(cell.shape),
    ratePerSecond,
    loaderCommand: [cell.shape.loader],
  });
  result.cells.push(made);
  return made;
}

function addSlices(into: Cell, block: number, { slices }: BlockCell): void {
  into.slices ??= {
    block: [],
    cycle: [],
    startedSeconds: [],
    requests: [],
    durationSeconds: [],
    serverCpuNanoseconds: [],
    stolenRatio: [],
    kept: [],
  };
  const columns = into.slices;
  for (const { cycle, startedSeconds, figures, kept: isKept } of slices) {
    const { report } = figures.observed.outcome;
    const { before, after, processors } = figures.observed;
    const stolen = stolenRatio(before.times, after.times, processors);
    const used = serverNanoseconds(figures.observed);
    columns.block.push(block);
    columns.cycle.push(cycle);
    columns.startedSeconds.push(Math.round(startedSeconds * 10) / 10);
    columns.requests.push(report.requests);
    columns.durationSeconds.push(significant(report.durationSeconds));
    columns.serverCpuNanoseconds.push(used === null ? null : significant(used));
    columns.stolenRatio.push(stolen === null ? null : significant(stolen, 3));
    addCompiling(columns, figures.compilingRatio);
    columns.kept.push(isKept);
  }
}

/** Keeps the column for servers whose compiler threads are known, and only for them. */
function addCompiling(columns: NonNullable<Cell['slices']>, ratio: number | null): void {
  if (ratio === null && !columns.compilingRatio) return;
  // A run that began before the column existed, or whose server showed no such thread yet, has no values before.
  columns.compilingRatio ??= columns.stolenRatio.slice(1).map(() => null);
  columns.compilingRatio.push(ratio === null ? null : significant(ratio, 3));
}

function addBlock(cell: Cell, { block, startedSeconds }: BlockOutcome, figures: BlockFigures): void {
  const index = cell.rounds.round.push(block) - 1;
  cell.rounds.startedSeconds.push(Math.round(startedSeconds));
  for (const name of measuredColumnNames) {
    const value = figures.values[name];
    const round = measuredColumns[name].isWhole ? Math.round : significant;
    // A run that began before the column existed has no values for its earlier blocks.
    const column = cell.rounds[name] ?? cell.rounds.round.slice(0, index).map(() => null);
    column.push(value === null ? null : round(value));
    cell.rounds[name] = column;
    const why = figures.missing[name];
    if (why && column.every((entry) => entry === null)) cell.missing[name] = why;
    else if (!why) delete cell.missing[name];
  }
  for (const name of fittedMetrics) {
    const value = figures.values[name];
    cell.rounds[name] = [...(cell.rounds[name] ?? []), value === null ? null : significant(value)];
  }
  for (const { code, detail } of figures.marks) addMark(cell.marks, code, detail, index);
  if (figures.latencyHistogram) addHistogram(cell, block, figures.latencyHistogram);
}

function addHistogram(cell: Cell, block: number, encoded: string): void {
  const known = cell.latencyHistogram;
  cell.latencyHistogram = {
    rounds: [...(known?.rounds ?? []), block],
    encoded: mergedHistograms([...(known ? [known.encoded] : []), encoded]),
  };
}

function addMark(marks: Mark[], code: MarkCode, detail: string, block: number): void {
  const known = marks.find((mark) => mark.code === code);
  if (!known) marks.push({ code, detail: cutToLength(detail, MOST_MESSAGE), rounds: [block] });
  else if (!known.rounds.includes(block)) known.rounds.push(block);
}
