import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canaryCosts } from '../../src/publish/data/canary-costs.ts';

test('a run tells by the canary how fast the machine was', () => {
  assert.deepEqual(canaryCosts({ target: 'c/epoll', cpuPerRequestNanoseconds: [5_000, 7_500, 5_500] }), {
    target: 'c/epoll',
    loads: 3,
    medianNanoseconds: 5_500,
    lowNanoseconds: 5_000,
    highNanoseconds: 7_500,
  });
});

test('a run whose canary was never loaded tells nothing', () => {
  assert.equal(canaryCosts(undefined), null);
  assert.equal(canaryCosts({ target: 'c/epoll', cpuPerRequestNanoseconds: [] }), null);
});
