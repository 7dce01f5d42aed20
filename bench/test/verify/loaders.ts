import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { LoadPlan, LoadReport } from '../../src/load/loader.ts';
import { wrkLoader } from '../../src/load/wrk.ts';
import type { closedLoop } from '../../src/model/index.ts';
import { seededRandom } from '../../src/util/random.ts';
import { fresh } from '../../src/verify/http/fresh-request.ts';
import { HttpConnection } from '../../src/verify/http/http-connection.ts';

type ClosedPlan = LoadPlan<z.infer<typeof closedLoop>>;
export type TestLoader = (plan: Omit<ClosedPlan, 'scratch'>) => Promise<LoadReport>;

export async function wrkVersion(): Promise<string | null> {
  const { stdout } = await run('wrk', ['-v']).catch(() => ({ stdout: '' }));
  return /wrk\s+(\S+)/.exec(stdout)?.[1] ?? null;
}

function run(file: string, parameters: string[]) {
  return new Promise<{ stdout: string; stderr: string; exitCode: number | null; signal: string | null }>(
    (resolve, reject) => {
      const child = spawn(file, parameters, { timeout: 20_000 });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
      });
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      child.on('error', reject);
      child.on('close', (exitCode, signal) => resolve({ stdout, stderr, exitCode, signal }));
    },
  );
}

export const wrkLoad: TestLoader = async (request) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pitwall-load-'));
  try {
    const plan = { ...request, scratch };
    const { files, arguments: parameters } = wrkLoader.prepare(plan);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(scratch, name), text);
    return wrkLoader.parse(await run('wrk', parameters), plan);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** A closed loop in this process, where there is no wrk: bounded in time, and it stops between requests. */
export const nodeLoad: TestLoader = async ({ origin, shape, requests, seconds, seed }) => {
  const random = seededRandom(seed);
  const started = performance.now();
  const deadline = started + seconds * 1000;
  const report = { requests: 0, receivedBytes: 0, statusAtLeast400: 0, read: 0, latency: 0 };
  const loop = async (first: number): Promise<void> => {
    const connection = new HttpConnection(origin);
    for (let index = first; performance.now() < deadline; index++) {
      const request = requests[index % requests.length] as (typeof requests)[number];
      const exchange = await connection.exchange(fresh(request, random));
      report.latency += exchange.seconds;
      if (exchange.outcome === 'failure') report.read++;
      else {
        report.requests++;
        report.receivedBytes += exchange.response.wireBytes;
        if (exchange.response.status >= 400) report.statusAtLeast400++;
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: shape.connections }, (_, index) => loop(index)));
  return {
    requests: report.requests,
    durationSeconds: (performance.now() - started) / 1000,
    receivedBytes: report.receivedBytes,
    latency: {
      meanSeconds: report.latency / report.requests,
      ...{ p50Seconds: null, p90Seconds: null, p99Seconds: null, p999Seconds: null, maxSeconds: null },
    },
    errors: { connect: 0, read: report.read, write: 0, timeout: 0 },
    statuses: null,
    latencyHistogram: null,
    statusAtLeast400: report.statusAtLeast400,
  };
};
