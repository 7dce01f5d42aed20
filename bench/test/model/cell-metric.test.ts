import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricByBlock, metricMissingReason, metricValues } from '../../src/model/index.ts';
import { cellWith } from '../publish/small-results.ts';

test('throughput is requests over duration, for wrk alone', () => {
  const rounds = { requests: [3000, 100, null], durationSeconds: [2, 0, 2] };
  assert.deepEqual(metricValues(cellWith({ rounds }), 'throughputPerSecond'), [1500, null, null]);
  assert.deepEqual(metricValues(cellWith({ loader: 'oha', rounds }), 'throughputPerSecond'), [
    null,
    null,
    null,
  ]);
});

test('CPU time per request is what the server used over requests, for both loaders', () => {
  const rounds = { serverCpuNanoseconds: [9e6, 5, null], requests: [3000, 0, 10] };
  for (const loader of ['wrk', 'oha'] as const) {
    assert.deepEqual(metricValues(cellWith({ loader, rounds }), 'cpuPerRequestNanoseconds'), [
      3000,
      null,
      null,
    ]);
  }
});

test('percentiles are those of oha alone', () => {
  const rounds = { latencyP99Seconds: [0.01, 0.02, 0.03] };
  assert.deepEqual(
    metricValues(cellWith({ loader: 'oha', rounds }), 'latencyP99Seconds'),
    [0.01, 0.02, 0.03],
  );
  assert.deepEqual(metricValues(cellWith({ rounds }), 'latencyP99Seconds'), [null, null, null]);
});

test('figures are paired by the number of the round, not by its place', () => {
  const cell = cellWith({ rounds: { round: [4, 7, 9], peakMemoryBytes: [1, null, 3] } });
  assert.deepEqual(
    [...metricByBlock(cell, 'peakMemoryBytes')],
    [
      [4, 1],
      [9, 3],
    ],
  );
});

test('the reason for a missing metric is that of its columns', () => {
  assert.equal(
    metricMissingReason(
      cellWith({ missing: { serverCpuNanoseconds: 'no-accounting' } }),
      'cpuPerRequestNanoseconds',
    ),
    'no-accounting',
  );
  assert.equal(
    metricMissingReason(cellWith({ missing: { requests: 'start-failed' } }), 'cpuPerRequestNanoseconds'),
    'start-failed',
  );
  assert.equal(metricMissingReason(cellWith({}), 'latencyP99Seconds'), 'not-reported-by-loader');
  assert.equal(
    metricMissingReason(cellWith({ failures: [{ round: 0, what: 'it fell over' }] }), 'peakMemoryBytes'),
    'start-failed',
  );
});
