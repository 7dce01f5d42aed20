import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LoadReport } from '../../src/load/loader.ts';
import { threadsFor, wrkLoader } from '../../src/load/wrk.ts';
import { draw } from '../../src/load/wrk-script.ts';
import { NONCE } from '../../src/model/index.ts';
import { NO_LATENCY, partsOf, planFor, readFixture, wrkLoop } from './fixture.ts';

const NO_ERRORS = { connect: 0, read: 0, write: 0, timeout: 0 };

describe('what wrk printed, as a report', () => {
  const expected: Record<string, LoadReport> = {
    normal: {
      requests: 42_695,
      durationSeconds: 1.000688,
      receivedBytes: 6_916_590,
      latency: {
        meanSeconds: 0.000092373,
        p50Seconds: 0.000067,
        p90Seconds: 0.000078,
        p99Seconds: 0.00041,
        p999Seconds: 0.004205,
        maxSeconds: 0.011389,
      },
      errors: NO_ERRORS,
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    comma: {
      requests: 59_476,
      durationSeconds: 1.099428,
      receivedBytes: 9_635_112,
      latency: {
        meanSeconds: 0.000072861,
        p50Seconds: 0.000069,
        p90Seconds: 0.000078,
        p99Seconds: 0.000143,
        p999Seconds: 0.000434,
        maxSeconds: 0.004295,
      },
      errors: NO_ERRORS,
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    drawn: {
      requests: 16_654,
      durationSeconds: 1.099247,
      receivedBytes: 2_231_636,
      latency: {
        meanSeconds: 0.000239125,
        p50Seconds: 0.000205,
        p90Seconds: 0.000286,
        p99Seconds: 0.000991,
        p999Seconds: 0.003906,
        maxSeconds: 0.005125,
      },
      errors: NO_ERRORS,
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    error: {
      requests: 52_414,
      durationSeconds: 1.09992,
      receivedBytes: 9_486_934,
      latency: {
        meanSeconds: 0.000082606,
        p50Seconds: 0.000069,
        p90Seconds: 0.000091,
        p99Seconds: 0.000271,
        p999Seconds: 0.001643,
        maxSeconds: 0.010512,
      },
      errors: NO_ERRORS,
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 52_414,
    },
    half: {
      requests: 51_385,
      durationSeconds: 1.099246,
      receivedBytes: 8_504_214,
      latency: {
        meanSeconds: 0.000084451,
        p50Seconds: 0.000069,
        p90Seconds: 0.00012,
        p99Seconds: 0.000224,
        p999Seconds: 0.000758,
        maxSeconds: 0.005035,
      },
      errors: NO_ERRORS,
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 25_692,
    },
    never: {
      requests: 0,
      durationSeconds: 1.003356,
      receivedBytes: 0,
      latency: NO_LATENCY,
      errors: NO_ERRORS,
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    reset: {
      requests: 0,
      durationSeconds: 1.000395,
      receivedBytes: 0,
      latency: NO_LATENCY,
      errors: { ...NO_ERRORS, read: 9_829 },
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
    late: {
      requests: 4,
      durationSeconds: 7.023012,
      receivedBytes: 648,
      latency: NO_LATENCY,
      errors: { ...NO_ERRORS, timeout: 4 },
      statuses: null,
      latencyHistogram: null,
      statusAtLeast400: 0,
    },
  };
  for (const [name, report] of Object.entries(expected)) {
    const fixture = readFixture(`wrk-${name}`);
    test(`${name}: ${fixture.note}`, () => {
      assert.deepEqual(wrkLoader.parse(fixture, planFor(wrkLoop)), report);
    });
  }
});

describe('what is not a whole report', () => {
  const plan = planFor(wrkLoop, { seconds: 3 });
  const where = 'wrk, 4 connections, closed loop › http://127.0.0.1:8080';
  const again = 'Run it again; if it fails again, run the command by hand and read the output of wrk';
  const line = 'one line that begins with PITWALL-WRK and holds its figures';

  test('a server that does not listen', () => {
    assert.deepEqual(
      partsOf(() => wrkLoader.parse(readFixture('wrk-refused'), plan)),
      {
        what: 'wrk could not reach the server',
        where,
        expected: 'a server that listens on http://127.0.0.1:8080',
        seen: 'exit code 1, “unable to connect to 127.0.0.1:8080 Connection refused”',
        next: "Read the server's log: it stopped, or it listens elsewhere",
      },
    );
  });

  test('a wrk that was killed', () => {
    assert.deepEqual(
      partsOf(() => wrkLoader.parse(readFixture('wrk-killed'), plan)),
      {
        what: 'wrk was stopped before its load was over',
        where,
        expected: '3 s of load and a report',
        seen: 'signal SIGKILL, after nothing',
        next: 'Run it again; a run resumes where it stopped',
      },
    );
  });

  test('a wrk that SIGINT made report early, as if all were well', () => {
    assert.deepEqual(
      partsOf(() => wrkLoader.parse(readFixture('wrk-interrupted'), plan)),
      {
        what: 'The output of wrk is not a complete report',
        where,
        expected: '3 s of load',
        seen: 'a report of 0.600871 s: it was interrupted',
        next: again,
      },
    );
  });

  test('a report that breaks off', () => {
    assert.deepEqual(
      partsOf(() => wrkLoader.parse(readFixture('wrk-truncated'), plan)),
      {
        what: 'The output of wrk is not a complete report',
        where,
        expected: line,
        seen: '“PITWALL-WRK {"requests":42695,"durationMicroseconds":1000688,"bytes":6916590,"errors":{"connect":0,"read":0,"write":0,"timeout":0,"status":0},"latency":{"sample…”',
        next: again,
      },
    );
  });

  test('something else, shown short and without control characters', () => {
    const parts = partsOf(() => wrkLoader.parse(readFixture('wrk-rubbish'), plan));
    assert.equal(parts.expected, line);
    assert.match(parts.seen, /^“<!doctype html> <title>502 Bad Gateway<\/title> .{1,120}…”$/);
  });

  test('two reports', () => {
    const fixture = readFixture('wrk-normal');
    const twice = { ...fixture, stdout: fixture.stdout + fixture.stdout };
    assert.equal(partsOf(() => wrkLoader.parse(twice, plan)).seen, '2 such lines');
  });

  test('a figure that is no number', () => {
    const fixture = readFixture('wrk-normal');
    const wrong = { ...fixture, stdout: fixture.stdout.replace('"requests":42695', '"requests":-1') };
    assert.equal(partsOf(() => wrkLoader.parse(wrong, plan)).expected, line);
  });
});

describe("undoing wrk's correction", () => {
  const fixture = readFixture('wrk-stalls');
  const report = wrkLoader.parse(fixture, planFor(wrkLoop));

  test('the mean fits the number of connections (Little)', () => {
    const busy = ((report.latency.meanSeconds ?? Number.NaN) * report.requests) / report.durationSeconds;
    assert.ok(busy > 3.5 && busy <= 4, `${busy} of 4 connections`);
  });

  test('what wrk itself prints does not', () => {
    const printed = /Latency +([\d.]+)(us|ms)/.exec(fixture.stdout);
    const seconds = Number(printed?.[1]) / (printed?.[2] === 'ms' ? 1e3 : 1e6);
    assert.ok((seconds * report.requests) / report.durationSeconds > 8);
  });

  test('without the count of samples to prove it, no response time is reported', () => {
    const doubtful = { ...fixture, stdout: fixture.stdout.replace('"samples":15196', '"samples":15197') };
    const { latency, requests } = wrkLoader.parse(doubtful, planFor(wrkLoop));
    assert.deepEqual(latency, NO_LATENCY);
    assert.equal(requests, 15_196);
  });

  test('responses that nobody asked for have no sample, and are counted', () => {
    const twice = { ...fixture, stdout: fixture.stdout.replace('"samples":15196', '"samples":15000') };
    const { latency, requests, unasked } = wrkLoader.parse(twice, planFor(wrkLoop));
    assert.deepEqual([requests, unasked], [15_196, 196]);
    assert.deepEqual(latency, NO_LATENCY);
    assert.equal(report.unasked, undefined);
  });
});

describe('the command and its script', () => {
  test('one request: no request function, so that wrk sends a constant', () => {
    const { files, arguments: words } = wrkLoader.prepare(planFor(wrkLoop, { seconds: 3 }));
    assert.deepEqual(words, [
      ...['--threads', '1', '--connections', '4', '--duration', '3s', '--timeout', '5s'],
      ...['--script', '/scratch/wrk.lua', 'http://127.0.0.1:8080/plaintext'],
    ]);
    assert.deepEqual(Object.keys(files), ['wrk.lua']);
    assert.doesNotMatch(files['wrk.lua'] ?? '', /function request/);
    assert.match(files['wrk.lua'] ?? '', /function done/);
  });

  test('several: a function that picks from a draw that the seed fixes', () => {
    const requests = ['/a', '/b"\\\n', '/c'].map((path) => ({ method: 'GET' as const, path }));
    const script = (seed: number) => wrkLoader.prepare(planFor(wrkLoop, { requests, seed })).files['wrk.lua'];
    assert.match(script(1) ?? '', /function request/);
    assert.ok(script(1)?.includes('{"GET","/b\\034\\092\\010",""}'));
    assert.equal(script(1), script(1));
    assert.notEqual(script(1), script(2));
  });

  test('close is a header of every request', () => {
    const shape = { ...wrkLoop, connection: 'close' } as const;
    const words = wrkLoader.prepare(planFor(shape)).arguments;
    assert.equal(words[words.indexOf('--header') + 1], 'Connection: close');
  });

  test('threads: no more than allowed or than connections, and none that leaves connections over', () => {
    assert.equal(threadsFor(2, 64), 2);
    assert.equal(threadsFor(4, 2), 2);
    assert.equal(threadsFor(3, 64), 2);
    assert.equal(threadsFor(8, 7), 7);
    assert.equal(threadsFor(6, 7), 1);
    assert.equal(threadsFor(0, 7), 1);
  });

  test('a draw takes each request equally often, or once where there are too many', () => {
    const times = Map.groupBy(draw(1_000, 7), (index) => index);
    assert.deepEqual([...new Set([...times.values()].map((indexes) => indexes.length))], [4]);
    assert.equal(times.size, 1_000);
    const many = draw(10_000, 7);
    assert.equal(many.length, 4_096);
    assert.equal(new Set(many).size, 4_096);
  });

  test('a load without requests or shorter than the clock can measure is a bug', () => {
    assert.throws(() => wrkLoader.prepare(planFor(wrkLoop, { requests: [] })), RangeError);
    for (const seconds of [0, 0.1, -1, Number.NaN])
      assert.throws(() => wrkLoader.prepare(planFor(wrkLoop, { seconds })), RangeError);
  });

  test('a part of a second: wrk is given the next whole one and interrupted before', () => {
    const part = wrkLoader.prepare(planFor(wrkLoop, { seconds: 1.5 }));
    assert.equal(part.arguments[part.arguments.indexOf('--duration') + 1], '2s');
    assert.equal(part.interruptAfterSeconds, 1.5);
    assert.equal(wrkLoader.prepare(planFor(wrkLoop, { seconds: 2 })).interruptAfterSeconds, undefined);
  });

  test('a nonce: digits of seed, load, thread and count between two halves made before', () => {
    const body = `{"name":"${NONCE}"}`;
    const script = (changes: object) =>
      wrkLoader.prepare(
        planFor(wrkLoop, { requests: [{ method: 'POST', path: '/accounts', body }], ...changes }),
      ).files['wrk.lua'] ?? '';
    assert.match(script({ seed: 0xabcde12 }), /NONCE_START, COUNT_FORMAT = "cde1200", "%07x"/);
    assert.match(script({ seed: 0xabcde12, part: 3 }), /NONCE_START, COUNT_FORMAT = "cde1203"/);
    assert.ok(script({}).includes('"{\\034name\\034:\\034<<<<<<<<<<<<<<<<\\034}"'));
    assert.doesNotMatch(script({}), /nonce\}/);
  });

  test('a shape with a time of its own and its own limit for a response', () => {
    const shape = { ...wrkLoop, timeoutSeconds: 60 };
    const { files, arguments: words } = wrkLoader.prepare(planFor(shape, { seconds: 3 }));
    assert.equal(words[words.indexOf('--timeout') + 1], '60s');
    assert.match(files['wrk.lua'] ?? '', /TIMEOUT_MICROSECONDS = 1, 4, 60000000/);
  });
});
