import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loaderFor } from '../../src/load/loaders.ts';
import { type LoadShape, type ScenarioId, scenarioOf } from '../../src/model/index.ts';
import { type Reconciliation, reconcile } from '../../src/verify/probes/reconcile.ts';
import { type RowsReconciliation, reconcileRows } from '../../src/verify/probes/reconcile-rows.ts';
import { NO_LATENCY } from '../load/fixture.ts';

/**
 * A load worked by hand: 64 connections, 10 s, 50,000 requests of 150 bytes; 64 connections ÷ 5,000 requests/s is
 * a mean latency of 12.8 ms. 40 probes; the server counted 50,000 + 40 + the last read itself.
 */
const wrk: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
const oha: LoadShape = { ...wrk, loader: 'oha', rate: { perSecond: 5_000 } };
const STATUSES: Partial<Record<ScenarioId, number>> = { error: 400, 'not-found': 404, 'account-insert': 201 };
const size = (bytes: number, most = bytes) => ({
  responses: 10,
  wire: { min: bytes, max: most },
  body: { min: bytes - 120, max: most - 120 },
});

type Changes = Partial<Reconciliation['report']> &
  Partial<Omit<Reconciliation, 'report' | 'scenario' | 'probes'>> & {
    id?: ScenarioId;
    probes?: Partial<Reconciliation['probes']>;
  };

function marks({
  id = 'json',
  shape = wrk,
  probes,
  counts = true,
  countBefore = 1_000,
  countAfter = 51_041,
  extraRequests = 0,
  ...report
}: Changes) {
  const found = reconcile({
    report: {
      requests: 50_000,
      durationSeconds: 10,
      receivedBytes: 7_500_000,
      latency: {
        meanSeconds: 0.0128,
        p50Seconds: 0.012,
        p90Seconds: 0.02,
        p99Seconds: 0.03,
        p999Seconds: 0.05,
        maxSeconds: 0.1,
      },
      errors: { connect: 0, read: 0, write: 0, timeout: 0 },
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 0,
      ...report,
    },
    scenario: scenarioOf(id),
    shape,
    bytes: loaderFor(shape).bytes,
    expectedStatus: STATUSES[id] ?? 200,
    probes: {
      requests: 40,
      distinctRequests: 1,
      responseBytes: new Map([['/json', size(150)]]),
      changeBytes: 0,
      connection: 'keep-alive',
      ...probes,
    },
    counts,
    countBefore,
    countAfter,
    extraRequests,
  });
  return { codes: found.map(({ code }) => code), details: found.map(({ detail }) => detail).join('\n') };
}

test('a load where all agrees has no mark', () => {
  assert.deepEqual(marks({}).codes, []);
});

test('errors are marked with their kinds', () => {
  const { codes, details } = marks({ errors: { connect: 0, read: 3, write: 0, timeout: 2 } });
  assert.deepEqual(codes, ['errors']);
  assert.equal(details, 'of 50,000 requests: 3 read, 2 timeout');
});

test('of 2xx scenarios no response, of 4xx scenarios every response has a status of 400 or more', () => {
  assert.deepEqual(marks({ statusAtLeast400: 1 }).codes, ['status-mismatch']);
  assert.deepEqual(marks({ id: 'error', statusAtLeast400: 50_000 }).codes, []);
  assert.deepEqual(marks({ id: 'error', statusAtLeast400: 49_999 }).codes, ['status-mismatch']);
  assert.deepEqual(marks({ id: 'not-found', statusAtLeast400: 0 }).codes, ['status-mismatch']);
});

test('a loader that counts statuses is taken at its word: 404 is not 400', () => {
  const reported = (statuses: Record<string, number>) =>
    marks({ id: 'error', statuses, statusAtLeast400: 50_000 }).codes;
  assert.deepEqual(reported({ 400: 50_000 }), []);
  assert.deepEqual(reported({ 400: 49_000, 404: 1_000 }), ['status-mismatch']);
  const inserted = (statuses: Record<string, number>) => marks({ id: 'account-insert', statuses }).codes;
  assert.deepEqual(inserted({ 201: 50_000 }), []);
  assert.deepEqual(inserted({ 201: 49_999, 200: 1 }), ['status-mismatch']);
});

