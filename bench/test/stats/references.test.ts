import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { midRanks } from '../../src/stats/change-points.ts';
import { falseDiscoveryAdjusted } from '../../src/stats/false-discovery.ts';
import {
  leastDetectable,
  pAbove,
  pairedEffect,
  pairsToDecide,
  pBelow,
} from '../../src/stats/paired-effect.ts';
import { welchDifference, welchInterval } from '../../src/stats/welch.ts';

/** Made by fixtures/golden.py from scipy. */
const golden = JSON.parse(readFileSync(new URL('fixtures/golden.json', import.meta.url), 'utf8')) as {
  effects: Record<'ratio' | 'low' | 'high' | 'deviation' | 'pAbove1' | 'pAbove101' | 'pBelow99', number>[] &
    { ratios: number[] }[];
  falseDiscovery: { p: number[]; adjusted: number[] }[];
  midRanks: { values: number[]; ranks: number[] }[];
  differences: { a: number[]; b: number[]; difference: number; p: number; low: number; high: number }[];
};

/** Of no account: these values differ. */
const STEP = 1e-9;

const near = (actual: number, expected: number): void => {
  assert.ok(Math.abs(actual - expected) <= 1e-9, `${actual} instead of ${expected}`);
};

describe('agree with scipy to 1e-9', () => {
  for (const expected of golden.effects) {
    test(`effect of ${expected.ratios.length} pairs`, () => {
      const effect = pairedEffect(expected.ratios);
      assert.ok(effect);
      near(effect.ratio, expected.ratio);
      near(effect.low, expected.low);
      near(effect.high, expected.high);
      near(effect.deviation, expected.deviation);
      near(pAbove(expected.ratios, 1), expected.pAbove1);
      near(pAbove(expected.ratios, 1.01), expected.pAbove101);
      near(pBelow(expected.ratios, 0.99), expected.pBelow99);
    });
  }
  for (const { p, adjusted } of golden.falseDiscovery) {
    test(`false discovery rate over ${p.length} p values`, () => {
      falseDiscoveryAdjusted(p).forEach((value, index) => {
        near(value, adjusted[index] as number);
      });
    });
  }
  for (const { a, b, difference, p, low, high } of golden.differences) {
    test(`difference of ${a.length} and ${b.length} values`, () => {
      const found = welchDifference(a, b, STEP);
      assert.ok(found);
      near(found.difference, difference);
      near(found.p, p);
      const interval = welchInterval(a, b, STEP);
      assert.ok(interval);
      near(interval.low, low);
      near(interval.high, high);
    });
  }
  for (const { values, ranks } of golden.midRanks) {
    test(`ranks of ${values.length} values with ties`, () => assert.deepEqual([...midRanks(values)], ranks));
  }
});

describe('edges of an effect', () => {
  test('one round says nothing about spread, none says nothing', () => {
    assert.equal(pairedEffect([1.1]), null);
    assert.equal(pairedEffect([]), null);
    assert.equal(pAbove([1.5], 1), 1);
  });
  test('pairs that agree are known as well as their digits tell', () => {
    for (const p of [pAbove([1.05, 1.05, 1.05], 1.01), 1 - pAbove([1, 1, 1], 1.01), pBelow([0.9, 0.9], 0.99)])
      assert.ok(p > 0 && p < 1e-5, `${p}`);
    const { low = 0, high = 0 } = pairedEffect([2, 2, 2]) ?? {};
    assert.ok(low < 2 && low > 1.99999 && high > 2 && high < 2.00001, `${low} ${high}`);
  });
  test('counts that agree are known as well as one of them', () => {
    const [a, b] = [3, 2].map((value) => [value, value, value]) as [number[], number[]];
    const { low = 1, high = 1 } = welchInterval(a, b, 0.01) ?? {};
    assert.ok(low < 1 && low > 0.98 && high > 1 && high < 1.02, `${low} ${high}`);
    const p = welchDifference(a, b, 0.01)?.p ?? 0;
    assert.ok(p > 0 && p < 1e-6, `${p}`);
  });
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1]) {
    test(`${bad} is no ratio`, () => {
      assert.throws(() => pairedEffect([1, bad]), /finite and above 0/);
      assert.throws(() => pAbove([1, bad], 1), /finite and above 0/);
    });
  }
  test('pairs to decide: more where the effect is nearer to a bound, none on it', () => {
    const effect = { ratio: 1.02, low: 1, high: 1.04, pairs: 10, deviation: 0.024 };
    const few = pairsToDecide({ ...effect, ratio: 1.05 }, [1 / 1.01, 1.01]) as number;
    const many = pairsToDecide(effect, [1 / 1.01, 1.01]) as number;
    assert.ok(few < many && few > effect.pairs && many > 15 && many < 60, `${few}, ${many}`);
    assert.equal(pairsToDecide({ ...effect, ratio: 1.01 }, [1.01]), null);
  });
  test('what can be detected shrinks with the root of the pairs', () => {
    const effect = { ratio: 1, low: 1, high: 1, pairs: 30, deviation: 0.024 };
    const [at30, at120] = [30, 120].map((pairs) => Math.log(leastDetectable({ ...effect, pairs }, 0.05)));
    assert.ok(Math.abs((at30 as number) / (at120 as number) - 2) < 0.1);
  });
});
