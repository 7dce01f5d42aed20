import type { Loader, LoadReport } from '../../load/loader.ts';
import {
  arrivalOf,
  INSTANT_SLACK_BYTES,
  LITTLE_HIGH_RATIO,
  LITTLE_LOW_RATIO,
  type LoadShape,
  SAMPLES_FOR_P99,
  SAMPLES_FOR_P999,
  type Scenario,
  SIZE_SLACK_RATIO,
} from '../../model/index.ts';
import type { LoadMark } from './probe-judge.ts';
import type { ProbeReport } from './under-load.ts';

/** Holds what a loader says against what the server and the probes say. Pure: figures in, marks out. */

/** How many standard deviations of the mean a drawing may be off. */
const DRAW_SIGMAS = 6;
/** Where few responses are compared, three in which a whole fraction of a second is left out. */
const WHOLE_FRACTIONS_BYTES = 3 * '.000'.length;

export interface Reconciliation {
  report: LoadReport;
  scenario: Scenario;
  shape: LoadShape;
  /** What the loader counts of a response. */
  bytes: Loader['bytes'];
  /** Of the scenario's response: 400 for `error`, 201 for `account-insert`. */
  expectedStatus: number;
  probes: Pick<ProbeReport, 'requests' | 'distinctRequests' | 'responseBytes' | 'changeBytes' | 'connection'>;
  /** From `readCount` just before `startProbes`; `null` where the target has no counter. */
  countBefore: number | null;
  /** From `readCount` just after `stop`; that read counts itself. */
  countAfter: number | null;
  /** Requests that the caller sent between the two counts beside load and probes. */
  extraRequests?: number;
}

export function reconcile(facts: Reconciliation): LoadMark[] {
  return [errors, statuses, counts, sizes, littlesLaw, samples].flatMap((check) => check(facts));
}

/** A server with more connections than threads may ask some of them to come again, as Puma does: never the probes. */
const CLOSE_HEADER_BYTES = 'Connection: close\r\n'.length;

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

export function errorCount({ errors: { connect, read, write, timeout } }: LoadReport): number {
  return connect + read + write + timeout;
}

function errors({ report }: Reconciliation): LoadMark[] {
  if (errorCount(report) === 0) return [];
  const kinds = Object.entries(report.errors).filter(([, times]) => times > 0);
  const listed = kinds.map(([kind, times]) => `${number(times)} ${kind}`).join(', ');
  return [{ code: 'errors', detail: `of ${number(report.requests)} requests: ${listed}` }];
}

/** Whichever way the loader counts: by status, or only those of 400 and more. */
function statuses({ report, expectedStatus: status }: Reconciliation): LoadMark[] {
  const wrong = report.statuses
    ? Object.entries(report.statuses)
        .filter(([seen]) => Number(seen) !== status)
        .reduce((sum, [, times]) => sum + times, 0)
    : status >= 400
      ? report.requests - report.statusAtLeast400
      : report.statusAtLeast400;
  if (wrong === 0) return [];
  const detail = `${number(wrong)} of ${number(report.requests)} responses did not have status ${status}`;
  return [{ code: 'status-mismatch', detail }];
}

/**
 * A request that the loader cut off at its end, or lost to an error, may have been counted or not; so may those that
 * the warm-up's loader left behind in a full queue.
 */
function counts({
  report,
  shape,
  probes,
  countBefore,
  countAfter,
  extraRequests = 0,
}: Reconciliation): LoadMark[] {
  if (countBefore === null || countAfter === null) {
    // One of the two reads failed, the other did not: that itself is a mismatch.
    if (countBefore === countAfter) return [];
    return [
      { code: 'count-mismatch', detail: 'the server’s count could not be read before or after the load' },
    ];
  }
  const grown = countAfter - countBefore - 1 - probes.requests - extraRequests;
  const uncertain = 2 * shape.connections + errorCount(report);
  if (grown >= report.requests && grown <= report.requests + uncertain) return [];
  const detail =
    `the server counted ${number(grown)} requests of the load, the loader ${number(report.requests)} ` +
    `(${number(uncertain)} more may have been under way at its ends)`;
  return [{ code: 'count-mismatch', detail }];
}

