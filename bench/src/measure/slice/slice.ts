import type { Database } from '../../databases/database.ts';
import type { RunningServer } from '../../launch/launcher.ts';
import type { LoadReport } from '../../load/loader.ts';
import { loaderFor } from '../../load/loaders.ts';
import type { LoadShape } from '../../model/index.ts';
import { CompilerClock } from '../../process/compiler-threads.ts';
import { connectionsOfOthers, tcpSocketsInUse } from '../../process/listening.ts';
import { collectGrownGarbage } from '../../process/own-garbage.ts';
import { usedBetween } from '../../process/usage.ts';
import { errorCount, reconcile } from '../../verify/probes/reconcile.ts';
import { reconcileRows } from '../../verify/probes/reconcile-rows.ts';
import { isHere, type Loading, type Measuring } from '../bench.ts';
import type { PlannedCell } from '../planned-cells.ts';
import { noResponse } from '../warm-up/warm-up.ts';
import { databaseMarks, hasRestarted, leastRows } from './database-marks.ts';
import type { FoundMark, Observed, Snapshot } from './figures.ts';
import { type LoadOutcome, type LoadRequest, putLoad } from './load.ts';
import { marksOf } from './marks.ts';
import { serverTimes } from './target-server.ts';
import { withProbes } from './with-probes.ts';

/** The outcome of one measured load on one running server. */
export interface SliceFigures {
  observed: Observed;
  marks: FoundMark[];
  /** Responses that the loader and the probes saw: a database that they need has counted as many queries. */
  responses: number;
  /** Wall time of the load. */
  seconds: number;
  /** Share of the server's CPU time that its compiler threads took; `null` if it has none that are known. */
  compilingRatio: number | null;
}

/** What a slice asks of a server. */
type LoadedServer = Pick<RunningServer, 'origin' | 'usage' | 'pids' | 'peakMemoryBytes'>;

interface SliceRequest {
  cell: PlannedCell;
  seconds: number;
  ratePerSecond: number | null;
  /** Draws the requests, the probes and the changed row. */
  seed: number;
  /** Latest throughput of the server, in requests per second, to estimate how long a fixed count takes. */
  lastPerSecond: number;
  /** Whether to count the open connections half-way. */
  countsConnections: boolean;
  /** The server's own, which knows most of its threads. */
  compilers?: CompilerClock;
}

/**
 * Puts one load on a running, warm server, and checks what loader, server, probes, database and machine
 * report against each other. Throws a PitwallError if the load gives no figure; the server keeps running
 * either way.
 */
export async function measureSlice(
  measuring: Measuring,
  server: LoadedServer,
  request: SliceRequest,
  signal: AbortSignal,
): Promise<SliceFigures> {
  collectGrownGarbage();
  const { cell, ratePerSecond, seed } = request;
  const { scenario, shape } = cell;
  const database = scenario.database ? measuring.databases[scenario.database] : undefined;
  const requests = scenario.requests(measuring.data);
  const load: LoadRequest = {
    shape,
    origin: server.origin,
    requests,
    seconds: request.seconds,
    ratePerSecond,
    seed,
  };
  const asked = database?.countsAtOnce ? await database.counters().catch(() => null) : null;
  const { probed, counts, countBefore, countAfter, rowsBefore, rowsAfter, ...watched } = await withProbes(
    measuring,
    server,
    { cell, load, seed, lastPerSecond: request.lastPerSecond, countsRows: true },
    signal,
    () => watchLoad(measuring, load, { server, database, ...request }, signal),
  );
  const askedAfter = asked && database ? await database.counters().catch(() => null) : null;
  const { before, loaded, after, connectionsSeen, compilingRatio } = watched.loaded;
  const { report } = loaded;
  if (report.requests === 0) throw noResponse(load, report.durationSeconds);
  const responses = report.requests + probed.requests;

  const expectedStatus = scenario.expected(
    requests[0] ?? { method: 'GET', path: '/' },
    measuring.data,
  ).status;
  const observed: Observed = {
    shape,
    ratePerSecond,
    expectedStatus,
    outcome: loaded,
    before,
    after,
    connectionsSeen,
    countBefore,
    countAfter,
    processors: measuring.processors,
  };
  return {
    observed,
    marks: [
      ...marksOf(observed),
      ...probed.marks,
      ...reconcile({
        report,
        scenario,
        shape,
        bytes: loaderFor(shape).bytes,
        expectedStatus,
        probes: probed,
        counts,
        countBefore,
        countAfter,
      }),
      ...(asked && askedAfter && !hasRestarted(asked, askedAfter)
        ? databaseMarks(asked, askedAfter, responses, leastRows(scenario, measuring.data))
        : []),
      ...(rowsBefore && rowsAfter ? rowMarks(rowsBefore.rows, rowsAfter, report, shape, probed.inserts) : []),
    ],
    responses,
    seconds: loaded.seconds,
    compilingRatio,
  };
}

