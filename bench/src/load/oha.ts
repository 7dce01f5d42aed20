import { z } from 'zod';
import {
  type FixedCountShape,
  type FixedRateShape,
  hasRate,
  NONCE,
  type ScenarioRequest,
  timeoutOf,
  withNonce,
} from '../model/index.ts';
import { latencyHistogram } from '../stats/latency-histogram.ts';
import { type Loader, type LoadPlan, type LoadReport, requestsOf, versionBy } from './loader.ts';
import { nonce } from './nonce-space.ts';
import {
  latencyFigures,
  onOpenConnections,
  readRequests,
  unansweredFor,
  withUnanswered,
} from './oha-requests.ts';
import {
  assertAllRequests,
  assertEnded,
  assertWholeDuration,
  firstRequest,
  readJsonReport,
} from './tool-report.ts';

type OhaPlan = LoadPlan<FixedRateShape | FixedCountShape>;

/**
 * oha: requests at a fixed rate, for latency; or a fixed count in a closed loop, each on a new connection if
 * the shape says so. What its figures mean (src/client.rs, src/result_data.rs and src/printer.rs of 1.16.0,
 * and by experiment):
 *
 * - `requests` are whole responses of any status: the sum over statuses. oha's own `requestsPerSec` also counts
 *   errors and the idle connections it closes at the end, so it is not used.
 * - At a rate, latency counts from when a request was due, so it includes the wait for a free connection. It
 *   covers responses of any status, but no errors. A request is due when oha's timer fires: on a loader that is
 *   itself delayed, that is later than planned by as much; on a quiet one, by up to 1 ms (the timer's step).
 * - oha reports nothing of a request that is still unanswered at the end. Where each request is kept, it counts with
 *   the time that it had waited by then (see oha-requests.ts).
 * - Without a rate, latency counts from before the connection is made, if the request has a new one. At a rate it
 *   includes making it: figures come from each request by itself, without those (see oha-requests.ts).
 * - If the server is too slow for the rate, requests queue inside oha. Those still queued at the end were never
 *   sent; `requests` shows that the rate was not reached.
 * - "aborted due to deadline" appears once per connection open at the end, idle or waiting: no error.
 * - Percentile p is the sorted sample at index ⌊p·n⌋.
 * - With several URLs or bodies each request draws one at random, all equally likely and independent of each
 *   other, from a generator that takes no seed. So a nonce may repeat within a load (not across loads).
 */
export const ohaLoader: Loader<FixedRateShape | FixedCountShape> = {
  name: 'oha',
  arrivals: ['rate', 'count'],
  bytes: 'body',
  // oha opens a connection when it has a request for it.
  holdsConnections: false,

  versionArgument: '--version',
  identify: versionBy(/^oha (\d+\.\d+\.\d+)\s*$/m),
  // --worker-threads (hatoo/oha#893); without it oha would use the server's processors.
  least: '1.16.0',
  below: '2.0.0',
  costs: 'latency at a fixed rate',
  packaged: false,
  crate: 'oha@1.16.0',

  // src/lib.rs of oha 1.16: defaults that no option takes away; compression is switched off.
  headers: (version) => ['accept: */*', `user-agent: oha/${version}`],

  prepare(plan) {
    const { shape, requests } = plan;
    const first = firstRequest(plan);
    if (requests.some(({ method }) => method !== first.method)) {
      throw new RangeError('oha sends one method in a load');
    }
    const bodies = bodiesOf(plan);
    const several = requests.length > 1;
    return {
      files: {
        ...(several && { [URLS_NAME]: requests.map(({ path }) => `${plan.origin}${path}\n`).join('') }),
        ...(bodies.length > 0 && { [BODIES_NAME]: bodies.map((body) => `${body}\n`).join('') }),
      } as Record<string, string>,
      ...(keepsEachRequest(plan) && { outputs: [REQUESTS_NAME] }),
      arguments: [
        ...['--no-tui', '--no-color', '--output-format', 'json'],
        ...until(plan),
        ...(keepsEachRequest(plan) ? ['--db-url', `${plan.scratch}/${REQUESTS_NAME}`] : []),
        ...['-t', `${timeoutOf(shape)}s`, '--connect-timeout', `${timeoutOf(shape)}s`],
        ...['--disable-compression', '--redirect', '0'],
        ...['--worker-threads', String(Math.max(1, Math.min(plan.threads, shape.connections)))],
        ...(shape.connection === 'close' ? ['--disable-keepalive'] : []),
        ...['--method', first.method],
        ...(bodies.length > 0 ? ['-T', 'application/json', '-Z', `${plan.scratch}/${BODIES_NAME}`] : []),
        ...(several ? ['--urls-from-file', `${plan.scratch}/${URLS_NAME}`] : [`${plan.origin}${first.path}`]),
      ],
    };
  },

  parse(output, plan) {
    assertEnded(output, plan);
    const report = readJsonReport(
      reportSchema,
      output.stdout,
      plan,
      'one JSON object with summary, percentiles and statuses',
    );
    const statuses = report.statusCodeDistribution;
    const percentiles = report.latencyPercentiles;
    const errors = sortErrors(report.errorDistribution);
    const kept = keptLatencies(plan, sum(Object.values(errors)));
    if (requestsOf(plan) === null) assertWholeDuration(report.summary.total, plan);
    else
      assertAllRequests(sum([...Object.values(statuses), ...Object.values(report.errorDistribution)]), plan);
    return {
      requests: sum(Object.values(statuses)),
      durationSeconds: report.summary.total,
      receivedBytes: report.summary.totalData,
      latency:
        kept === null
          ? {
              meanSeconds: report.summary.average,
              p50Seconds: percentiles.p50,
              p90Seconds: percentiles.p90,
              p99Seconds: percentiles.p99,
              p999Seconds: percentiles['p99.9'],
              maxSeconds: report.summary.slowest,
            }
          : latencyFigures(kept),
      latencyHistogram: kept === null ? null : latencyHistogram(kept),
      errors,
      statuses,
      statusAtLeast400: sum(
        Object.entries(statuses)
          .filter(([status]) => Number(status) >= 400)
          .map(([, responses]) => responses),
      ),
    };
  },
};

