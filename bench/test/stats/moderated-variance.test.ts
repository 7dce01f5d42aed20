import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moderated, sharedSpread, variancePrior } from '../../src/stats/index.ts';
import { seededRandom } from '../../src/util/random.ts';

const random = seededRandom(17);
/** Draws chi-squared for a whole number of degrees of freedom. */
const chiSquared = (degrees: number): number =>
  Array.from({ length: degrees }, random.normal).reduce((sum, value) => sum + value ** 2, 0);

/** Sample variances whose true ones are drawn from the prior: scaled inverse chi-squared, as Smyth has it. */
const drawn = (number: number, degrees: number, prior: { variance: number; degrees: number }): number[] =>
  Array.from({ length: number }, () => {
    const own = (prior.variance * prior.degrees) / chiSquared(prior.degrees);
    return (own * chiSquared(degrees)) / degrees;
  });

describe('what many variances say about each', () => {
  for (const prior of [
    { variance: 4, degrees: 4 },
    { variance: 0.0009, degrees: 10 },
  ]) {
    for (const degrees of [2, 3, 9]) {
      test(`drawn ones of ${degrees} degrees give back a prior of ${prior.degrees} around ${prior.variance}`, () => {
        const found = variancePrior(drawn(20_000, degrees, prior), degrees);
        assert.ok(found);
        const { variance, degrees: strength } = found;
        assert.ok(Math.abs(variance / prior.variance - 1) < 0.05, `${variance}`);
        assert.ok(Math.abs(strength / prior.degrees - 1) < 0.25, `${strength}`);
      });
    }
  }

  test('variances of one and the same true one: all of them show it together', () => {
    const found = variancePrior(
      Array.from({ length: 20_000 }, () => (9 * chiSquared(3)) / 3),
      3,
    );
    assert.ok(found);
    assert.ok(found.degrees > 50, `${found.degrees}`);
    assert.ok(Math.abs(found.variance - 9) < 0.3, `${found.variance}`);
  });

  test('variances that differ by less than chance has it: no end of degrees', () => {
    assert.equal(variancePrior([1, 1.01, 0.99, 1, 1.02, 0.98, 1], 3)?.degrees, Number.POSITIVE_INFINITY);
  });

  test('the unit does not matter', () => {
    const variances = drawn(200, 3, { variance: 1, degrees: 4 });
    const one = variancePrior(variances, 3);
    const thousand = variancePrior(
      variances.map((variance) => variance * 1_000),
      3,
    );
    assert.ok(one && thousand);
    assert.ok(Math.abs(thousand.variance / one.variance / 1_000 - 1) < 1e-9);
    assert.ok(Math.abs(thousand.degrees / one.degrees - 1) < 1e-6);
  });

  test('a tie does not decide, whatever floating point makes of it', () => {
    const others = drawn(1_000, 1, { variance: 1, degrees: 6 });
    const without = variancePrior(others, 1);
    assert.ok(without);
    for (const tie of [1e-6, 1e-32, 1e-300]) {
      const found = variancePrior([...others, tie], 1);
      assert.ok(found);
      assert.ok(
        Math.abs(found.degrees / without.degrees - 1) < 0.05,
        `${found.degrees} of ${without.degrees}`,
      );
    }
  });

  test('few say nothing, and those of 0 are none', () => {
    assert.equal(variancePrior([], 3), null);
    assert.equal(variancePrior([1, 2, 3, 4, 5], 3), null);
    assert.equal(variancePrior([1, 2, 3, 4, 5, 0, 0, 0], 3), null);
    assert.ok(variancePrior([1, 2, 3, 4, 5, 6], 3));
    assert.deepEqual(variancePrior([1, 2, 3, 4, 5, 6, 0, 0], 3), variancePrior([1, 2, 3, 4, 5, 6], 3));
  });
});

describe('a variance and the prior together', () => {
  test('by hand', () => {
    assert.deepEqual(moderated(4, 3, { variance: 1, degrees: 6 }), { variance: 2, degrees: 9 });
  });
  test('without a prior it is as it was; with an endless one it is the prior', () => {
    assert.deepEqual(moderated(4, 3, null), { variance: 4, degrees: 3 });
    const endless = { variance: 1, degrees: Number.POSITIVE_INFINITY };
    assert.deepEqual(moderated(4, 3, endless), endless);
  });
});

describe('a prior that follows the scatter of slices', () => {
  const blocks = 2;
  /** Variances that grow with a known scatter over a range of 100, and are otherwise alike. */
  const withScatter = Array.from({ length: 400 }, (_, at) => {
    const scatter = 100 ** (at / 400);
    return { variance: scatter * chiSquared(blocks - 1), blocks, scatter };
  });
  const without = withScatter.map(({ variance }) => ({ variance, blocks }));

  test('has more degrees of freedom than one that does not', () => {
    const of = { variance: 1, blocks, scatter: 10 };
    const plain = sharedSpread(without, 60)(of);
    const trend = sharedSpread(withScatter, 60)(of);
    assert.ok(trend.degrees > 2 * plain.degrees, `${plain.degrees} and ${trend.degrees}`);
  });

  test('expects more of what scatters more', () => {
    const spreadOf = sharedSpread(withScatter, 60);
    const [little, much] = [1, 100].map(
      (scatter) => spreadOf({ variance: 0.001, blocks, scatter }).error ?? 0,
    );
    const ratio = (much as number) / (little as number);
    assert.ok(ratio > 5 && ratio < 20, `${ratio}`);
  });

  test('never makes a variance smaller than the one that was seen', () => {
    const { error } = sharedSpread(withScatter, 60)({ variance: 10_000, blocks, scatter: 1 });
    assert.ok((error ?? 0) >= Math.sqrt(10_000 / blocks) * (1 - 1e-9), `${error}`);
  });

  test('is the common one where the scatter of one is not known, says nothing, or goes the other way', () => {
    const of = { variance: 1, blocks, scatter: 10 };
    const plain = sharedSpread(without, 60)(of);
    const [first, ...others] = withScatter;
    const known = first as (typeof withScatter)[number];
    assert.deepEqual(sharedSpread([{ ...known, scatter: undefined }, ...others] as never, 60)(of), plain);
    assert.deepEqual(
      sharedSpread(
        without.map((one) => ({ ...one, scatter: 3 })),
        60,
      )(of),
      plain,
    );
    const opposite = withScatter.map((one) => ({ ...one, scatter: 1 / one.scatter }));
    assert.deepEqual(sharedSpread(opposite, 60)(of), plain);
  });
});

test('a block that few targets survived decides nothing about those that lack it', () => {
  const whole = Array.from({ length: 400 }, () => ({ variance: chiSquared(1), blocks: 2 }));
  const survivors = Array.from({ length: 3 }, () => ({ variance: chiSquared(2) / 2, blocks: 3 }));
  const of = { variance: 1, blocks: 2 };
  assert.deepEqual(sharedSpread([...whole, ...survivors], 60)(of), sharedSpread(whole, 60)(of));
  const parted = Array.from({ length: 1_000 }, () => ({ variance: 0, blocks: 1 }));
  assert.deepEqual(sharedSpread([...whole, ...parted], 60)(of), sharedSpread(whole, 60)(of));
});
