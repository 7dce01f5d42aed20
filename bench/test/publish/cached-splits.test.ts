import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Cache } from '../../src/publish/incremental/cache.ts';
import { CachedSplits } from '../../src/publish/incremental/cached-splits.ts';
import { changePointsOfAll, strongestSplit } from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

const random = seededRandom(11);
/** A level that shifts at two places or at none, with correlated noise in every third series. */
const series = Array.from({ length: 60 }, (_, number) => {
  let wandering = 0;
  return Array.from({ length: 60 + (number % 7) }, (_, at) => {
    wandering = (number % 3 === 0 ? 0.5 : 0) * wandering + random.next() - 0.5;
    const level = number % 2 === 0 ? 100 : at < 22 ? 100 : at < 41 ? 110 : 104;
    return level + wandering;
  });
});

const folder = mkdtempSync(join(tmpdir(), 'pitwall-splits-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('cached splits', () => {
  const worked = changePointsOfAll(series);

  test('there are some to find, and series without any', () => {
    assert.ok(worked.some((points) => points.length === 2));
    assert.ok(worked.some((points) => points.length === 0));
  });

  test('change points found by threads, and from the cache, are those worked out here', async () => {
    const cache = new Cache(folder);
    const first = new CachedSplits(cache);
    await first.search(series);
    assert.deepEqual(changePointsOfAll(series, {}, first.find), worked);
    first.save();
    const second = new CachedSplits(new Cache(folder));
    assert.deepEqual(changePointsOfAll(series, {}, second.find), worked);
  });

  test('a series that is cached is not searched again, one with a point more is', () => {
    const splits = new CachedSplits(new Cache(folder));
    const settings = { falseDiscoveryRate: 0.001, permutations: 1_999, seed: 1 };
    const [values = []] = series;
    const known = splits.find(values, settings);
    assert.deepEqual(known, strongestSplit(values, settings));
    assert.equal(splits.find(values, settings), known, 'the very same, not one like it');
    const longer = [...values, 130];
    assert.deepEqual(splits.find(longer, settings), strongestSplit(longer, settings));
    assert.deepEqual(
      splits.find(values, { ...settings, seed: 2 }),
      strongestSplit(values, { ...settings, seed: 2 }),
    );
  });

  test('without a cache folder everything is worked out', () => {
    const splits = new CachedSplits(new Cache(null));
    assert.deepEqual(
      changePointsOfAll(series.slice(0, 5), {}, splits.find),
      changePointsOfAll(series.slice(0, 5)),
    );
    splits.save();
  });
});
