import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback } from '../../hosts/hosts.ts';
import { canHold } from '../../load/can-hold.ts';
import { localRunner } from '../../load/load-runner.ts';
import { type LoadPlan, type LoadReport, requestsOf } from '../../load/loader.ts';
import { loaderFor } from '../../load/loaders.ts';
import { notAReport } from '../../load/tool-report.ts';
import { FIXED_COUNT_LIMIT_SECONDS, LOADER_GRACE_SECONDS, timeoutOf } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';
import type { Loading } from '../bench.ts';

/** A load is a part of the time that its program ran; what is more than this beyond it is no rounding. */
const CLOCK_TOLERANCE_SECONDS = 0.05;

export interface LoadOutcome {
  report: LoadReport;
  /** The command that was run, without the scratch folder in its paths. */
  command: string[];
  cpuNanoseconds: number | null;
  seconds: number;
}

export type LoadRequest = Omit<LoadPlan, 'scratch' | 'threads'>;

/** `putLoad` of one bench. */
export type PutLoad = (request: LoadRequest, signal: AbortSignal) => Promise<LoadOutcome>;

/** Puts one load on a server with the loader that the shape names. Throws a PitwallError if it gives no report. */
export async function putLoad(
  loading: Loading,
  request: LoadRequest,
  signal: AbortSignal,
): Promise<LoadOutcome> {
  const loader = loaderFor(request.shape);
  const tool = loading.loaders[request.shape.loader];
  if (!tool) throw new RangeError(`no ${request.shape.loader} for this load`);
  requireOwnAddress(loading, request.origin);
  const { pinned, loader: processors } = loading.processors;
  const runner = loading.loadRunner ?? localRunner(pinned ? processors : [], loading.network);
  const refused = canHold(request.shape, await runner.limits());
  if (refused) throw refused;
  mkdirSync(loading.repository.cache, { recursive: true });
  const scratch = mkdtempSync(join(loading.repository.cache, 'load-'));
  try {
    const plan: LoadPlan = { ...request, scratch, threads: processors.length };
    const prepared = loader.prepare(plan);
    const output = await runner.run({
      ...prepared,
      path: tool.path,
      scratch,
      limitSeconds: longestSeconds(request) + LOADER_GRACE_SECONDS,
      signal,
    });
    const report = loader.parse(output, plan);
    // wrk and autocannon take the wall clock, which may be set, or go on while the machine sleeps.
    if (report.durationSeconds > output.seconds + CLOCK_TOLERANCE_SECONDS)
      throw notAReport(
        plan,
        `at most ${output.seconds.toFixed(2)} s`,
        `a report of ${report.durationSeconds} s: the clock jumped`,
      );
    return {
      report,
      command: [request.shape.loader, ...prepared.arguments].map((word) =>
        word.replaceAll(`${scratch}/`, ''),
      ),
      cpuNanoseconds: output.cpuNanoseconds,
      seconds: output.seconds,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * The last safeguard: allows loads only to the loopback address, which in the network of a side is that network's
 * own, or to the server's own host.
 */
function requireOwnAddress({ hosts }: Pick<Loading, 'hosts'>, origin: string): void {
  const { hostname } = new URL(origin);
  if (isLoopback(hostname) || hostname === '[::1]' || hostname === hosts?.server.address) return;
  throw new PitwallError({
    what: 'No load may go to this address',
    where: origin,
    expected: `127.0.0.0/8, ::1${hosts ? ` or ${hosts.server.address}, the server’s host` : ''}`,
    seen: hostname,
    next: 'See where the roles run: npm run bench -- doctor',
  });
}

/**
 * Estimates how long a load takes, in seconds, from the throughput of its warm-up if it has a fixed count.
 */
export function expectedSeconds(request: LoadRequest, perSecond: number): number {
  const requests = requestsOf(request);
  if (requests === null) return request.seconds;
  return perSecond > 0
    ? Math.min(requests / perSecond, FIXED_COUNT_LIMIT_SECONDS)
    : FIXED_COUNT_LIMIT_SECONDS;
}

/** wrk ends on time whatever is under way; oha with a fixed count waits for it. */
function longestSeconds(request: LoadRequest): number {
  return requestsOf(request) === null
    ? request.seconds
    : FIXED_COUNT_LIMIT_SECONDS + timeoutOf(request.shape);
}
