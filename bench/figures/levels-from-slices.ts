/**
 * Computes the levels of recorded blocks again from the slices that count: throughput and processor time per
 * request. Prints how far what is recorded is off. Runs from before servers were settled counted the first slice
 * after warming up; with --settle, that slice stays in the results of the named runs and no longer counts.
 *
 *   npm run figure -- levels-from-slices [run …] [-- --settle]
 */
import { parseArgs } from 'node:util';
import { type Cell, type FittedMetricId, fittedMetrics, type TargetRun } from '../src/model/index.ts';
import type { RunStore } from '../src/results/run-store.ts';
import { additiveFit } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { significant } from '../src/util/rounding.ts';
import { blockRuns } from './support/runs.ts';
import { percent } from './support/script.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { settle: { type: 'boolean', default: false } },
});
if (values.settle && positionals.length === 0) {
  console.error('Name the runs to settle: npm run figure -- levels-from-slices -- <run> … --settle');
  process.exit(2);
}

interface Level {
  cell: Cell;
  metric: FittedMetricId;
  /** Place of the block in the cell's columns. */
  index: number;
  recorded: number;
  computed: number;
}

function tablesOf(targets: readonly TargetRun[]): Cell[][] {
  const cells = targets.flatMap((target) => target.cells).filter(({ slices }) => slices !== undefined);
  return [...Map.groupBy(cells, ({ scenario, loadShapeId }) => `${scenario} ${loadShapeId}`).values()];
}

/**
 * Returns the first cycle of each group of servers that a block had: the one in which targets appear that the
 * cycle before it did not have.
 */
function firstCycles(cells: readonly Cell[], block: number): Set<number> {
  const members = new Map<number, Set<Cell>>();
  for (const cell of cells) {
    cell.slices?.block.forEach((of, at) => {
      if (of !== block) return;
      const cycle = cell.slices?.cycle[at] as number;
      members.set(cycle, (members.get(cycle) ?? new Set()).add(cell));
    });
  }
  const cycles = [...members.keys()].sort((a, b) => a - b);
  return new Set(
    cycles.filter((cycle, at) => {
      const before = members.get(cycles[at - 1] ?? -1);
      return !before || [...(members.get(cycle) ?? [])].some((cell) => !before.has(cell));
    }),
  );
}

/** Marks the slices of first cycles as not counting, in cells that keep a slice without them. */
function settle(cells: readonly Cell[], block: number): void {
  const first = firstCycles(cells, block);
  for (const { slices } of cells) {
    if (!slices) continue;
    const ofBlock = slices.kept.flatMap((kept, at) => (kept && slices.block[at] === block ? [at] : []));
    const settling = ofBlock.filter((at) => first.has(slices.cycle[at] as number));
    if (settling.length === ofBlock.length) continue;
    for (const at of settling) slices.kept[at] = false;
  }
}

function figureOf(slices: NonNullable<Cell['slices']>, at: number, metric: FittedMetricId): number | null {
  const requests = slices.requests[at] as number;
  if (metric === 'throughputPerSecond') return requests / (slices.durationSeconds[at] as number);
  const used = slices.serverCpuNanoseconds[at];
  return used == null ? null : used / requests;
}

function levels(cells: readonly Cell[], block: number): Level[] {
  const having = cells.filter(({ rounds }) => rounds.round.includes(block));
  return fittedMetrics.flatMap((metric) => {
    const entries = having.flatMap((cell) =>
      (cell.slices?.kept ?? []).flatMap((kept, at) => {
        const figure = kept && cell.slices?.block[at] === block ? figureOf(cell.slices, at, metric) : null;
        return figure === null || !(figure > 0)
          ? []
          : [{ row: cell, column: cell.slices?.cycle[at] as number, value: Math.log(figure) }];
      }),
    );
    return [...additiveFit(entries).rows].flatMap(([cell, level]) => {
      const index = cell.rounds.round.indexOf(block);
      const recorded = cell.rounds[metric]?.[index];
      return recorded == null ? [] : [{ cell, metric, index, recorded, computed: Math.exp(level) }];
    });
  });
}

/** Returns how far the recorded levels of a run are off; with --settle, records what is computed. */
function check(store: RunStore): string[] {
  const targets = store.targets();
  const found = (store.run.blocks ?? []).flatMap(({ block }) =>
    tablesOf(targets).flatMap((cells) => {
      if (values.settle) settle(cells, block);
      return levels(cells, block);
    }),
  );
  if (values.settle) {
    for (const { cell, metric, index, computed } of found) {
      const column = cell.rounds[metric];
      if (column) column[index] = significant(computed);
    }
    for (const target of targets) store.writeTarget(target);
  }
  const off = found.map(({ recorded, computed }) => Math.abs(Math.log(computed / recorded)));
  const share = (least: number): string =>
    percent(off.filter((value) => value > least).length / Math.max(1, off.length));
  return [store.run.id, String(found.length), percent(Math.max(0, ...off), 2), share(0.001), share(0.05)];
}

console.log(
  table(
    [
      { title: 'run' },
      { title: 'levels', align: 'right' },
      { title: 'most off', align: 'right' },
      { title: 'off by over 0.1 %', align: 'right' },
      { title: 'by over 5 %', align: 'right' },
    ],
    blockRuns(positionals).map(check),
  ),
);
