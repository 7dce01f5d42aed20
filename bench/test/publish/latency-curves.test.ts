import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cell, curveShares, curvesDataSchema } from '../../src/model/index.ts';
import { latencyCurve, latencyCurves } from '../../src/publish/data/latency-curves.ts';
import { latencyHistogram } from '../../src/stats/latency-histogram.ts';
import { cellWith, runOf, targetOf, throughputCell } from './small-results.ts';

/** Latencies of 1 ms, 2 ms … so many ms. */
const steps = (count: number): string =>
  latencyHistogram(Array.from({ length: count }, (_, at) => (at + 1) / 1_000));

const curveCell = (encoded: string, parts: Partial<Cell> = {}): Cell => ({
  ...cellWith({ loader: 'oha' }),
  latencyHistogram: { rounds: [0, 1], encoded },
  ...parts,
});

test('a curve says how long each share of the requests took, to two digits', () => {
  const curve = latencyCurve(curveCell(steps(10_000)));
  assert.equal(curve?.requests, 10_000);
  assert.equal(curve.blocks, 2);
  curve.seconds.forEach((seconds, at) => {
    const right = Math.max(0.001, 10 * (curveShares[at] as number));
    assert.ok(Math.abs(seconds / right - 1) < 0.02, `${curveShares[at]}: ${seconds} for ${right}`);
  });
});

test('the tail ends where fewer than ten requests are beyond it', () => {
  for (const [count, last] of [
    [9, undefined],
    [10, 0],
    [1_000, 0.99],
    [10_000, 0.999],
    [100_000, 0.9999],
  ] as const) {
    const reported = latencyCurve(curveCell(steps(count)))?.seconds.length;
    assert.equal(reported === undefined ? undefined : curveShares[reported - 1], last, `${count} requests`);
  }
});

test('a run without histograms has no curves; one with some has a document for each target that has', () => {
  const without = throughputCell([1_000, 1_000]);
  assert.equal(latencyCurve(without), null);
  const run = runOf([
    targetOf('go/gin', [
      curveCell(steps(1_000), { scenario: 'menus' }),
      without,
      curveCell(steps(1_000), { ratePerSecond: 500, loadShapeId: 'oha-64-rate-500' }),
    ]),
    targetOf('go/echo', [without]),
  ]);
  const [gin, ...others] = latencyCurves(run).map((data) => curvesDataSchema.parse(data));
  assert.deepEqual(others, []);
  assert.deepEqual(
    gin?.curves.map(({ scenario, ratePerSecond }) => [scenario, ratePerSecond]),
    [
      ['json', 500],
      ['menus', 1_000],
    ],
  );
});