/**
 * Returns whether to keep each request: at a rate, if there are few enough to be written quickly. Writing
 * them comes after the load and counts as the loader's own work.
 */
function keepsEachRequest({ shape, ratePerSecond, seconds, part = 0 }: OhaPlan): boolean {
  return (
    part === 0 && hasRate(shape) && ratePerSecond !== null && ratePerSecond * seconds <= MOST_KEPT_REQUESTS
  );
}

const MOST_KEPT_REQUESTS = 200_000;

/**
 * Returns the latencies of the requests that were kept, without those that opened a connection which others then
 * use, and with those that were not answered; `null` if none were kept.
 */
function keptLatencies(plan: OhaPlan, failed: number): readonly number[] | null {
  const { shape, ratePerSecond, seconds } = plan;
  const requests = keepsEachRequest(plan) ? readRequests(`${plan.scratch}/${REQUESTS_NAME}`) : null;
  if (requests === null || ratePerSecond === null) return null;
  const all = requests.map(({ latency }) => latency);
  const latencies = shape.connection === 'close' ? all : onOpenConnections(all, shape.connections);
  return withUnanswered(latencies, unansweredFor(requests, { ratePerSecond, seconds, failed }));
}

const REQUESTS_NAME = 'requests.db';
const URLS_NAME = 'urls.txt';
const BODIES_NAME = 'bodies.txt';

/** Returns the arguments that end and pace the load. */
function until(plan: OhaPlan): string[] {
  const { shape, ratePerSecond } = plan;
  const connections = ['-c', String(shape.connections)];
  if (!hasRate(shape)) {
    const total = requestsOf(plan);
    return [...(total === null ? ['-z', `${plan.seconds}s`] : ['-n', String(total)]), ...connections];
  }
  // Without a rate (0 means none, too), oha silently ignores --latency-correction.
  if (ratePerSecond === null || !(ratePerSecond > 0) || !Number.isFinite(ratePerSecond)) {
    throw new RangeError(`oha needs a rate above 0, not ${ratePerSecond}`);
  }
  return ['-z', `${plan.seconds}s`, ...connections, '-q', String(ratePerSecond), '--latency-correction'];
}

/** Enough that bodies seldom repeat; oha holds them all in memory. */
export const MOST_BODIES = 16_384;
/** More bodies than requests: the more there are, the fewer repeat. */
const BODIES_PER_REQUEST = 4;
/** A closed loop that ends by time (a warm-up) sends as many as it can. */
const UNKNOWN_REQUESTS = MOST_BODIES;

/** Returns one body per line, as oha draws them: a single one if it is constant, none if there is no body. */
function bodiesOf(plan: OhaPlan): string[] {
  const { requests, seed, part = 0, ratePerSecond, seconds } = plan;
  const given = requests.filter(({ body }) => body !== undefined);
  if (given.length === 0) return [];
  if (requests.length > 1) throw new RangeError('oha would draw body and path apart from each other');
  const [request] = given as [ScenarioRequest];
  if (!request.body?.includes(NONCE)) return [request.body as string];
  const expected = requestsOf(plan) ?? (ratePerSecond === null ? UNKNOWN_REQUESTS : ratePerSecond * seconds);
  const length = Math.min(MOST_BODIES, Math.ceil(expected * BODIES_PER_REQUEST));
  return Array.from(
    { length },
    (_, index) => withNonce(request, nonce({ seed, part }, 0, index)).body as string,
  );
}

const AT_THE_END = 'aborted due to deadline';

type ErrorKind = keyof LoadReport['errors'];

/**
 * oha reports errors as text: its own, hyper's and the operating system's, whose number is more reliable than
 * its words. Errors that no pattern matches failed while waiting for a response.
 */
const errorPatterns: readonly [RegExp, ErrorKind][] = [
  [/^timeout$/, 'timeout'],
  // EMFILE, ENFILE, EADDRNOTAVAIL, ENETUNREACH, ETIMEDOUT, ECONNREFUSED, EHOSTUNREACH
  [/\(os error (?:23|24|99|101|110|111|113)\)/, 'connect'],
  [/connection refused|no record returned|address not available/i, 'connect'],
  // EPIPE; hyper's words for a request that was never sent because its connection had closed
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
/** `null` if there was no response. */
const figure = z.number().nonnegative().nullable();
const reportSchema = z.object({
  summary: z.object({ total: z.number().positive(), slowest: figure, average: figure, totalData: count }),
  latencyPercentiles: z.object({ p50: figure, p90: figure, p99: figure, 'p99.9': figure }),
  statusCodeDistribution: z.record(z.string().regex(/^\d{3}$/), count),
  errorDistribution: z.record(z.string(), count),
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
