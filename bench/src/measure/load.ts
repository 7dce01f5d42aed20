import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canHold } from '../load/can-hold.ts';
import { type LoadPlan, type LoadReport, requestsOf } from '../load/loader.ts';
import { loaderFor } from '../load/loaders.ts';
import {
  FIXED_COUNT_LIMIT_SECONDS,
  LOADER_GRACE_SECONDS,
  type LoadShape,
  type Profile,
  timeoutOf,
} from '../model/index.ts';
import { runCommand } from '../util/command.ts';
import { socketLimits } from '../util/socket-limits.ts';
import type { Bench } from './bench.ts';

export interface LoadOutcome {
  report: LoadReport;
  /** What was run, with the scratch folder left out of the paths. */
  command: string[];
  cpuNanoseconds: number | null;
  seconds: number;
}

export type LoadRequest = Omit<LoadPlan, 'scratch' | 'threads'>;

/** Puts one load on a server with the loader that the shape names. Throws a PitwallError if it gives no report. */
export async function putLoad(bench: Bench, request: LoadRequest, signal: AbortSignal): Promise<LoadOutcome> {
  const loader = loaderFor(request.shape);
  const tool = bench.loaders[request.shape.loader];
  if (!tool) throw new RangeError(`no ${request.shape.loader} for this load`);
  const refused = canHold(request.shape, socketLimits());
  if (refused) throw refused;
  mkdirSync(bench.repository.cache, { recursive: true });
  const scratch = mkdtempSync(join(bench.repository.cache, 'load-'));
  try {
    const plan: LoadPlan = { ...request, scratch, threads: bench.processors.loader.length };
    const prepared = loader.prepare(plan);
    for (const [name, text] of Object.entries(prepared.files)) writeFileSync(join(scratch, name), text);
    const command = [tool.path, ...prepared.arguments];
    const output = await runCommand(command, {
      cwd: scratch,
      environment: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
      processors: bench.processors.pinned ? bench.processors.loader : [],
      timeoutSeconds: longestSeconds(request) + LOADER_GRACE_SECONDS,
      ...(prepared.interruptAfterSeconds === undefined
        ? {}
        : { interruptAfterSeconds: prepared.interruptAfterSeconds }),
      signal,
    });
    return {
      report: loader.parse(output, plan),
      command: [request.shape.loader, ...prepared.arguments].map((word) =>
        word.replaceAll(`${scratch}/`, ''),
      ),
      cpuNanoseconds: output.usage.cpuNanoseconds,
      seconds: output.seconds,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** How long the measured load of a shape lasts: its own time, or the profile's. */
export function measureSeconds(shape: LoadShape, profile: Profile): number {
  return ('seconds' in shape ? shape.seconds : undefined) ?? profile.measureSeconds;
}

/** How long a load will take, by what its warm-up did: what has no duration of its own ends with its requests. */
export function expectedSeconds(request: LoadRequest, perSecond: number): number {
  const requests = requestsOf(request);
  if (requests === null) return request.seconds;
  return perSecond > 0
    ? Math.min(requests / perSecond, FIXED_COUNT_LIMIT_SECONDS)
    : FIXED_COUNT_LIMIT_SECONDS;
}

/** wrk ends on time whatever is under way; oha waits for that where it counts requests. */
function longestSeconds(request: LoadRequest): number {
  return requestsOf(request) === null
    ? request.seconds
    : FIXED_COUNT_LIMIT_SECONDS + timeoutOf(request.shape);
}
