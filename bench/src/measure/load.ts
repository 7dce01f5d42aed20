import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadPlan, LoadReport } from '../load/loader.ts';
import { loaderFor } from '../load/loaders.ts';
import { LOADER_GRACE_SECONDS } from '../model/index.ts';
import { runCommand } from '../util/command.ts';
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
      timeoutSeconds: request.seconds + LOADER_GRACE_SECONDS,
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
