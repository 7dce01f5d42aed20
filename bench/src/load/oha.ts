import { z } from 'zod';
import { type fixedRate, REQUEST_TIMEOUT_SECONDS } from '../model/index.ts';
import type { Loader, LoadPlan, LoadReport } from './loader.ts';
import { assertEnded, assertWholeDuration, excerpt, firstRequest, notAReport } from './report.ts';

type FixedRate = z.infer<typeof fixedRate>;

/**
 * oha: requests at a fixed rate, for latency. What its figures mean (src/client.rs, src/result_data.rs and
 * src/printer.rs of 1.16.0, and by experiment):
 *
 * - `requests` are whole responses of any status: the sum over statuses. oha's own `requestsPerSec` also counts
 *   errors and the idle connections it closes at the end, so it is not used.
 * - Latency counts from when a request was due, so the wait for a free connection is in it. It covers
 *   responses of any status, and no errors. A request is due when oha's timer fires: on a loader that is itself
 *   held up, that is later than planned by as much, and on a quiet one up to 1 ms (the timer's step).
 * - If the server is too slow for the rate, requests queue inside oha. Those still queued at the end were never
 *   sent and are in no figure; that the rate was not reached shows in `requests`.
 * - "aborted due to deadline" is one a connection that was open at the end, whether idle or waiting: no error.
 * - Percentile p is the sorted sample at index ⌊p·n⌋.
 * - `receivedBytes` are bytes of bodies, without headers.
 * - With several URLs each request draws one at random, all equally likely, from a generator that takes no seed.
 */
export const ohaLoader: Loader<FixedRate> = {
  tool: 'oha',

  prepare(plan) {
    const { shape, requests } = plan;
    // Without a rate (0 means none, too) oha ignores --latency-correction without a word.
    if (plan.ratePerSecond === null || !(plan.ratePerSecond > 0) || !Number.isFinite(plan.ratePerSecond)) {
      throw new RangeError(`oha needs a rate above 0, not ${plan.ratePerSecond}`);
    }
    const first = firstRequest(plan);
    if (requests.some(({ method }) => method !== first.method)) {
      throw new RangeError('oha sends one method in a load');
    }
    const several = requests.length > 1;
    return {
      files: several
        ? { [URLS_NAME]: requests.map(({ path }) => `${plan.origin}${path}\n`).join('') }
        : ({} as Record<string, string>),
      arguments: [
        ...['--no-tui', '--no-color', '--output-format', 'json'],
        ...['-z', `${plan.seconds}s`, '-c', String(shape.connections)],
        ...['-q', String(plan.ratePerSecond), '--latency-correction'],
        ...['-t', `${REQUEST_TIMEOUT_SECONDS}s`, '--connect-timeout', `${REQUEST_TIMEOUT_SECONDS}s`],
        ...['--disable-compression', '--redirect', '0'],
        ...['--worker-threads', String(Math.max(1, Math.min(plan.threads, shape.connections)))],
        ...(shape.connection === 'close' ? ['--disable-keepalive'] : []),
        ...['--method', first.method],
        ...(several ? ['--urls-from-file', `${plan.scratch}/${URLS_NAME}`] : [`${plan.origin}${first.path}`]),
      ],
    };
  },

  parse(output, plan) {
    assertEnded(output, plan);
    const report = readReport(output.stdout, plan);
    assertWholeDuration(report.summary.total, plan);
    const statuses = report.statusCodeDistribution;
    const percentiles = report.latencyPercentiles;
    return {
      requests: sum(Object.values(statuses)),
      durationSeconds: report.summary.total,
      receivedBytes: report.summary.totalData,
      latency: {
        meanSeconds: report.summary.average,
        p50Seconds: percentiles.p50,
        p90Seconds: percentiles.p90,
        p99Seconds: percentiles.p99,
        p999Seconds: percentiles['p99.9'],
        maxSeconds: report.summary.slowest,
      },
      errors: sortErrors(report.errorDistribution),
      statuses,
      statusAtLeast400: sum(
        Object.entries(statuses)
          .filter(([status]) => Number(status) >= 400)
          .map(([, responses]) => responses),
      ),
    };
  },
};

const URLS_NAME = 'urls.txt';
const AT_THE_END = 'aborted due to deadline';

type ErrorKind = keyof LoadReport['errors'];

/**
 * oha tells errors as text: of its own, of hyper and of the operating system, whose number is more reliable than
 * its words. What no pattern knows failed while a response was awaited.
 */
const errorPatterns: readonly [RegExp, ErrorKind][] = [
  [/^timeout$/, 'timeout'],
  // EMFILE, ENFILE, EADDRNOTAVAIL, ENETUNREACH, ETIMEDOUT, ECONNREFUSED, EHOSTUNREACH
  [/\(os error (?:23|24|99|101|110|111|113)\)/, 'connect'],
  [/connection refused|no record returned|address not available/i, 'connect'],
  // EPIPE; hyper's words for a request that never left because its connection had gone
  [/\(os error 32\)|error writing|operation was canceled|channel closed/i, 'write'],
];

function sortErrors(distribution: Record<string, number>): LoadReport['errors'] {
  const errors = { connect: 0, read: 0, write: 0, timeout: 0 };
  for (const [message, times] of Object.entries(distribution)) {
    if (message === AT_THE_END) continue;
    errors[errorPatterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'read'] += times;
  }
  return errors;
}

const count = z.number().int().nonnegative();
/** `null` where there was no response. */
const figure = z.number().nonnegative().nullable();
const reportSchema = z.object({
  summary: z.object({ total: z.number().positive(), slowest: figure, average: figure, totalData: count }),
  latencyPercentiles: z.object({ p50: figure, p90: figure, p99: figure, 'p99.9': figure }),
  statusCodeDistribution: z.record(z.string().regex(/^\d{3}$/), count),
  errorDistribution: z.record(z.string(), count),
});

function readReport(stdout: string, plan: LoadPlan): z.infer<typeof reportSchema> {
  try {
    return reportSchema.parse(JSON.parse(stdout));
  } catch (error) {
    throw notAReport(plan, 'one JSON object with summary, percentiles and statuses', excerpt(stdout), error);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