/** Checks whether an insert load left the rows that its responses promised. */
function rowMarks(
  rowsBefore: number,
  after: { rows: number; distinctIds: number },
  report: LoadReport,
  { connections }: LoadShape,
  probeInserts: number,
): FoundMark[] {
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

type Watched = Pick<SliceRequest, 'countsConnections' | 'compilers'> & {
  server: LoadedServer;
  database: Database | undefined;
};

interface WatchedLoad extends Pick<SliceFigures, 'compilingRatio'> {
  before: Snapshot;
  loaded: LoadOutcome;
  after: Snapshot;
  connectionsSeen: number | null;
}

/** Runs the load and reads resource usage right before and right after it. */
async function watchLoad(
  loading: Loading,
  load: LoadRequest,
  { server, database, countsConnections, compilers = new CompilerClock() }: Watched,
  signal: AbortSignal,
): Promise<WatchedLoad> {
  let connectionsSeen: number | null = null;
  const counting = countsConnections && keepsConnections(load) && isHere(loading.hosts, 'loader');
  const counter = counting ? connectionCounter(load) : null;
  const compilingSince = compilers.time(server);
  const before = await snapshot(loading.hosts, server, database);
  // Reading the others' times is over before the load begins.
  before.harnessNanoseconds = ownNanoseconds();
  const halfway = counter
    ? setTimeout(() => {
        connectionsSeen = counter();
      }, load.seconds * 500)
    : undefined;
  try {
    const loaded = await putLoad(loading, load, signal);
    const after = await snapshot(loading.hosts, server, database);
    const compilingRatio = compilingSince(usedBetween(before.server, after.server));
    // A slice without peak memory is still of use.
    after.server.peakMemoryBytes ??= (await server.peakMemoryBytes?.().catch(() => null)) ?? null;
    return { before, loaded, after, connectionsSeen, compilingRatio };
  } finally {
    clearTimeout(halfway);
  }
}

/** Of the database or another program. More could stand for connections of the load that are missing. */
const MOST_OTHER_SOCKETS = 4;

/**
 * Call this before the load. The function that it returns says, during the load, how many of its connections are open,
 * on the loader's host and without those of the probes, which are this process's own. If both ends of all of them, and
 * hardly any others, have been added to the kernel's own sum, it asks no more: reading each connection takes 10 to 20 ms
 * of a processor.
 */
function connectionCounter({ origin, shape }: LoadRequest): () => number {
  const { connections } = shape;
  const inUse = tcpSocketsInUse();
  return () => {
    const others = tcpSocketsInUse() - inUse - 2 * connections;
    return others >= 0 && others <= MOST_OTHER_SOCKETS
      ? connections
      : connectionsOfOthers([Number(new URL(origin).port)]);
  };
}

/** Returns whether all connections of the load should be open half-way through it. */
function keepsConnections({ shape }: LoadRequest): boolean {
  return loaderFor(shape).holdsConnections && shape.connection === 'keep-alive';
}

async function snapshot(
  hosts: Measuring['hosts'],
  server: LoadedServer,
  database: Database | undefined,
): Promise<Snapshot> {
  return {
    // The first of all: the load is over when the other times are read.
    harnessNanoseconds: ownNanoseconds(),
    server: await server.usage(),
    database: (await database?.usage()) ?? null,
    times: serverTimes(hosts),
  };
}

function ownNanoseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1_000;
}
