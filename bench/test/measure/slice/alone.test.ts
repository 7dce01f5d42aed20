import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LATENCY_LOAD } from '../../../src/commands/comparing/compare-sides.ts';
import type { PlannedCell } from '../../../src/measure/planned-cells.ts';
import { soundValues } from '../../../src/measure/slice/alone.ts';
import type { FoundMark } from '../../../src/measure/slice/figures.ts';
import { hasRate, invalidatingMarks, SAMPLES_FOR_P99, scenarioOf } from '../../../src/model/index.ts';
import { latencyHistogram } from '../../../src/stats/latency-histogram.ts';
import { observed } from '../support/observed.ts';

const seen = observed();
const timed = { seconds: 1, compilingRatio: null };
const cell = {
  targetVariant: { name: 'go/gin@HEAD' },
  scenario: scenarioOf('json'),
  shape: seen.shape,
} as unknown as PlannedCell;
const valuesWith = (...marks: FoundMark[]) =>
  soundValues(cell, { observed: seen, marks, responses: 20_000, ...timed });

test('a slice by itself has no figure if a mark invalidates it, and says why', () => {
  for (const code of invalidatingMarks) {
    assert.throws(() => valuesWith({ code, detail: '3,000 of 20,000 responses' }), {
      name: 'PitwallError',
      where: 'go/gin@HEAD json wrk-64',
      seen: `${code}, 3,000 of 20,000 responses`,
    });
  }
});

test('a warning beside it takes nothing away', () => {
  assert.equal(valuesWith({ code: 'loader-bound', detail: 'full' }).requests, 20_000);
});

test('a percentile of a slice by itself needs as many requests as that of a block', () => {
  const percentilesOf = (requests: number, latencies: number) => {
    const histogram = latencyHistogram(Array.from({ length: latencies }, () => 0.002));
    const loaded = observed({}, { requests, latencyHistogram: histogram });
    const values = soundValues(cell, { observed: loaded, marks: [], responses: requests, ...timed });
    return [values.latencyP90Seconds, values.latencyP99Seconds, values.latencyP999Seconds];
  };
  assert.deepEqual(percentilesOf(1_000, 936), [0.004, null, null], 'those that opened a connection are none');
  assert.deepEqual(percentilesOf(2_000, 1_936), [0.004, 0.008, null]);
  assert.deepEqual(percentilesOf(20_000, 20_000), [0.004, 0.008, 0.02]);
});

test('the load that compares p99 in turn has enough requests for it', () => {
  assert.ok(hasRate(LATENCY_LOAD));
  const { rate, seconds = 0, connections } = LATENCY_LOAD;
  assert.ok('perSecond' in rate && rate.perSecond * seconds - connections >= SAMPLES_FOR_P99);
});
