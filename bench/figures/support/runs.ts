import { basename } from 'node:path';
import { sliceScatter } from '../../src/analysis/slice-scatter.ts';
import {
  type Cell,
  hasBlocks,
  isRanked,
  type MetricId,
  metricByBlock,
  metricOf,
  type RuntimeKind,
  runtimeKindOf,
  shapeGives,
  type TargetRun,
  variantName,
} from '../../src/model/index.ts';
import { RunStore, runFolders } from '../../src/results/run-store.ts';
import { repository } from '../../src/util/repository.ts';

/** A cell of a run with its target's name. */
export interface NamedCell {
  name: string;
  cell: Cell;
}

const RUNTIMES = {
  virtualMachine: 'JVM and .NET',
  asItRuns: 'JavaScript',
  interpreted: 'interpreted',
  ahead: 'compiled ahead',
} satisfies Record<RuntimeKind, string>;

/** Names how the runtime of a language gets warm, for the rows of a table. */
export function runtimesOf(language: string): string {
  return RUNTIMES[runtimeKindOf(language)];
}

/** Returns finished runs in blocks, oldest first: those whose folders start with one of `names`, or all. */
export function blockRuns(names: readonly string[] = []): RunStore[] {
  return runFolders(repository)
    .filter((folder) => names.length === 0 || names.some((name) => basename(folder).startsWith(name)))
    .map((folder) => RunStore.open(folder))
    .filter(({ run }) => hasBlocks(run.profile) && run.finishedAt !== null && run.replay === undefined);
}

/** What runs share that measure the same scenarios in the same way on one machine. */
export function profileKey({ run: { machine, profile } }: RunStore): string {
  return [machine, profile.name, ...profile.scenarios].join(' ');
}

/** Returns the newest run of each profile with the same scenarios on one machine, in the order of `runs`. */
export function newestOfProfiles(runs: readonly RunStore[]): RunStore[] {
  return [...new Map(runs.map((store) => [profileKey(store), store])).values()];
}

/** Returns cells by table, `json wrk-64`, those without a rank included. */
export function cellsByTable(targets: readonly TargetRun[]): Map<string, NamedCell[]> {
  const named = targets.flatMap(({ target, variant, cells }) =>
    cells.map((cell): NamedCell => ({ name: variantName(target, variant), cell })),
  );
  return Map.groupBy(named, ({ cell }) => `${cell.scenario} ${cell.loadShapeId}`);
}

/** Returns ranked cells by table: `json wrk-64`. */
export function rankedTables(targets: readonly TargetRun[]): Map<string, NamedCell[]> {
  const tables = [...cellsByTable(targets)].map(
    ([key, cells]) => [key, cells.filter(({ cell }) => isRanked(cell))] as const,
  );
  return new Map(tables.filter(([, ranked]) => ranked.length > 0));
}

/** Returns what `rankIntervals` takes; empty if the load does not give the metric. */
export function blockSeries(
  cells: readonly NamedCell[],
  metric: MetricId,
): { id: string; byBlock: Map<number, number>; scatter: number | undefined }[] {
  const scatter = sliceScatter(
    cells.map(({ name, cell }) => ({ id: name, cell })),
    metric,
  );
  return cells
    .filter(({ cell }) => shapeGives(cell.loadShape, metricOf(metric)))
    .map(({ name, cell }) => ({
      id: name,
      byBlock: metricByBlock(cell, metric),
      scatter: scatter.get(name),
    }))
    .filter(({ byBlock }) => byBlock.size > 0);
}

/** The logarithms of a table's figures, as `additiveFit` takes them: a row for each target, a column for each block. */
export function logEntries(series: readonly { id: string; byBlock: ReadonlyMap<number, number> }[]) {
  return series.flatMap(({ id, byBlock }) =>
    [...byBlock].map(([column, value]) => ({ row: id, column, value: Math.log(value) })),
  );
}
