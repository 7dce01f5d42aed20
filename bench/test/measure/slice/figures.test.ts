import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missingIn, type Observed, valuesOf } from '../../../src/measure/slice/figures.ts';
import { observed, snapshot } from '../support/observed.ts';

describe('the figures of a slice', () => {
  test('by hand', () => {
    assert.deepEqual(valuesOf(observed()), {
      requests: 20_000,
      durationSeconds: 1,
      receivedBytes: 2_000_000,
      latencyMeanSeconds: 0.003,
      latencyP50Seconds: 0.002,
      latencyP90Seconds: 0.004,
      latencyP99Seconds: 0.008,
      latencyP999Seconds: 0.02,
      latencyMaxSeconds: 0.05,
      errors: 0,
      wrongStatus: 0,
      countedByServer: 20_000,
      serverCpuNanoseconds: 0.95e9,
      loaderCpuNanoseconds: 0.5e9,
      databaseCpuNanoseconds: null,
      harnessCpuNanoseconds: 1e7,
      peakMemoryBytes: 50e6,
      stolenRatio: 0,
    });
  });

  test('errors are added up, wrong statuses are those that the scenario does not answer', () => {
    const errors = { connect: 1, read: 20, write: 300, timeout: 4_000 };
    assert.equal(valuesOf(observed({}, { errors })).errors, 4_321);
    const wrong = (expectedStatus: number, loaded: object) =>
      valuesOf(observed({ expectedStatus }, loaded)).wrongStatus;
    assert.equal(wrong(200, { statusAtLeast400: 7 }), 7);
    assert.equal(wrong(404, { statusAtLeast400: 19_990 }), 10, 'wrk counts only those of 400 and more');
    assert.equal(wrong(404, { statuses: { 200: 3, 404: 19_990, 500: 7 } }), 10);
  });

  test('a database’s time where both readings are there, no count where one is not', () => {
    const usage = (cpuNanoseconds: number) => ({ ...snapshot(0).server, cpuNanoseconds });
    const before = snapshot(0, { database: usage(5) });
    assert.equal(
      valuesOf(observed({ before, after: snapshot(1, { database: usage(12) }) })).databaseCpuNanoseconds,
      7,
    );
    assert.equal(valuesOf(observed({ before })).databaseCpuNanoseconds, null);
    assert.equal(valuesOf(observed({ countAfter: null })).countedByServer, null);
  });

  test('what a full server does after the load is no cost of the requests that were counted', () => {
    const usage = (cpuNanoseconds: number) => ({ ...snapshot(0).server, cpuNanoseconds });
    const spent = (cpuNanoseconds: number, loaded: object = {}, change: Partial<Observed> = {}) =>
      valuesOf(
        observed(
          {
            before: snapshot(0, { server: usage(0) }),
            after: snapshot(1, { server: usage(cpuNanoseconds) }),
            ...change,
          },
          loaded,
        ),
      ).serverCpuNanoseconds;
    assert.equal(spent(0.98e9), 0.98e9);
    assert.equal(spent(1.03e9), 1e9, 'one processor has one second in a second');
    assert.equal(spent(1.03e9, { durationSeconds: 2 }), 1.03e9);
    assert.equal(spent(1.03e9, { durationSeconds: 0 }), 1.03e9, 'a load without a length bounds nothing');
    const two = { processors: { server: [0, 1], loader: [2], database: [2], pinned: true } };
    assert.deepEqual([spent(1.9e9, {}, two), spent(2.1e9, {}, two)], [1.9e9, 2e9]);
  });

  test('what ran took time: where none is reported, the figure is missing, with its reason', () => {
    const usage = (cpuNanoseconds: number | null) => ({ ...snapshot(0).server, cpuNanoseconds });
    const columns = [
      'serverCpuNanoseconds',
      'loaderCpuNanoseconds',
      'databaseCpuNanoseconds',
      'harnessCpuNanoseconds',
    ] as const;
    for (const [from, to] of [
      [7, 7],
      [7, null],
      [null, 7],
    ] as const) {
      const values = valuesOf(
        observed({
          outcome: { ...observed().outcome, cpuNanoseconds: to === null ? null : 0 },
          before: snapshot(0, { server: usage(from), database: usage(from), harnessNanoseconds: 5 }),
          after: snapshot(1, { server: usage(to), database: usage(to), harnessNanoseconds: 5 }),
        }),
      );
      const missing = missingIn(values, { counts: true, hasDatabase: true });
      for (const column of columns)
        assert.deepEqual([values[column], missing[column]], [null, 'no-accounting']);
    }
  });

  test('a clock that did not move steals nothing', () => {
    const times = { total: 0, steal: 0, processors: [] };
    assert.equal(valuesOf(observed({ after: snapshot(1, { times }) })).stolenRatio, null);
  });
});

describe('why a figure is missing', () => {
  const empty = observed(
    { countBefore: null, countAfter: null },
    {
      receivedBytes: null,
      latency: {
        meanSeconds: null,
        p50Seconds: 1,
        p90Seconds: 1,
        p99Seconds: null,
        p999Seconds: null,
        maxSeconds: null,
      },
    },
  );
  const blind: Observed = {
    ...empty,
    outcome: { ...empty.outcome, cpuNanoseconds: null },
    after: snapshot(1, { server: { ...snapshot(1).server, peakMemoryBytes: null } }),
  };
  test('each has its own reason, and what is there has none', () => {
    assert.deepEqual(missingIn(valuesOf(blind), { counts: false, hasDatabase: false }), {
      receivedBytes: 'not-reported-by-loader',
      latencyMeanSeconds: 'not-reported-by-loader',
      latencyP99Seconds: 'too-few-samples',
      latencyP999Seconds: 'too-few-samples',
      latencyMaxSeconds: 'not-reported-by-loader',
      countedByServer: 'not-counted-by-target',
      loaderCpuNanoseconds: 'no-accounting',
      databaseCpuNanoseconds: 'no-database',
      peakMemoryBytes: 'no-accounting',
    });
  });
  test('a count that could not be read, a database out of sight', () => {
    const missing = missingIn(valuesOf(blind), { counts: true, hasDatabase: true });
    assert.equal(missing.countedByServer, 'start-failed');
    assert.equal(missing.databaseCpuNanoseconds, 'no-accounting');
  });
});
