import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import {
  histogramCount,
  histogramQuantiles,
  isHistogram,
  latencyHistogram,
  mergedHistograms,
} from '../../src/stats/latency-histogram.ts';

const ramp = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (from + index) / 1e6);

test('quantiles of a ramp, to two significant digits', () => {
  const encoded = latencyHistogram(ramp(1, 10_000));
  assert.equal(histogramCount(encoded), 10_000);
  for (const [share, expected] of [
    [0.5, 0.005],
    [0.99, 0.0099],
    [0.999, 0.00999],
    [1, 0.01],
  ] as const) {
    const [value = 0] = histogramQuantiles(encoded, [share]);
    assert.ok(Math.abs(value / expected - 1) < 0.01, `${share}: ${value}`);
  }
});

test('merging rounds is the same as having had them all at once', () => {
  const [first, second] = [ramp(10, 500), ramp(90_000, 700)];
  const merged = mergedHistograms([latencyHistogram(first), latencyHistogram(second)]);
  const whole = latencyHistogram([...first, ...second]);
  const shares = [0.1, 0.4, 0.5, 0.9, 0.999, 1];
  assert.equal(histogramCount(merged), 1_200);
  assert.deepEqual(histogramQuantiles(merged, shares), histogramQuantiles(whole, shares));
});

test('from under a microsecond to an hour, and in few bytes', () => {
  const encoded = latencyHistogram([0, 2e-7, 1e-3, 3_600]);
  assert.equal(histogramCount(encoded), 4);
  const [least = 0, most = 0] = histogramQuantiles(encoded, [0.01, 1]);
  assert.equal(least, 1e-6);
  assert.ok(Math.abs(most / 3_600 - 1) < 0.01);
  assert.ok(encoded.length < 300, `${encoded.length} characters`);
});

test('what is no latency is refused', () => {
  for (const value of [Number.NaN, -1, Number.POSITIVE_INFINITY])
    assert.throws(() => latencyHistogram([value]), RangeError);
});

/** A text of the same format, with anything in it. */
function packed(content: Buffer): string {
  const compressed = deflateSync(content);
  const header = Buffer.alloc(8);
  header.writeInt32BE(0x1c849304 | 0x10, 0);
  header.writeInt32BE(compressed.length, 4);
  return Buffer.concat([header, compressed]).toString('base64');
}

test('what is no histogram of ours is reported, without a memory full of zeros', () => {
  assert.ok(isHistogram(latencyHistogram(ramp(1, 1_000))));
  assert.ok(isHistogram(latencyHistogram([])));
  for (const text of ['', 'AAAA', 'bm90IG9uZQ==', packed(Buffer.from('short'))])
    assert.ok(!isHistogram(text), text);
  const bomb = packed(Buffer.alloc(12 * 1024 * 1024));
  assert.ok(bomb.length < 20_000);
  assert.ok(!isHistogram(bomb));
  // Five significant digits take two hundred thousand counters for each doubling.
  const fine = Buffer.alloc(40);
  fine.writeInt32BE(0x1c849303 | 0x10, 0);
  fine.writeInt32BE(5, 12);
  assert.ok(!isHistogram(packed(fine)));
});
