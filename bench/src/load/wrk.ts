import { z } from 'zod';
import { type ClosedLoopShape, timeoutOf } from '../model/index.ts';
import { type Loader, type LoadPlan, versionBy } from './loader.ts';
import { assertEnded, assertWholeDuration, excerpt, firstRequest, notAReport } from './tool-report.ts';
import { WRK_MARKER, wrkScript } from './wrk-script.ts';

/**
 * wrk 4: a closed loop, for capacity. What its figures mean (src/wrk.c of 4.1.0, and by experiment):
 *
 * - `requests` are whole responses of any status. A response that took longer than the timeout counts there
 *   and as a timeout, but has no response time; one that never came counts nowhere. So a server that never
 *   answers gives 0 requests and 0 errors. One that answers a request twice gives two, and one response time.
 * - Percentiles are response times, from writing a request to the end of its response, in whole microseconds,
 *   nearest rank, as they were measured: wrk's "correction" is undone (see wrk-script.ts). They say how
 *   long a client of the closed loop waited, and nothing about a client that would not have waited.
 * - The clock is checked every 100 ms, so a load lasts up to 0.1 s longer than asked; rates use the real time.
 * - It loads for whole seconds; SIGINT ends it earlier, with a complete report up to then.
 */
export const wrkLoader: Loader<ClosedLoopShape> = {
  name: 'wrk',
  arrivals: ['closed'],
  bytes: 'wire',
  holdsConnections: true,

  versionArgument: '--version',
  identify: (words) =>
    words.includes('--rate') || !words.includes('Will Glozer')
      ? null
      : versionBy(/^wrk (?:debian\/)?v?(\d+\.\d+\.\d+)/m)(words),
  least: '4.0.0',
  below: '5.0.0',
  costs: 'throughput, and latency at a share of capacity',
  packaged: true,
  crate: null,

  prepare(plan) {
    const { shape, requests, seed, part = 0 } = plan;
    if (!(plan.seconds >= LEAST_SECONDS)) {
      throw new RangeError(`wrk needs ${LEAST_SECONDS} s to report on, not ${plan.seconds}`);
    }
    const wholeSeconds = Math.ceil(plan.seconds);
    const threads = threadsFor(plan.threads, shape.connections);
    const script = wrkScript({
      requests,
      seed,
      part,
      threads,
      connections: shape.connections,
      timeoutSeconds: timeoutOf(shape),
    });
    return {
      files: { [SCRIPT_NAME]: script },
      arguments: [
        ...['--threads', String(threads), '--connections', String(shape.connections)],
        ...['--duration', `${wholeSeconds}s`, '--timeout', `${timeoutOf(shape)}s`],
        ...['--script', `${plan.scratch}/${SCRIPT_NAME}`],
        ...(shape.connection === 'close' ? ['--header', 'Connection: close'] : []),
        `${plan.origin}${firstRequest(plan).path}`,
      ],
      ...(wholeSeconds !== plan.seconds && { interruptAfterSeconds: plan.seconds }),
    };
  },

  parse(output, plan) {
    assertEnded(output, plan);
    const report = readReport(output.stdout, plan);
    const durationSeconds = report.durationMicroseconds / 1e6;
    assertWholeDuration(durationSeconds, plan);
    const { status, ...errors } = report.errors;
    const { latency } = report;
    // Every response except the late ones is a sample. More samples: the script misread the histogram. Fewer: the
    // server sent responses that nobody had asked for.
    const unasked =
      latency.samples === null ? 0 : Math.max(0, report.requests - latency.samples - errors.timeout);
    const plausible = latency.samples !== null && latency.samples + errors.timeout === report.requests;
    const seconds = (value: number | null, perSecond: number) =>
      plausible && value !== null ? value / perSecond : null;
    return {
      requests: report.requests,
      ...(unasked > 0 && { unasked }),
      durationSeconds,
      receivedBytes: report.bytes,
      latency: {
        meanSeconds: seconds(latency.meanNanoseconds, 1e9),
        p50Seconds: seconds(latency.p50Microseconds, 1e6),
        p90Seconds: seconds(latency.p90Microseconds, 1e6),
        p99Seconds: seconds(latency.p99Microseconds, 1e6),
        p999Seconds: seconds(latency.p999Microseconds, 1e6),
        maxSeconds: seconds(latency.maxMicroseconds, 1e6),
      },
      latencyHistogram: null,
      errors,
      statuses: null,
      statusAtLeast400: status,
    };
  },
};

const SCRIPT_NAME = 'wrk.lua';
/** Twice the interval at which wrk checks its clock. */
const LEAST_SECONDS = 0.2;

/**
 * Returns the largest number of threads that divides the connections evenly. wrk gives each thread
 * connections ÷ threads, rounded down, and silently drops the rest. It refuses more threads than connections.
 */
export function threadsFor(most: number, connections: number): number {
  let threads = Math.max(1, Math.min(most, connections));
  while (connections % threads !== 0) threads--;
  return threads;
}

const count = z.number().int().nonnegative();
const figure = count.nullable();
const reportSchema = z.object({
  requests: count,
  durationMicroseconds: count,
  bytes: count,
  errors: z.object({ connect: count, read: count, write: count, timeout: count, status: count }),
  latency: z.object({
    samples: figure,
    minMicroseconds: figure,
    meanNanoseconds: figure,
    maxMicroseconds: figure,
    stdevNanoseconds: figure,
    p50Microseconds: figure,
    p90Microseconds: figure,
    p99Microseconds: figure,
    p999Microseconds: figure,
  }),
});

function readReport(stdout: string, plan: LoadPlan): z.infer<typeof reportSchema> {
  const lines = stdout.split('\n').filter((line) => line.startsWith(WRK_MARKER));
  const expected = `one line that begins with ${WRK_MARKER.trim()} and holds its figures`;
  const [line] = lines;
  if (line === undefined || lines.length > 1) {
    throw notAReport(plan, expected, lines.length > 1 ? `${lines.length} such lines` : excerpt(stdout));
  }
  try {
    return reportSchema.parse(JSON.parse(line.slice(WRK_MARKER.length)));
  } catch (error) {
    throw notAReport(plan, expected, excerpt(line), error);
  }
}
