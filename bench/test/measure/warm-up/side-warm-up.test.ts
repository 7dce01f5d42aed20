import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSteady, sideWarmUp } from '../../../src/measure/warm-up/side-warm-up.ts';
import type { WarmSecond } from '../../../src/measure/warm-up/steady-state.ts';
import { PitwallError } from '../../../src/util/errors.ts';

const steady = { maxSeconds: 120 };
const brief = { sliceSeconds: 1, minSlices: 3, maxSlices: 5, toleranceRatio: 0.03 };

/** Seconds with these costs, in nanoseconds per request. */
const secondsOf = (costs: readonly number[], compilingRatio: number | null = null): WarmSecond[] =>
  costs.map((cpuPerRequestNanoseconds) => ({
    cpuPerRequestNanoseconds,
    throughputPerSecond: 1e9 / cpuPerRequestNanoseconds,
    compilingRatio,
  }));

test('a side that was steady once stays so while the other warms up', () => {
  const { alone, together } = sideWarmUp(steady, 'JavaScript');
  const { rule, maxSeconds } = together;
  assert.equal(alone, null);
  const costs = [400, 300, 200, 100, 100, 100, 100, 100, 100];
  assert.equal(rule(secondsOf(costs.slice(0, 6))), false);
  assert.equal(rule(secondsOf(costs)), true);
  // What falls later is noise.
  assert.equal(rule(secondsOf([...costs, 80, 80, 80])), true);
  assert.equal(maxSeconds, 120);
});

test('a plateau of a JVM that still compiles is not its end', () => {
  const { alone } = sideWarmUp(steady, 'Java');
  assert.equal(alone?.rule(secondsOf(Array(20).fill(300), 0.2)), false);
  assert.equal(alone?.rule(secondsOf(Array(20).fill(300), 0.01)), true);
  assert.equal(alone?.compileWithConnections, 4);
  assert.equal(sideWarmUp(steady, 'Go').together.compileWithConnections, undefined);
});

test('a JVM that was warm by itself stays under load with the other side until both are quiet', () => {
  const { together } = sideWarmUp(steady, 'Java');
  assert.equal(together.compileWithConnections, undefined);
  assert.equal(together.rule(secondsOf([100], 0.01)), false);
  assert.equal(together.rule(secondsOf([100, 100], 0.2)), false);
  assert.equal(together.rule(secondsOf([100, 100, 100, 100], 0.01)), true);
});

test('a brief warm-up ends when two slices agree, or after its most', () => {
  const { alone, together } = sideWarmUp(brief, 'Java');
  const { rule, maxSeconds } = together;
  assert.equal(alone, null);
  assert.equal(rule(secondsOf([300, 299])), false);
  assert.equal(rule(secondsOf([500, 300, 299], 0.5)), true);
  assert.equal(maxSeconds, 5);
});

test('a side that is not steady in time says what was left, unless its warm-up is brief', () => {
  const slices = secondsOf([300, 300, 300, 300, 300, 270, 270, 270], 0.25).map((second) => ({
    ...second,
    durationSeconds: 1,
    latencyMaxSeconds: null,
  }));
  requireSteady(steady, { steady: true, slices });
  requireSteady(brief, { steady: false, slices });
  assert.throws(
    () => requireSteady(steady, { steady: false, slices }),
    (error) =>
      error instanceof PitwallError &&
      error.where === 'after 120 s of load' &&
      error.seen.startsWith('compiling takes 25.0 % of its CPU time'),
  );
});
