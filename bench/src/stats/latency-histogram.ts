import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type * as Hdr from 'hdr-histogram-js';

// The package is CommonJS, without named exports that an ES module could import.
const { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } = createRequire(import.meta.url)(
  'hdr-histogram-js',
) as typeof Hdr;

/**
 * Latencies are counted in buckets (HDR histogram, Gil Tene), so that blocks merge exactly: adding counts
 * loses nothing, while percentiles of percentiles mean nothing. Values are microseconds to two significant
 * digits; the text is the format that the HDR libraries of all languages read (V2, compressed, base64).
 */
const SIGNIFICANT_DIGITS = 2;
const PER_SECOND = 1e6;

function empty(): Hdr.Histogram {
  return build({
    bitBucketSize: 64,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 2,
    numberOfSignificantValueDigits: SIGNIFICANT_DIGITS,
  });
}

/** @param seconds latencies, each finite and not negative; under a microsecond counts as one */
export function latencyHistogram(seconds: Iterable<number>): string {
  const histogram = empty();
  for (const value of seconds) {
    if (!(value >= 0 && Number.isFinite(value))) throw new RangeError('a latency is finite and not negative');
    histogram.recordValue(Math.max(1, Math.round(value * PER_SECOND)));
  }
  return encodeIntoCompressedBase64(histogram);
}

/** Merges histograms by adding their counts. */
export function mergedHistograms(encoded: readonly string[]): string {
  const all = empty();
  for (const text of encoded) all.add(decodeFromCompressedBase64(text));
  return encodeIntoCompressedBase64(all);
}

/** Latencies in seconds at these shares of the requests, each in (0, 1], for example 0.99. */
export function histogramQuantiles(encoded: string, probabilities: readonly number[]): number[] {
  const histogram = decodeFromCompressedBase64(encoded);
  return probabilities.map((share) => histogram.getValueAtPercentile(share * 100) / PER_SECOND);
}

/** Bytes of an inflated histogram of ours, with room; a bomb inflates to a thousand times as many. */
const MOST_INFLATED_BYTES = 256 * 1024;
/** Where the compressed part begins, and where its header says how many significant digits it resolves. */
const COMPRESSED_FROM = 8;
const DIGITS_FROM = 12;

/** Whether a text is a histogram as this module writes them: others may not decode, or fill the memory. */
export function isHistogram(encoded: string): boolean {
  try {
    const compressed = Buffer.from(encoded, 'base64').subarray(COMPRESSED_FROM);
    const header = inflateSync(compressed, { maxOutputLength: MOST_INFLATED_BYTES });
    if (header.readInt32BE(DIGITS_FROM) !== SIGNIFICANT_DIGITS) return false;
    const { totalCount, maxValue } = decodeFromCompressedBase64(encoded);
    return Number.isSafeInteger(totalCount) && totalCount >= 0 && Number.isSafeInteger(maxValue);
  } catch {
    return false;
  }
}

export function histogramCount(encoded: string): number {
  return decodeFromCompressedBase64(encoded).totalCount;
}
