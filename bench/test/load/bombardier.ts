import { z } from 'zod';
import { type Loader, requestsOf, versionBy } from '../../src/load/loader.ts';
import {
  assertAllRequests,
  assertEnded,
  assertWholeDuration,
  firstRequest,
  readJsonReport,
} from '../../src/load/tool-report.ts';
import { type ClosedLoopShape, type FixedCountShape, timeoutOf } from '../../src/model/index.ts';

/**
 * What a third loader costs: this file, and a place in the list of `load/loaders.ts`. bombardier 1.2 (by its
 * args_parser.go, bombardier.go and templates.go), for the tests alone:
 *
 * - `-r` is no rate as this project means it: a request waits for its turn first and is timed from when it leaves.
 * - What ended in an error is among `others`, and has a latency like every response.
 * - It sends one request all the time, and distinguishes statuses by their first digit alone, and no p99.9.
 */
export const bombardier: Loader<ClosedLoopShape | FixedCountShape> = {
  name: 'bombardier',
  arrivals: ['closed', 'count'],
  bytes: 'wire',
  holdsConnections: true,

  versionArgument: '--version',
  identify: versionBy(/^bombardier version v?(\d+\.\d+\.\d+)/m),
  least: '1.2.0',
  below: '2.0.0',
  costs: 'what profiles measure with bombardier',
  packaged: false,
  crate: null,

  prepare(plan) {
    const { shape, requests } = plan;
    const { method, path, body } = firstRequest(plan);
    if (requests.length > 1) throw new RangeError('bombardier sends one request');
    const count = requestsOf(plan);
    return {
      files: body === undefined ? {} : { [BODY_NAME]: body },
      arguments: [
        ...['-c', String(shape.connections)],
        ...(count === null ? ['-d', `${plan.seconds}s`] : ['-n', String(count)]),
        ...['-t', `${timeoutOf(shape)}s`, '-l', '-p', 'r', '-o', 'json', '-m', method],
        ...(shape.connection === 'close' ? ['-a'] : []),
        ...(body === undefined ? [] : ['-f', `${plan.scratch}/${BODY_NAME}`]),
        `${plan.origin}${path}`,
      ],
    };
  },

  parse(output, plan) {
    assertEnded(output, plan);
    const { result } = readJsonReport(
      reportSchema,
      output.stdout,
      plan,
      'one JSON object with spec and result',
    );
    const errors = { connect: 0, read: 0, write: 0, timeout: 0 };
    for (const { description, count } of result.errors)
      errors[description.includes('timeout') ? 'timeout' : 'read'] += count;
    const requests = result.req1xx + result.req2xx + result.req3xx + result.req4xx + result.req5xx;
    if (requestsOf(plan) === null) assertWholeDuration(result.timeTakenSeconds, plan);
    else assertAllRequests(requests + result.others, plan);
    const { latency } = result;
    const seconds = (microseconds: number | undefined): number | null =>
      microseconds === undefined ? null : microseconds / 1e6;
    return {
      requests,
      durationSeconds: result.timeTakenSeconds,
      receivedBytes: result.bytesRead,
      latency: {
        meanSeconds: seconds(latency?.mean),
        p50Seconds: seconds(latency?.percentiles['50']),
        p90Seconds: seconds(latency?.percentiles['90']),
        p99Seconds: seconds(latency?.percentiles['99']),
        p999Seconds: null,
        maxSeconds: seconds(latency?.max),
      },
      latencyHistogram: null,
      errors,
      statuses: null,
      statusAtLeast400: result.req4xx + result.req5xx,
    };
  },
};

const BODY_NAME = 'body';

const count = z.number().int().nonnegative();
const microseconds = z.number().nonnegative();
const reportSchema = z.object({
  result: z.object({
    bytesRead: count,
    timeTakenSeconds: z.number().positive(),
    req1xx: count,
    req2xx: count,
    req3xx: count,
    req4xx: count,
    req5xx: count,
    others: count,
    errors: z.array(z.object({ description: z.string(), count })).default([]),
    /** Missing if no request was answered. */
    latency: z
      .object({
        mean: microseconds,
        max: microseconds,
        percentiles: z.object({ 50: microseconds, 90: microseconds, 99: microseconds }),
      })
      .optional(),
  }),
});