/**
 * The bytes received say what the loader never looks at: whether the bodies were the right ones. The mean over
 * the requests drawn must be the probes' mean, but for the draw of both, and for responses cut off at the end.
 */
function sizes({ report, scenario, shape, bytes: part, probes }: Reconciliation): LoadMark[] {
  const sampled = [...probes.responseBytes.values()];
  if (report.receivedBytes === null || report.requests === 0 || sampled.length === 0) return [];
  // A response to `Connection: close` has another head; a wrong comparison is worse than none.
  if (shape.connection !== probes.connection) return [];
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [low, high] = [
    mean(sampled.map((size) => size[part].min)),
    mean(sampled.map((size) => size[part].max)),
  ];
  const spread = Math.sqrt(mean(sampled.map((size) => (size[part].max - high) ** 2)));
  // The load's own draw, and the probes' where they read a sample of the requests only.
  const unread = Math.max(0, 1 - sampled.length / probes.distinctRequests);
  const draw = DRAW_SIGMAS * spread * Math.sqrt(1 / report.requests + unread / sampled.length);
  const generated = Object.values(scenario.inserts?.generated ?? {});
  const instants =
    generated.filter((kind) => kind === 'instant').length *
    (INSTANT_SLACK_BYTES + WHOLE_FRACTIONS_BYTES / report.requests);
  // What a head may vary by covers the digits of an instant too: the larger of the two, not both.
  const slack = Math.max(part === 'wire' ? SIZE_SLACK_RATIO * high : 0, instants) + draw;
  const partial = part === 'wire' ? shape.connections * Math.max(...sampled.map((size) => size.wire.max)) : 0;
  const least = report.requests * (low - slack + Math.min(0, probes.changeBytes));
  const closing = part === 'wire' ? CLOSE_HEADER_BYTES : 0;
  const most = report.requests * (high + slack + closing + Math.max(0, probes.changeBytes)) + partial;
  if (report.receivedBytes >= least && report.receivedBytes <= most) return [];
  const each = report.receivedBytes / report.requests;
  const range = low === high ? number(low) : `${number(low)} to ${number(high)}`;
  const detail = `${number(each)} bytes a response under load of ${scenario.id}, ${range} in the probes`;
  return [{ code: 'size-changed', detail }];
}

function littlesLaw({ report, shape }: Reconciliation): LoadMark[] {
  const { meanSeconds } = report.latency;
  if (arrivalOf(shape) !== 'closed' || meanSeconds === null || report.requests === 0) return [];
  const inFlight = (report.requests / report.durationSeconds) * meanSeconds;
  const ratio = inFlight / shape.connections;
  if (ratio >= LITTLE_LOW_RATIO && ratio <= LITTLE_HIGH_RATIO) return [];
  const detail = `throughput × mean latency is ${number(inFlight)} requests in flight on ${shape.connections} connections`;
  return [{ code: 'littles-law', detail }];
}

/** Only for percentiles that the loader told. */
function samples({ report }: Reconciliation): LoadMark[] {
  const lacking = [
    { name: 'p99', needs: SAMPLES_FOR_P99, told: report.latency.p99Seconds !== null },
    { name: 'p99.9', needs: SAMPLES_FOR_P999, told: report.latency.p999Seconds !== null },
  ].filter(({ needs, told }) => told && report.requests < needs);
  if (lacking.length === 0) return [];
  const rule = lacking.map(({ name, needs }) => `${name} needs ${number(needs)}`).join(', ');
  return [{ code: 'few-samples', detail: `${number(report.requests)} requests; ${rule}` }];
}
