import { countsRequests } from '../../catalog/targets.ts';
import type { RunningServer } from '../../launch/launcher.ts';
import { loaderFor } from '../../load/loaders.ts';
import { timeoutOf } from '../../model/index.ts';
import { readCount } from '../../verify/checks/counter-checks.ts';
import { type ProbeReport, startProbes } from '../../verify/probes/under-load.ts';
import type { Measuring } from '../bench.ts';
import { mix, type PlannedCell } from '../planned-cells.ts';
import { expectedSeconds, type LoadOutcome, type LoadRequest, putLoad } from './load.ts';

export interface ProbedLoad {
  cell: Pick<PlannedCell, 'targetVariant' | 'scenario'>;
  load: LoadRequest;
  /** Draws the probes and the changed row. */
  seed: number;
  /** Latest throughput of the server, in requests per second, to estimate how long a fixed count takes. */
  lastPerSecond: number;
  /** Whether to count the rows of a table that grows: the more rows, the longer that takes. */
  countsRows: boolean;
}

interface Probed<Loaded> {
  loaded: Loaded;
  probed: ProbeReport;
  /** Whether the target serves `counter`. */
  counts: boolean;
  /** The server's count of requests; `null` if it has none, or it could not be read. */
  countBefore: number | null;
  countAfter: number | null;
  /** Rows of the table to which the scenario adds; `undefined` if it adds none. */
  rowsBefore: { rows: number; distinctIds: number } | undefined;
  rowsAfter: { rows: number; distinctIds: number } | undefined;
}

/**
 * Does `work`, which puts the load, while probes read what the scenario promises, between two readings of the server's
 * counter and of the table that grows.
 */
export async function withProbes<Loaded>(
  measuring: Measuring,
  server: Pick<RunningServer, 'origin'>,
  { cell, load, seed, lastPerSecond, countsRows }: ProbedLoad,
  signal: AbortSignal,
  work: () => Promise<Loaded>,
): Promise<Probed<Loaded>> {
  const { scenario } = cell;
  const database = scenario.database ? measuring.databases[scenario.database] : undefined;
  const counts = countsRequests(cell.targetVariant);
  const grown = countsRows && scenario.inserts && scenario.table;
  // Probes and counts queue like the load's own requests. They wait twice as long: they fail only if all of those do.
  const patience = { timeoutMs: 2_000 * timeoutOf(load.shape) };
  const countRows = async () => (grown && (await database?.countRows(grown))) || undefined;
  const count = async () => (counts ? await readCount(server.origin, patience, signal) : null);
  const version = measuring.loaders[load.shape.loader]?.version ?? '';
  const rowsBefore = await countRows();
  const countBefore = await count();
  const probes = await startProbes({
    origin: server.origin,
    scenario,
    data: measuring.data,
    ...(database ? { database } : {}),
    seed,
    seconds: expectedSeconds(load, lastPerSecond),
    connection: load.shape.connection,
    headers: loaderFor(load.shape).headers?.(version) ?? [],
    ...patience,
    signal,
  });
  const loaded = await work().catch(async (error) => {
    // Probes change a row on a timer of their own: stop them before the next slice.
    await probes.stop().catch(() => {});
    throw error;
  });
  const probed = await probes.stop();
  const countAfter = await count();
  return { loaded, probed, counts, countBefore, countAfter, rowsBefore, rowsAfter: await countRows() };
}

/**
 * Puts a load with the probes of one of the cells, which the load's part selects; with none if there are no cells. What
 * the probes find does not count.
 */
export async function putProbedLoad(
  measuring: Measuring,
  server: Pick<RunningServer, 'origin'>,
  cells: readonly ProbedLoad['cell'][],
  load: LoadRequest,
  signal: AbortSignal,
): Promise<LoadOutcome> {
  const put = () => putLoad(measuring, load, signal);
  const { part = 0 } = load;
  const cell = cells[part % cells.length];
  if (!cell) return put();
  const probed = { cell, load, seed: mix(load.seed, part), lastPerSecond: 0, countsRows: false };
  return (await withProbes(measuring, server, probed, signal, put)).loaded;
}