test('the count may be ahead by what was under way at both ends, and by nothing else', () => {
  assert.deepEqual(marks({ countAfter: 51_041 + 128 }).codes, []);
  assert.deepEqual(marks({ countAfter: 51_041 + 129 }).codes, ['count-mismatch']);
  assert.deepEqual(marks({ countAfter: 51_040 }).codes, ['count-mismatch']);
  assert.match(
    marks({ countAfter: 51_040 }).details,
    /counted 49,999 requests of the load, the loader 50,000/,
  );
  assert.deepEqual(
    marks({ countAfter: 51_041 + 134, errors: { connect: 0, read: 6, write: 0, timeout: 0 } }).codes,
    ['errors'],
  );
  assert.deepEqual(marks({ countAfter: 51_046, extraRequests: 5 }).codes, []);
  assert.deepEqual(marks({ countAfter: 51_044, extraRequests: 5 }).codes, ['count-mismatch']);
});

test('a target without a counter is not held to one, one that lost its counter is', () => {
  assert.deepEqual(marks({ counts: false, countBefore: null, countAfter: null }).codes, []);
  assert.deepEqual(marks({ countBefore: 1_000, countAfter: null }).codes, ['count-mismatch']);
  assert.deepEqual(marks({ countBefore: null, countAfter: null }).codes, ['count-mismatch']);
});

test('a response that answers no request is no work done', () => {
  const { codes, details } = marks({ unasked: 25_000 });
  assert.deepEqual(codes, ['count-mismatch']);
  assert.match(details, /^25,000 of 50,000 responses answered no request$/);
});

test('bytes a response stay within what the probes saw', () => {
  assert.deepEqual(marks({ receivedBytes: 7_500_000 + 64 * 150 }).codes, [], 'cut-off responses count');
  assert.deepEqual(marks({ receivedBytes: 7_400_000 }).codes, ['size-changed']);
  assert.deepEqual(marks({ receivedBytes: 7_600_000 }).codes, [], 'some are asked to come again');
  assert.deepEqual(marks({ receivedBytes: 8_600_000 }).codes, ['size-changed']);
  assert.deepEqual(marks({ receivedBytes: null }).codes, []);
  const growing = { responseBytes: new Map([['/count', size(150, 153)]]) };
  assert.deepEqual(
    marks({ receivedBytes: 7_600_000, probes: growing }).codes,
    [],
    'a growing count grows the body',
  );
});

test('the mean of a size that varies may lie as far outside of what a few probes saw as these are apart', () => {
  const responseBytes = new Map([['/json', size(150, 160)]]);
  const of = (bytes: number) => marks({ receivedBytes: 50_000 * bytes, probes: { responseBytes } }).codes;
  assert.deepEqual(of(141), []);
  assert.deepEqual(of(138), ['size-changed']);
  // On this side, `Connection: close` and the responses that were cut off come on top.
  assert.deepEqual(of(170), []);
  assert.deepEqual(of(200), ['size-changed']);
});

test('of drawn requests the mean counts, allowing for the draw', () => {
  // Sizes of 200, 400 … 2,200: mean 1,200, standard deviation 632; 6 σ ÷ √50,000 is 17 bytes, and 6 of slack.
  const responseBytes = new Map(
    Array.from({ length: 11 }, (_, index) => [`/menus?limit=${index + 1}`, size(200 * (index + 1))]),
  );
  const probes = { responseBytes, distinctRequests: 11 };
  const of = (bytes: number) => marks({ id: 'menus', probes, receivedBytes: 50_000 * bytes }).codes;
  assert.deepEqual(of(1_200), []);
  assert.deepEqual(of(1_180), []);
  assert.deepEqual(of(1_170), ['size-changed']);
  assert.deepEqual(of(200), ['size-changed'], 'one row whatever was asked');
  const changed = { ...probes, changeBytes: 40 };
  assert.deepEqual(marks({ id: 'menus', probes: changed, receivedBytes: 50_000 * 1_250 }).codes, []);
});

test('oha reports bytes of bodies', () => {
  assert.deepEqual(marks({ shape: oha, receivedBytes: 1_500_000 }).codes, []);
  assert.deepEqual(marks({ shape: oha, receivedBytes: 1_500_001 }).codes, ['size-changed']);
});

