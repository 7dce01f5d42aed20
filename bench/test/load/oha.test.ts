import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LoadReport } from '../../src/load/loader.ts';
import { MOST_BODIES, ohaLoader } from '../../src/load/oha.ts';
import { NONCE } from '../../src/model/index.ts';
import { fixedCount, fixedRate, NO_LATENCY, partsOf, planFor, readFixture } from './fixture.ts';

const NO_ERRORS = { connect: 0, read: 0, write: 0, timeout: 0 };
const NOTHING = {
  requests: 0,
  receivedBytes: 0,
  latency: NO_LATENCY,
  errors: NO_ERRORS,
  statuses: {},
  latencyHistogram: null,
  statusAtLeast400: 0,
};

describe('what oha printed, as a report', () => {
  const expected: Record<string, LoadReport> = {
    // One connection that was idle at the end is "aborted due to deadline" here: neither error nor request.
    normal: {
      requests: 200,
      durationSeconds: 1.00128521,
      receivedBytes: 2_600,
      latency: {
        meanSeconds: 0.00020291547500000002,
        p50Seconds: 0.000181871,
        p90Seconds: 0.000308199,
        p99Seconds: 0.000679069,
        p999Seconds: 0.001335007,
        maxSeconds: 0.001335007,
      },
      errors: NO_ERRORS,
      statuses: { 200: 200 },
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    comma: {
      requests: 200,
      durationSeconds: 1.001514214,
      receivedBytes: 2_600,
      latency: {
        meanSeconds: 0.0001843029450000001,
        p50Seconds: 0.000119305,
        p90Seconds: 0.000414603,
        p99Seconds: 0.00100469,
        p999Seconds: 0.001083819,
        maxSeconds: 0.001083819,
      },
      errors: NO_ERRORS,
      statuses: { 200: 200 },
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    // Latency covers responses of any status.
    error: {
      requests: 200,
      durationSeconds: 1.001116381,
      receivedBytes: 2_600,
      latency: {
        meanSeconds: 0.00018931094499999998,
        p50Seconds: 0.000138038,
        p90Seconds: 0.000243714,
        p99Seconds: 0.002115023,
        p999Seconds: 0.002623941,
        maxSeconds: 0.002623941,
      },
      errors: NO_ERRORS,
      statuses: { 500: 200 },
      latencyHistogram: null,
      statusAtLeast400: 200,
    },
    half: {
      requests: 200,
      durationSeconds: 1.000627764,
      receivedBytes: 2_600,
      latency: {
        meanSeconds: 0.00014080845999999987,
        p50Seconds: 0.00011806,
        p90Seconds: 0.000190973,
        p99Seconds: 0.000856299,
        p999Seconds: 0.001371376,
        maxSeconds: 0.001371376,
      },
      errors: NO_ERRORS,
      statuses: { 200: 100, 404: 100 },
      latencyHistogram: null,
      statusAtLeast400: 100,
    },
    // Each response takes 0.1 s; that half of them took more than 0.42 s is the wait for a free connection.
    slow: {
      requests: 36,
      durationSeconds: 1.001237772,
      receivedBytes: 468,
      latency: {
        meanSeconds: 0.4216652376666667,
        p50Seconds: 0.421742392,
        p90Seconds: 0.74028185,
        p99Seconds: 0.745341191,
        p999Seconds: 0.745341191,
        maxSeconds: 0.745341191,
      },
      errors: NO_ERRORS,
      statuses: { 200: 36 },
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    never: { ...NOTHING, durationSeconds: 1.001603037 },
    refused: { ...NOTHING, durationSeconds: 1.001727382, errors: { ...NO_ERRORS, connect: 200 } },
    reset: { ...NOTHING, durationSeconds: 1.001340183, errors: { ...NO_ERRORS, read: 200 } },
    late: { ...NOTHING, durationSeconds: 7.001936592, errors: { ...NO_ERRORS, timeout: 4 } },
  };
  for (const [name, report] of Object.entries(expected)) {
    const fixture = readFixture(`oha-${name}`);
    test(`${name}: ${fixture.note}`, () => {
      assert.deepEqual(ohaLoader.parse(fixture, planFor(fixedRate)), report);
    });
  }

  test('errors by kind, from the words of oha, hyper and the system', () => {
    const fixture = readFixture('oha-normal');
    const report = JSON.parse(fixture.stdout) as { errorDistribution: Record<string, number> };
    report.errorDistribution = {
      'Connection refused (os error 111)': 1,
      'Too many open files (os error 24)': 2,
      'Connection reset by peer (os error 104)': 4,
      'connection closed before message completed': 8,
      'operation was canceled': 16,
      'Broken pipe (os error 32)': 32,
      timeout: 64,
      'something never seen': 128,
      'aborted due to deadline': 256,
    };
    const { errors } = ohaLoader.parse({ ...fixture, stdout: JSON.stringify(report) }, planFor(fixedRate));
    assert.deepEqual(errors, { connect: 3, read: 140, write: 48, timeout: 64 });
  });
});

describe('what is not a whole report', () => {
  const plan = planFor(fixedRate, { seconds: 3 });
  const where = 'oha, 4 connections, fixed rate of 200 requests/s › http://127.0.0.1:8080';
  const again = 'Run it again; if it fails again, run the command by hand and read the output of oha';
  const object = 'one JSON object with summary, percentiles and statuses';

  test('an oha that was killed', () => {
    assert.deepEqual(
      partsOf(() => ohaLoader.parse(readFixture('oha-killed'), plan)),
      {
        what: 'oha was stopped before its load was over',
        where,
        expected: '3 s of load and a report',
        seen: 'signal SIGKILL, after nothing',
        next: 'Run it again; a run resumes where it stopped',
      },
    );
  });

  test('an oha that SIGINT made report early, as if all were well', () => {
    assert.deepEqual(
      partsOf(() => ohaLoader.parse(readFixture('oha-interrupted'), plan)),
      {
        what: 'The output of oha is not a complete report',
        where,
        expected: '3 s of load',
        seen: 'a report of 0.590876137 s: it was interrupted',
        next: again,
      },
    );
  });

  test('a report that breaks off', () => {
    assert.deepEqual(
      partsOf(() => ohaLoader.parse(readFixture('oha-truncated'), plan)),
      {
        what: 'The output of oha is not a complete report',
        where,
        expected: object,
        seen: '“{ "summary": { "successRate": 1.0, "total": 1.00128521, "slowest": 0.001335007, "fastest": 0.000053605, "average": 0.00020291547500000002, "requestsPerSec": 200…”',
        next: again,
      },
    );
  });

  test('something else, shown short and without control characters', () => {
    const parts = partsOf(() => ohaLoader.parse(readFixture('oha-rubbish'), plan));
    assert.equal(parts.expected, object);
    assert.match(parts.seen, /^“<!doctype html> <title>502 Bad Gateway<\/title> .{1,120}…”$/);
  });

  test('a command line that oha refuses', () => {
    const output = { stdout: '', stderr: 'error: invalid value', exitCode: 2, signal: null };
    const parts = partsOf(() => ohaLoader.parse(output, plan));
    assert.equal(parts.what, 'oha failed');
    assert.equal(parts.seen, 'exit code 2, “error: invalid value”');
  });
});

describe('the command', () => {
  test('one request', () => {
    const { files, arguments: words } = ohaLoader.prepare(planFor(fixedRate, { ratePerSecond: 1_234.5 }));
    assert.deepEqual(files, {});
    assert.deepEqual(words, [
      ...['--no-tui', '--no-color', '--output-format', 'json', '-z', '1s', '-c', '4'],
      ...['-q', '1234.5', '--latency-correction', '--db-url', '/scratch/requests.db'],
      ...['-t', '5s', '--connect-timeout', '5s'],
      ...['--disable-compression', '--redirect', '0', '--worker-threads', '1', '--method', 'GET'],
      'http://127.0.0.1:8080/plaintext',
    ]);
  });

  test('several requests are a file of URLs', () => {
    const requests = ['/a', '/b'].map((path) => ({ method: 'POST' as const, path }));
    const { files, arguments: words } = ohaLoader.prepare(planFor(fixedRate, { requests }));
    assert.deepEqual(files, { 'urls.txt': 'http://127.0.0.1:8080/a\nhttp://127.0.0.1:8080/b\n' });
    assert.deepEqual(words.slice(-4), ['--method', 'POST', '--urls-from-file', '/scratch/urls.txt']);
  });

  test('close', () => {
    const words = ohaLoader.prepare(planFor({ ...fixedRate, connection: 'close' })).arguments;
    assert.ok(words.includes('--disable-keepalive'));
  });

  for (const ratePerSecond of [null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    test(`a rate of ${ratePerSecond} would turn the correction off: a bug`, () => {
      assert.throws(() => ohaLoader.prepare(planFor(fixedRate, { ratePerSecond })), RangeError);
    });
  }

  test('two methods in one load are a bug', () => {
    const requests = [
      { method: 'GET' as const, path: '/' },
      { method: 'POST' as const, path: '/' },
    ];
    assert.throws(() => ohaLoader.prepare(planFor(fixedRate, { requests })), RangeError);
  });

  test('a number of requests, closed loop: no time, no rate, no correction', () => {
    const plan = planFor(fixedCount, { requests: [{ method: 'GET', path: '/json' }] });
    assert.deepEqual(ohaLoader.prepare(plan).arguments, [
      ...['--no-tui', '--no-color', '--output-format', 'json', '-n', '1000', '-c', '4'],
      ...['-t', '5s', '--connect-timeout', '5s', '--disable-compression', '--redirect', '0'],
      ...['--worker-threads', '1', '--disable-keepalive', '--method', 'GET', 'http://127.0.0.1:8080/json'],
    ]);
    const warmup = ohaLoader.prepare({ ...plan, part: 2 }).arguments;
    assert.deepEqual(warmup.slice(4, 8), ['-z', '1s', '-c', '4']);
  });

  test('a timeout of its own', () => {
    const words = ohaLoader.prepare(planFor({ ...fixedCount, timeoutSeconds: 60 })).arguments;
    assert.equal(words[words.indexOf('-t') + 1], '60s');
  });

  describe('a body', () => {
    const insert = { method: 'POST' as const, path: '/accounts', body: `{"name":"${NONCE}"}` };
    const bodies = (changes: object) =>
      (ohaLoader.prepare(planFor(fixedRate, { requests: [insert], ...changes })).files['bodies.txt'] ?? '')
        .trimEnd()
        .split('\n');

    test('goes out with its type, drawn from a file', () => {
      const { arguments: words } = ohaLoader.prepare(planFor(fixedRate, { requests: [insert] }));
      assert.deepEqual(words.slice(-7), [
        ...['--method', 'POST', '-T', 'application/json', '-Z', '/scratch/bodies.txt'],
        'http://127.0.0.1:8080/accounts',
      ]);
    });

    test('is four times as often there as requests are expected, each with another nonce', () => {
      const lines = bodies({ ratePerSecond: 200, seconds: 3 });
      assert.equal(lines.length, 2_400);
      assert.equal(new Set(lines).size, 2_400);
      assert.ok(lines.every((line) => /^\{"name":"[0-9a-f]{16}"\}$/.test(line)));
    });

    test('is bounded in number', () => {
      assert.equal(bodies({ ratePerSecond: 1e6, seconds: 60 }).length, MOST_BODIES);
    });

    test('of another load or seed has no nonce in common', () => {
      const first = new Set(bodies({ seed: 7 }));
      for (const changes of [{ seed: 8 }, { seed: 7, part: 1 }]) {
        assert.ok(bodies(changes).every((line) => !first.has(line)));
      }
    });

    test('with several paths is a bug: oha draws both apart from each other', () => {
      const requests = [insert, { ...insert, path: '/other' }];
      assert.throws(() => ohaLoader.prepare(planFor(fixedRate, { requests })), RangeError);
    });
  });
});

describe('a number of requests', () => {
  const fixture = readFixture('oha-counted');
  const plan = planFor(fixedCount);

  test(`is over when all were answered: ${fixture.note}`, () => {
    const report = ohaLoader.parse(fixture, plan);
    assert.deepEqual([report.requests, report.statuses], [1_000, { 200: 500, 404: 500 }]);
    assert.equal(report.receivedBytes, 13_000);
  });

  test('or failed', () => {
    const failed = JSON.parse(fixture.stdout);
    failed.statusCodeDistribution = { 200: 950 };
    failed.errorDistribution = { timeout: 50 };
    const report = ohaLoader.parse({ ...fixture, stdout: JSON.stringify(failed) }, plan);
    assert.deepEqual([report.requests, report.errors.timeout], [950, 50]);
  });

  test('is not over with fewer, though oha says that all is well', () => {
    const interrupted = readFixture('oha-counted-interrupted');
    assert.equal(interrupted.exitCode, 0);
    const parts = partsOf(() => ohaLoader.parse(interrupted, plan));
    assert.equal(parts.expected, '1,000 requests');
    assert.equal(parts.seen, 'a report of 20 requests: it was interrupted');
  });
});
