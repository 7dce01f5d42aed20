import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  cellColumns,
  comparedMetrics,
  fittedMetrics,
  type LoadShape,
  MINIMUM_EFFECTS,
  metricIds,
  metricSlugs,
  metrics,
} from '../../src/model/index.ts';

const closed: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
const atARate: LoadShape = { ...closed, loader: 'oha', rate: { perSecond: 1_000 } };
const counted: LoadShape = { ...closed, loader: 'oha', requests: 1_000 };

describe('what follows from the table of metrics', () => {
  test('addresses, which stay as they were published', () => {
    assert.deepEqual(metricSlugs, {
      throughputPerSecond: 'throughput',
      cpuPerRequestNanoseconds: 'cpu-per-request',
      latencyP50Seconds: 'p50',
      latencyP90Seconds: 'p90',
      latencyP99Seconds: 'p99',
      latencyP999Seconds: 'p99-9',
      peakMemoryBytes: 'peak-memory',
    });
    assert.equal(new Set(Object.values(metricSlugs)).size, metrics.length);
  });

  test('ids, minimum effects, and the columns that a block fits', () => {
    assert.deepEqual(metricIds, Object.keys(metricSlugs));
    assert.deepEqual(Object.keys(MINIMUM_EFFECTS), metricIds);
    assert.deepEqual(fittedMetrics, ['throughputPerSecond', 'cpuPerRequestNanoseconds']);
  });

  test('sources that are columns', () => {
    for (const { id, from } of metrics)
      for (const name of from) assert.ok(name in cellColumns, `${id} is made of ${name}`);
  });

  test('what two targets are compared by: what full load costs, or how long a request waits at a rate', () => {
    const compared = (shape: LoadShape) => comparedMetrics(shape).map(({ id }) => id);
    assert.deepEqual(compared(closed), [
      'throughputPerSecond',
      'cpuPerRequestNanoseconds',
      'peakMemoryBytes',
    ]);
    assert.deepEqual(compared(counted), compared(closed));
    assert.deepEqual(compared(atARate), ['latencyP99Seconds']);
  });
});