test('an instant may leave out the zeros at the end of its fraction', () => {
  const of = (id: ScenarioId, requests: number, receivedBytes: number) =>
    marks({ id, shape: oha, requests, receivedBytes, countBefore: null, countAfter: null }).codes.filter(
      (code) => code === 'size-changed',
    );
  // 30 bytes a response: two of 2,000 without their fractions, and one in ten shorter by a digit in both.
  assert.deepEqual(of('account-insert', 2_000, 59_990), []);
  assert.deepEqual(of('account-insert', 2_000, 59_560), []);
  assert.deepEqual(of('account-insert', 3, 90 - 10), []);
  assert.deepEqual(of('account-insert', 2_000, 57_900), ['size-changed']);
  assert.deepEqual(of('json', 2_000, 59_990), ['size-changed']);
});

test('sizes are not compared with probes of another kind of connection', () => {
  assert.deepEqual(marks({ shape: { ...wrk, connection: 'close' }, receivedBytes: 8_450_000 }).codes, []);
});

test('throughput × mean latency is the number of connections', () => {
  const mean = (meanSeconds: number | null) => {
    return marks({ latency: { ...NO_LATENCY, meanSeconds } }).codes;
  };
  assert.deepEqual(mean(0.0128), []);
  assert.deepEqual(mean(0.0063), ['littles-law'], 'half of the connections lay idle');
  assert.deepEqual(mean(0.0136), ['littles-law'], 'more in flight than there are connections');
  assert.deepEqual(mean(null), []);
});

test('what a slow server had not answered by the end of a slice is no idle connection', () => {
  const slow = (meanSeconds: number, maxSeconds: number) => {
    const latency = { ...NO_LATENCY, meanSeconds, maxSeconds };
    const load = { requests: 90, durationSeconds: 1, receivedBytes: 90 * 150, countAfter: 1_041 + 90 };
    return marks({ latency, ...load }).codes;
  };
  // 27 requests in flight of 64.
  assert.deepEqual(slow(0.3, 0.7), []);
  assert.deepEqual(slow(0.3, 0.1), ['littles-law']);
});

test('a short slice is not marked: percentiles are those of all slices of a block', () => {
  const requests = 900;
  const facts = { durationSeconds: requests / 5_000, receivedBytes: requests * 150 };
  assert.deepEqual(marks({ requests, ...facts, countAfter: 1_041 + requests }).codes, []);
});

test('a load without one response divides by nothing', () => {
  const { codes } = marks({ requests: 0, receivedBytes: 0, countAfter: 1_041 });
  assert.deepEqual(codes, []);
});

/**
 * Inserts worked by hand: 1,000 rows as seeded and 7,000 of the warm-up, 50,000 responses of 201 to the loader, 40
 * to the probes; 64 connections.
 */
function rowMarks(changes: Partial<RowsReconciliation>): { codes: string[]; details: string } {
  const rowsAfter = changes.rowsAfter ?? 58_040;
  const found = reconcileRows({
    ...{ rowsBefore: 8_000, rowsAfter, distinctIds: rowsAfter, loaderRequests201: 50_000 },
    ...{ probeInserts: 40, connections: 64, errors: 0 },
    ...changes,
  });
  return { codes: found.map(({ code }) => code), details: found.map(({ detail }) => detail).join('\n') };
}

test('a row for each 201, and as many more as were under way at both ends', () => {
  assert.deepEqual(rowMarks({}).codes, []);
  assert.deepEqual(rowMarks({ rowsAfter: 58_040 + 128 }).codes, []);
  assert.deepEqual(rowMarks({ rowsAfter: 58_040 + 129 }).codes, ['rows-mismatch']);
  assert.deepEqual(rowMarks({ rowsAfter: 58_039 }).codes, ['rows-mismatch']);
  assert.match(
    rowMarks({ rowsAfter: 58_039 }).details,
    /has 49,999 rows of the load, the loader counted 50,000 responses with 201/,
  );
  assert.deepEqual(rowMarks({ rowsAfter: 58_040 + 130, errors: 2 }).codes, []);
  assert.deepEqual(rowMarks({ probeInserts: 41 }).codes, ['rows-mismatch']);
  assert.deepEqual(rowMarks({ rowsAfter: 108_040 }).codes, ['rows-mismatch'], 'inserted twice');
});

test('every row has an id of its own', () => {
  const { codes, details } = rowMarks({ distinctIds: 58_039 });
  assert.deepEqual(codes, ['rows-mismatch']);
  assert.equal(details, 'of 58,040 rows, 58,039 have a unique id');
});
