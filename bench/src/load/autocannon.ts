import { z } from 'zod';
import { type ClosedLoopShape, timeoutOf } from '../model/index.ts';
import { type Loader, versionBy } from './loader.ts';
import { assertEnded, assertWholeDuration, firstRequest, readJsonReport } from './tool-report.ts';

/**
 * autocannon 8: a closed loop in JavaScript, for machines where wrk cannot be installed. What its figures mean
 * (autocannon.js and lib/run.js of 8.0.0, and by experiment):
 *
 * - It sends fewer requests a second than wrk from the same processor, so fast servers are limited by it more
 *   often, and are marked. Its figures stand in tables of its own and are never compared with those of wrk.
 * - It looks at its clock at the end of each sample, so a load lasts up to one sample longer than asked; rates use
 *   the real time.
 * - Latencies are whole milliseconds, too coarse for a closed loop, and are not reported.
 * - A timeout counts as an error too, and its connection is made anew.
 * - Node takes a moment to start, so its connections are not open from the start of a load.
 * - It sends one request all the time: of several, each connection would send the first ones more often.
 */
export const autocannonLoader: Loader<ClosedLoopShape> = {
  name: 'autocannon',
  arrivals: ['closed'],
  bytes: 'wire',
  holdsConnections: false,

  versionArgument: '--version',
  identify: versionBy(/^autocannon v?(\d+\.\d+\.\d+)/m),
  least: '7.14.0',
  below: '9.0.0',
  costs: 'throughput on machines without wrk',
  packaged: false,
  crate: null,
  npmPackage: 'autocannon@8.0.0',
  headers: () => ['Connection: keep-alive'],

  prepare(plan) {
    const { shape, requests } = plan;
    const first = firstRequest(plan);
    if (shape.connection === 'close') throw new RangeError('autocannon keeps its connections open');
    if (requests.length > 1 || first.body !== undefined) {
      throw new RangeError('autocannon sends one request, without a body');
    }
    return {
      files: {},
      arguments: [
        ...['--json', '--no-progress', '--connections', String(shape.connections)],
        ...['--duration', String(plan.seconds), '--sampleInt', String(SAMPLE_MILLISECONDS)],
        ...['--timeout', String(timeoutOf(shape)), '--method', first.method],
        `${plan.origin}${first.path}`,
      ],
    };
  },

  parse(output, plan) {
    assertEnded(output, plan);
    const report = readJsonReport(
      reportSchema,
      output.stdout,
      plan,
      'one JSON object with duration, errors and statuses',
    );
    assertWholeDuration(report.duration, plan);
    const requests = report['1xx'] + report['2xx'] + report['3xx'] + report['4xx'] + report['5xx'];
    return {
      requests,
      durationSeconds: report.duration,
      receivedBytes: report.throughput.total,
      latency: {
        meanSeconds: null,
        p50Seconds: null,
        p90Seconds: null,
        p99Seconds: null,
        p999Seconds: null,
        maxSeconds: null,
      },
      latencyHistogram: null,
      errors: { connect: 0, read: report.errors - report.timeouts, write: 0, timeout: report.timeouts },
      statuses: null,
      statusAtLeast400: report['4xx'] + report['5xx'],
    };
  },
};

/** How often it looks at its clock. */
const SAMPLE_MILLISECONDS = 100;

const count = z.number().int().nonnegative();
const reportSchema = z.object({
  duration: z.number().positive(),
  errors: count,
  timeouts: count,
  '1xx': count,
  '2xx': count,
  '3xx': count,
  '4xx': count,
  '5xx': count,
  throughput: z.object({ total: z.number().nonnegative() }),
});
