import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargets } from '../../../src/catalog/targets.ts';
import type { BlockCell, Slice } from '../../../src/measure/blocks/block-cells.ts';
import { blockFigures } from '../../../src/measure/blocks/block-figures.ts';
import type { Observed } from '../../../src/measure/slice/figures.ts';
import { marksOf } from '../../../src/measure/slice/marks.ts';
import { scenarioOf } from '../../../src/model/index.ts';
import { latencyHistogram } from '../../../src/stats/latency-histogram.ts';
import { observed } from '../support/observed.ts';
import { makeRepository } from '../support/repository.ts';

const made = makeRepository();
made.addTarget('one', 'right');
const [target] = readTargets(made.repository);
const [variant] = target?.manifest.variants ?? [];

function blockCell(slices: readonly (Partial<Observed> & { kept?: boolean })[]): BlockCell {
  assert.ok(target && variant);
  return {
    cell: {
      targetVariant: { target, variant, name: 'c/one' },
      scenario: scenarioOf('json'),
      shape: observed().shape,
    },
    ratePerSecond: null,
    slices: slices.map(({ kept = true, ...change }, cycle): Slice => {
      const seen = observed(change);
      const { requests } = seen.outcome.report;
      return {
        cycle,
        startedSeconds: cycle,
        kept,
        figures: {
          observed: seen,
          marks: marksOf(seen),
          responses: requests,
          seconds: 1,
          compilingRatio: null,
        },
      };
    }),
    planned: slices.length,
    failure: null,
    warmupSlices: 3,
    warm: true,
    serverCommand: ['server'],
    marks: [],
  };
}

function marksOfBlock(slices: Parameters<typeof blockCell>[0]): string[] {
  const cell = blockCell(slices);
  return (blockFigures([cell]).get(cell)?.marks ?? []).map(({ detail }) => detail);
}

test('connections are counted in one slice of a block, and that one decides', () => {
  const uncounted = { connectionsSeen: null };
  assert.deepEqual(marksOfBlock([{ connectionsSeen: 64 }, uncounted, uncounted, uncounted]), []);
  assert.deepEqual(marksOfBlock([{ connectionsSeen: 30 }, uncounted, uncounted, uncounted]), [
    '30 connections of 64 half-way',
  ]);
});

test('a slice that is repeated decides nothing', () => {
  const repeated = { connectionsSeen: 30, kept: false };
  assert.deepEqual(marksOfBlock([repeated, { connectionsSeen: 64 }, { connectionsSeen: null }]), []);
});

test('p99 needs 1,000 requests of all slices together, p99.9 needs 10,000', () => {
  const ofSlices = (...requests: number[]) => {
    const cell = blockCell(requests.map((each) => observed({}, { requests: each })));
    const { values, missing } = blockFigures([cell]).get(cell) ?? assert.fail();
    const { latencyP90Seconds: p90, latencyP99Seconds: p99, latencyP999Seconds: p999 } = values;
    return { given: [p90, p99, p999].map((value) => value !== null), missing };
  };
  const tooFew = 'too-few-samples';
  const { given, missing } = ofSlices(500, 499);
  assert.deepEqual(given, [true, false, false]);
  assert.deepEqual([missing.latencyP99Seconds, missing.latencyP999Seconds], [tooFew, tooFew]);
  assert.deepEqual(ofSlices(500, 500).given, [true, true, false]);
  assert.deepEqual(ofSlices(5_000, 4_999).given, [true, true, false]);
  assert.deepEqual(ofSlices(5_000, 5_000).given, [true, true, true]);
});

test('requests that opened a connection are no samples of a percentile', () => {
  const ofSamples = (samples: number) => {
    const histogram = latencyHistogram(Array.from({ length: samples }, () => 0.001));
    const cell = blockCell([observed({}, { requests: 1_500, latencyHistogram: histogram })]);
    return blockFigures([cell]).get(cell)?.values.latencyP99Seconds ?? null;
  };
  assert.equal(ofSamples(999), null);
  assert.ok(ofSamples(1_000));
});

test('a slice that is disturbed on both sides is one slice', () => {
  const cell = blockCell(Array.from({ length: 9 }, () => ({})));
  const disturb = (slices: number) => {
    for (const slice of cell.slices.slice(0, slices)) {
      const marks = ['server', 'loader'].map((side) => ({ code: 'disturbed' as const, detail: side }));
      slice.figures.marks = marks;
    }
    return (blockFigures([cell]).get(cell)?.marks ?? []).map(({ detail }) => detail);
  };
  assert.deepEqual(disturb(3), []);
  assert.deepEqual(disturb(4), ['in 4 of 9 slices: server']);
});
