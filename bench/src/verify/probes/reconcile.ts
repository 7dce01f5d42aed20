import type { Loader, LoadReport } from '../../load/loader.ts';
import {
  arrivalOf,
  INSTANT_SLACK_BYTES,
  LITTLE_HIGH_RATIO,
  LITTLE_LOW_RATIO,
  type LoadShape,
  type Scenario,
  SIZE_SLACK_RATIO,
} from '../../model/index.ts';
import { mean } from '../../stats/index.ts';
import type { LoadMark } from './probe-judge.ts';
import type { ProbeReport } from './under-load.ts';

/** Compares a loader's report with the server's count and with the probes. Pure: figures in, marks out. */

/** Standard deviations by which the mean of a random draw may be off. */
const DRAW_SIGMAS = 6;
/** Slack for up to three responses that omit a fraction of zero; it matters if few responses are compared. */
const WHOLE_FRACTIONS_BYTES = 3 * '.000'.length;

export interface Reconciliation {
  report: LoadReport;
  scenario: Scenario;
  shape: LoadShape;
  /** Which bytes of a response the loader counts. */
  bytes: Loader['bytes'];
  /** The status that the scenario expects: 400 for `error`, 201 for `account-insert`. */
  expectedStatus: number;
  probes: Pick<ProbeReport, 'requests' | 'distinctRequests' | 'responseBytes' | 'changeBytes' | 'connection'>;
  /** Whether the target serves `counter`. */
  counts: boolean;
  /** Result of `readCount` just before `startProbes`; `null` without a counter, or if it could not be read. */
  countBefore: number | null;
  /** Result of `readCount` just after `stop`; that read counts itself. */
  countAfter: number | null;
  /** Requests that the caller sent between the two counts, in addition to load and probes. */
  extraRequests?: number;
}

export function reconcile(facts: Reconciliation): LoadMark[] {
  return [errors, unasked, statuses, counts, sizes, littlesLaw].flatMap((check) => check(facts));
}

/** A server with more connections than threads, such as Puma, may close the load's, but not the probes'. */
const CLOSE_HEADER_BYTES = 'Connection: close\r\n'.length;

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

export function errorCount({ errors: { connect, read, write, timeout } }: LoadReport): number {
  return connect + read + write + timeout;
}

/**
 * Counts responses whose status is not the scenario's: some loaders count each status, others only those of 400 and
 * above.
 */
export function wrongStatuses(report: LoadReport, expected: number): number {
  if (report.statuses) {
    return Object.entries(report.statuses)
      .filter(([status]) => Number(status) !== expected)
      .reduce((sum, [, times]) => sum + times, 0);
  }
  return expected >= 400 ? Math.max(0, report.requests - report.statusAtLeast400) : report.statusAtLeast400;
}

function errors({ report }: Reconciliation): LoadMark[] {
  if (errorCount(report) === 0) return [];
  const kinds = Object.entries(report.errors).filter(([, times]) => times > 0);
  const listed = kinds.map(([kind, times]) => `${number(times)} ${kind}`).join(', ');
  return [{ code: 'errors', detail: `of ${number(report.requests)} requests: ${listed}` }];
}

/** A server may write a response twice, count it twice, and so seem to do twice the work. */
function unasked({ report }: Reconciliation): LoadMark[] {
  if (!report.unasked) return [];
  const detail = `${number(report.unasked)} of ${number(report.requests)} responses answered no request`;
  return [{ code: 'count-mismatch', detail }];
}

function statuses({ report, expectedStatus: status }: Reconciliation): LoadMark[] {
  const wrong = wrongStatuses(report, status);
  if (wrong === 0) return [];
  const detail = `${number(wrong)} of ${number(report.requests)} responses did not have status ${status}`;
  return [{ code: 'status-mismatch', detail }];
}

/**
 * Compares the server's count with the loader's. The server may or may not have counted requests that the
 * loader cut off at its end or lost to an error, and requests that the warm-up left in a full queue.
 */
