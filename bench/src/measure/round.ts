import type { Database } from '../databases/database.ts';
import type { Built, RunningServer } from '../launch/launcher.ts';
import type { LoadReport } from '../load/loader.ts';
import {
  type LoadShape,
  type MissingReason,
  type Profile,
  type RoundColumn,
  timeoutOf,
} from '../model/index.ts';
import { connectionsTo } from '../util/proc.ts';
import { errorCount } from '../verify/reconcile.ts';
import { reconcileRows } from '../verify/reconcile-rows.ts';
import { readCount, reconcile, startProbes } from '../verify/under-load.ts';
import { type Bench, isHere } from './bench.ts';
import { databaseMarks, rowsEach } from './database-proof.ts';
import { watchForDeath } from './death-watch.ts';
import {
  bearable,
  marksOf,
  missingIn,
  type Observed,
  type RoundMark,
  type RoundValues,
  type Snapshot,
  valuesOf,
} from './figures.ts';
import { expectedSeconds, type LoadOutcome, type LoadRequest, measureSeconds, putLoad } from './load.ts';
import { cellName, type PlannedCell } from './plan.ts';
import { serverTimes, startServer } from './server.ts';
import { noResponse, warmUp } from './warmup.ts';

/** What one measured load on one freshly started server gave. */
export interface RoundFigures {
  values: RoundValues;
  missing: Partial<Record<RoundColumn, MissingReason>>;
  marks: RoundMark[];
  latencyHistogram: string | null;
  serverCommand: readonly string[];
  loaderCommand: readonly string[];
  /** That the loader saw in warm-up and measurement together. */
  responses: number;
  /** Time under load: warm-up and measurement. */
  loadSeconds: number;
  measuredSeconds: number;
}

export interface RoundRequest {
  cell: PlannedCell;
  built: Built;
  profile: Profile;
  ratePerSecond: number | null;
  /** Draws the requests, the probes and the changed row. */
  seed: number;
}

/** Throws a PitwallError where the round gives no figure; the server is stopped either way. */
export async function measureRound(bench: Bench, request: RoundRequest): Promise<RoundFigures> {
  const { cell, built } = request;
  const database = databaseOf(bench, cell);
  await database?.seed(bench.data);
  const counted = await database?.counters();
  const server = await startServer(bench, cell.entry, built);
  const watch = watchForDeath(server, cellName(cell));
  const measuring = measureServer(bench, request, server, watch.signal);
  try {
    const figures = await Promise.race([measuring, watch.died]);
    watch.forget();
    const stopped = await server.stop();
    if (stopped.killed) {
      const detail = `still running ${stopped.seconds.toFixed(1)} s after SIGTERM, then killed`;
      figures.marks.push({ code: 'slow-stop', detail });
    }
    if (database && counted) {
      const now = await database.counters();
      figures.marks.push(
        ...databaseMarks(counted, now, figures.responses, rowsEach(cell.scenario, bench.data)),
      );
    }
    return figures;
  } finally {
    watch.forget();
    await server.stop();
    // A dead server wins the race: its loader and probes are to be gone before the next round begins.
    await measuring.catch(() => {});
  }
}

function databaseOf(bench: Bench, { scenario }: PlannedCell): Database | undefined {
  return scenario.database ? bench.databases[scenario.database] : undefined;
}

