import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgePool } from '../../src/verify/checks/pool-check.ts';

/** Connections that a database counted, poll by poll, against what the server was given. */

function summary(
  seen: number[],
  limits: Partial<Parameters<typeof judgePool>[2]> = {},
  answered = 512,
): string | null {
  const verdict = judgePool(
    'pool-mysql',
    { seen, requests: 512, answered, wrong: null },
    { poolSize: 16, workers: 1, monitoring: 0, ...limits },
  );
  return verdict.fault?.summary ?? null;
}

const TOO_MANY = 'the server opens more connections than its pool may have';
const TOO_FEW = 'the server does not use its pool';

test('up to the size of the pool, and no more', () => {
  assert.equal(summary([3, 16, 16, 16]), null);
  assert.equal(summary([3, 17, 17, 16]), TOO_MANY);
  assert.equal(summary([64, 64, 0, 0]), TOO_MANY, 'opened for the burst only');
});

test('a connection that is counted together with its successor for a moment is not one too many', () => {
  assert.equal(summary([16, 17, 16, 18, 16]), null);
});

test('more than one is used', () => {
  assert.equal(summary([1, 1, 1]), TOO_FEW);
  assert.equal(summary([1, 2, 1]), null);
  assert.equal(summary([]), TOO_FEW);
  assert.equal(summary([1, 1], { poolSize: 1 }), null, 'where the pool has more than one');
});

test('a cluster has one connection a process at the least', () => {
  assert.equal(summary([4, 4], { poolSize: 2, workers: 4 }), null);
  assert.equal(summary([5, 5], { poolSize: 2, workers: 4 }), TOO_MANY);
});

test('a driver may watch its server beside the pool, or not', () => {
  const mongodb = { monitoring: 2, workers: 2 };
  assert.equal(summary([20, 20], mongodb), null);
  assert.equal(summary([21, 21], mongodb), TOO_MANY);
  assert.equal(
    summary([4, 4], { ...mongodb, workers: 4 }),
    null,
    'one connection a process, none that watches',
  );
  assert.equal(summary([1, 1], mongodb), TOO_FEW);
});

test('requests that find no connection free are to wait', () => {
  assert.match(summary([16, 16], {}, 500) ?? '', /^12 of 512 concurrent requests were answered wrongly/);
});