function counts({
  report,
  shape,
  probes,
  counts: hasCounter,
  countBefore,
  countAfter,
  extraRequests = 0,
}: Reconciliation): LoadMark[] {
  if (!hasCounter) return [];
  if (countBefore === null || countAfter === null) {
    const when = countBefore === null ? 'before' : 'after';
    return [{ code: 'count-mismatch', detail: `the server’s count could not be read ${when} the load` }];
  }
  const grown = countAfter - countBefore - 1 - probes.requests - extraRequests;
  const uncertain = 2 * shape.connections + errorCount(report);
  if (grown >= report.requests && grown <= report.requests + uncertain) return [];
  const detail =
    `the server counted ${number(grown)} requests of the load, the loader ${number(report.requests)} ` +
    `(${number(uncertain)} more may have been in flight at its ends)`;
  return [{ code: 'count-mismatch', detail }];
}

/**
 * Compares response sizes, because the loader does not check bodies. The mean size under load must equal the
 * probes' mean, except for the random draw of both and for responses cut off at the end.
 */
function sizes({ report, scenario, shape, bytes: part, probes }: Reconciliation): LoadMark[] {
  const sampled = [...probes.responseBytes.values()];
  if (report.receivedBytes === null || report.requests === 0 || sampled.length === 0) return [];
  // A response to `Connection: close` has another head, so the sizes cannot be compared.
  if (shape.connection !== probes.connection) return [];
  const [low, high] = [
    mean(sampled.map((size) => size[part].min)),
    mean(sampled.map((size) => size[part].max)),
  ];
  const spread = Math.sqrt(mean(sampled.map((size) => (size[part].max - high) ** 2)));
  // Allow for the load's own draw, and for the probes' if they read only a sample of the requests.
  const unread = Math.max(0, 1 - sampled.length / probes.distinctRequests);
  const draw = DRAW_SIGMAS * spread * Math.sqrt(1 / report.requests + unread / sampled.length);
  const generated = Object.values(scenario.inserts?.generated ?? {});
  const instants =
    generated.filter((kind) => kind === 'instant').length *
    (INSTANT_SLACK_BYTES + WHOLE_FRACTIONS_BYTES / report.requests);
  // A slice has a handful of probes. If the size of a response varies, they may all be of one side of its mean: as far
  // as they are from each other, it may be from them.
  const varying = high - low;
  // The slack for the head covers the digits of an instant too: take the larger of the two, not both.
  const slack = Math.max(part === 'wire' ? SIZE_SLACK_RATIO * high : 0, instants) + draw + varying;
  const partial = part === 'wire' ? shape.connections * Math.max(...sampled.map((size) => size.wire.max)) : 0;
  const least = report.requests * (low - slack + Math.min(0, probes.changeBytes));
  const closing = part === 'wire' ? CLOSE_HEADER_BYTES : 0;
  const most = report.requests * (high + slack + closing + Math.max(0, probes.changeBytes)) + partial;
  if (report.receivedBytes >= least && report.receivedBytes <= most) return [];
  const each = report.receivedBytes / report.requests;
  const range = low === high ? number(low) : `${number(low)} to ${number(high)}`;
  const detail = `${number(each)} bytes per response under load of ${scenario.id}, ${range} in the probes`;
  return [{ code: 'size-changed', detail }];
}

/**
 * What was under way at the end of a load is in no mean: on each connection, at most the longest latency. In a slice of a
 * second of a server that takes half a second, that is much of it.
 */
function littlesLaw({ report, shape }: Reconciliation): LoadMark[] {
  const { meanSeconds, maxSeconds } = report.latency;
  if (arrivalOf(shape) !== 'closed' || meanSeconds === null || report.requests === 0) return [];
  const inFlight = (report.requests / report.durationSeconds) * meanSeconds;
  const ratio = inFlight / shape.connections;
  const seen = Math.max(0, 1 - (maxSeconds ?? 0) / report.durationSeconds);
  if (ratio >= LITTLE_LOW_RATIO * seen && ratio <= LITTLE_HIGH_RATIO) return [];
  const detail = `throughput × mean latency is ${number(inFlight)} requests in flight on ${shape.connections} connections`;
  return [{ code: 'littles-law', detail }];
}