async function measureServer(
  bench: Bench,
  request: RoundRequest,
  server: RunningServer,
  dead: AbortSignal,
): Promise<RoundFigures> {
  const { cell, profile, ratePerSecond, seed } = request;
  const { scenario, shape } = cell;
  const signal = AbortSignal.any([bench.signal, dead]);
  const database = databaseOf(bench, cell);
  const counts = cell.entry.target.manifest.scenarios.includes('counter');
  const requests = scenario.requests(bench.data);
  const load: LoadRequest = {
    shape,
    origin: server.origin,
    requests,
    seconds: measureSeconds(shape, profile),
    ratePerSecond,
    seed,
  };

  const warmup = await warmUp(bench, load, profile.warmup, signal);
  const rowsBefore = scenario.writes ? await database?.countRows(scenario.id) : undefined;
  // A count waits in the same queue as the load's own requests.
  const patience = { timeoutMs: 2_000 * timeoutOf(shape) };
  const countBefore = counts ? await readCount(server.origin, patience, signal) : null;
  const probes = await startProbes({
    origin: server.origin,
    scenario,
    data: bench.data,
    ...(database ? { database } : {}),
    seed,
    seconds: expectedSeconds(load, warmup.lastPerSecond),
    connection: shape.connection,
    // So does a probe, and it only fails where they all do.
    ...patience,
    signal,
  });
  const { before, loaded, after, connectionsSeen } = await watchLoad(
    bench,
    load,
    server,
    database,
    signal,
  ).catch(async (error) => {
    // Probes change a row on a timer of their own: they are to be gone before the next round.
    await probes.stop().catch(() => {});
    throw error;
  });
  const outcome = { ...loaded, report: bearable(loaded.report) };
  const probed = await probes.stop();
  const countAfter = counts ? await readCount(server.origin, patience, signal) : null;
  const rowsAfter = scenario.writes ? await database?.countRows(scenario.id) : undefined;
  if (loaded.report.requests === 0) throw noResponse(load, loaded.report.durationSeconds);

  const expectedStatus = scenario.expected(requests[0] ?? { method: 'GET', path: '/' }, bench.data).status;
  const { report } = outcome;
  const observed: Observed = {
    shape,
    ratePerSecond,
    expectedStatus,
    outcome,
    warmup,
    toleranceRatio: profile.warmup.toleranceRatio,
    before,
    after,
    connectionsSeen,
    countBefore,
    countAfter,
    processors: bench.processors,
  };
  const values = valuesOf(observed);
  return {
    values,
    missing: missingIn(values, { counts, hasDatabase: scenario.database !== null }),
    marks: [
      ...marksOf(observed),
      ...probed.marks,
      ...reconcile({
        report,
        scenario,
        shape,
        expectedStatus,
        probes: probed,
        countBefore,
        countAfter,
      }),
      ...(rowsBefore && rowsAfter ? rowMarks(rowsBefore.rows, rowsAfter, report, shape, probed.inserts) : []),
    ],
    latencyHistogram: report.latencyHistogram,
    serverCommand: server.command,
    loaderCommand: outcome.command,
    responses: warmup.responses + report.requests,
    loadSeconds: warmup.seconds + outcome.seconds,
    measuredSeconds: outcome.seconds,
  };
}

/** Whether an insert load left the rows that its responses promised. */
function rowMarks(
  rowsBefore: number,
  after: { rows: number; distinctIds: number },
  report: LoadReport,
  { connections }: LoadShape,
  probeInserts: number,
): RoundMark[] {
  return reconcileRows({
    rowsBefore,
    rowsAfter: after.rows,
    distinctIds: after.distinctIds,
    loaderRequests201: report.statuses?.['201'] ?? report.requests - report.statusAtLeast400,
    probeInserts,
    connections,
    errors: errorCount(report),
  });
}

/** The load with the accounts right before and right after it. */
async function watchLoad(
  bench: Bench,
  load: LoadRequest,
  server: RunningServer,
  database: Database | undefined,
  signal: AbortSignal,
): Promise<{ before: Snapshot; loaded: LoadOutcome; after: Snapshot; connectionsSeen: number | null }> {
  const before = await snapshot(bench, server, database);
  let connectionsSeen: number | null = null;
  // They are counted as their client's host holds them.
  const halfway =
    keepsConnections(load) && isHere(bench, 'loader')
      ? setTimeout(() => {
          connectionsSeen = connectionsTo(Number(new URL(server.origin).port));
        }, load.seconds * 500)
      : undefined;
  try {
    const loaded = await putLoad(bench, load, signal);
    const after = await snapshot(bench, server, database);
    // A round is not lost for it.
    after.server.peakMemoryBytes ??= (await server.peakMemoryBytes?.().catch(() => null)) ?? null;
    return { before, loaded, after, connectionsSeen };
  } finally {
    clearTimeout(halfway);
  }
}

/** wrk opens all of its connections at once; oha opens one when it has a request for it. */
function keepsConnections({ shape }: LoadRequest): boolean {
  return shape.loader === 'wrk' && shape.connection === 'keep-alive';
}

async function snapshot(
  bench: Bench,
  server: RunningServer,
  database: Database | undefined,
): Promise<Snapshot> {
  const { user, system } = process.cpuUsage();
  return {
    server: await server.usage(),
    database: (await database?.usage()) ?? null,
    harnessNanoseconds: (user + system) * 1_000,
    times: serverTimes(bench),
  };
}
