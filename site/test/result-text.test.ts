import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scenarioOf } from '@pitwall/bench/model';
import { databaseMarks } from '../../bench/src/measure/slice/database-marks.ts';
import { type Reconciliation, reconcile } from '../../bench/src/verify/probes/reconcile.ts';
import { reconcileRows } from '../../bench/src/verify/probes/reconcile-rows.ts';
import { messagesOf } from '../src/messages/index.ts';

const chinese = (text: string) => messagesOf('zh').resultText(text);

/** One sentence of each kind that a mark, a failure or a skipped check may hold. */
const sentences = [
  '83 % of 1000 requests/s',
  '4 % of CPU time was taken away',
  '4 % of processor time was taken away',
  "other programs took 23 % of the server's processors",
  'the loader used 95 % of its processors, the server 60 % of its own',
  'what loads the server used 106 % of its processors, the server 60 % of its own',
  'throughput × mean latency is 41.2 requests in flight on 64 connections',
  '322 bytes per response under load of account-insert, 318 to 322 in the probes',
  '322 bytes a response under load of account-insert, 322 in the probes',
  '4,990 connections of 5,000 half-way',
  'held back for 12 ms by a limit',
  'still warming up after 120 s of load',
  'still warming up after 90 s of load: 5 % of its CPU time went to compiling',
  'still warming up after 90 s of load: 4 % of its CPU time went to compiling and a request cost 3 % less than 2 s before',
  'still warming up after 90 s of load: a request cost 7 % less than 3 s before',
  '1,410 requests/s at the end of the warm-up, then 1,932',
  'still running 5.0 s after SIGTERM, then killed',
  'the server’s count could not be read before or after the load',
  'the server counted 1,200 requests of the load, the loader 1,000 (128 more may have been in flight at its ends)',
  'the server counted 1,200 requests of the load, the loader 1,000 (128 more may have been under way at the end)',
  'the table has 90 rows of the load, the loader counted 100 responses with 201 (128 more may have been in flight at an end)',
  'of 1,100 rows, 1,099 have a unique id',
  '12 of 1,000 responses did not have status 200',
  'of 1,000 requests: 1 connect, 2 read, 3 write, 4 timeout',
  '1,000 responses need 1,000 queries; the database counted 10, and 5,000 rows read; the database counted 50',
  '/menus still had the old row in a read that began after the change',
  '/menus still had the changed row in a read that began after it was undone',
  'the row 7, answered under load, is not in the table',
  'the id 7 was answered twice',
  'the row 7 is not stored as it was answered: name is "a", not "b"',
  'a probe of /users got no response: not one byte within 75 s',
  'only 3 slices of 20 gave a figure',
  'it gave no figure',
  'the .NET SDK is not installed: no dotnet on PATH',
  'Ruby is not installed',
  'Go is too old: before 1.21, it cannot fetch the version that a go.mod names',
  'Python 3 cannot make a virtual environment: it has no ensurepip or no venv',
  'not judged: the rows are wrong already',
  'no database was given to the verifier',
];

test('every sentence that results hold is Chinese on a Chinese page', () => {
  for (const sentence of sentences) {
    const { text, original } = chinese(sentence);
    assert.equal(original, null, sentence);
    assert.doesNotMatch(text, /[A-Za-z]+ [a-z]+ [a-z]+/, sentence);
    const figures = (from: string): string[] => [...(from.match(/\d[\d,.]*\d|\d/g) ?? [])];
    const lost = figures(sentence).filter((figure) => !figures(text).includes(figure));
    assert.deepEqual(lost, [], `${sentence}: ${text}`);
  }
});

test('a sentence about some slices or probes keeps what it is about', () => {
  assert.equal(
    chinese('in 9 of 20 slices: 4 % of processor time was taken away').text,
    '20 个切片中有 9 个，例如：CPU 时间被拿走 4%',
  );
  assert.equal(
    chinese('the id 7 was answered twice (3 of 40 probes)').text,
    '40 次探测中有 3 次，例如：编号 7 被应答了两次',
  );
});

test('an unknown sentence stays in English, in quotation marks, after the translation of a known beginning', () => {
  assert.deepEqual(chinese('a new kind of doubt'), { text: '', original: '“a new kind of doubt”' });
  assert.deepEqual(chinese('The build of go/gin failed: exit code 1; last lines: x'), {
    text: 'go/gin 构建失败',
    original: '“The build of go/gin failed: exit code 1; last lines: x”',
  });
});

test('on an English page a sentence is as it was written', () => {
  assert.deepEqual(messagesOf('en').resultText('it gave no figure'), {
    text: 'it gave no figure',
    original: null,
  });
});

test('what the harness writes today is translated', () => {
  const sizes = { responses: 10, wire: { min: 300, max: 300 }, body: { min: 200, max: 200 } };
  const facts: Reconciliation = {
    counts: true,
    report: {
      requests: 900,
      durationSeconds: 1,
      receivedBytes: 900 * 999,
      latency: {
        meanSeconds: 0.5,
        p50Seconds: 0.5,
        p90Seconds: 0.5,
        p99Seconds: 0.5,
        p999Seconds: 0.5,
        maxSeconds: 0.5,
      },
      latencyHistogram: null,
      errors: { connect: 1, read: 2, write: 0, timeout: 3 },
      statuses: { 200: 890, 500: 10 },
      statusAtLeast400: 10,
    },
    scenario: scenarioOf('json'),
    shape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
    bytes: 'body',
    expectedStatus: 200,
    probes: {
      requests: 10,
      distinctRequests: 1,
      responseBytes: new Map([['/json', sizes]]),
      changeBytes: 0,
      connection: 'keep-alive',
    },
    countBefore: 0,
    countAfter: 5_000,
  };
  const marks = [
    ...reconcile(facts),
    ...reconcile({ ...facts, countAfter: null }),
    ...reconcileRows({
      rowsBefore: 1_000,
      rowsAfter: 9_000,
      distinctIds: 8_999,
      loaderRequests201: 100,
      probeInserts: 2,
      connections: 8,
      errors: 0,
    }),
    ...databaseMarks(
      { queries: 0, rowsRead: 0, rowsWritten: 0, since: 0 },
      { queries: 10, rowsRead: 20, rowsWritten: 30, since: 0 },
      1_000,
      { read: 5, written: 1 },
    ),
  ];
  assert.deepEqual([...new Set(marks.map(({ code }) => code))].sort(), [
    'count-mismatch',
    'errors',
    'littles-law',
    'not-from-database',
    'rows-mismatch',
    'size-changed',
    'status-mismatch',
  ]);
  const left = marks.filter(({ detail }) => chinese(detail).original !== null);
  assert.deepEqual(left, []);
});
