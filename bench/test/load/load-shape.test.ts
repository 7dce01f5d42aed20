import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arrivalOf, type LoadShape, loadShapeId, loadShapeSchema } from '../../src/model/index.ts';
import { describeLoadShape } from '../../src/words/index.ts';

const shapes: [object, string, string][] = [
  [{ loader: 'wrk', connections: 64 }, 'wrk-64', 'wrk, 64 connections, closed loop'],
  [
    { loader: 'wrk', connections: 1_000, connection: 'close', seconds: 3 },
    'wrk-1000-close-3s',
    'wrk, 1,000 connections, closed after each request, closed loop, 3 s',
  ],
  [
    { loader: 'wrk', connections: 5_000, seconds: 180, timeoutSeconds: 60 },
    'wrk-5000-180s-timeout-60s',
    'wrk, 5,000 connections, closed loop, 180 s, responses within 60 s',
  ],
  [
    { loader: 'oha', connections: 8, connection: 'close', requests: 80_000 },
    'oha-8-close-n80000',
    'oha, 8 connections, closed after each request, closed loop, 80,000 requests',
  ],
  [
    { loader: 'oha', connections: 1, rate: { shareOfCapacity: 0.5 } },
    'oha-1-rate-50pct',
    'oha, 1 connection, fixed rate of 50 % of capacity',
  ],
];

describe('a load shape', () => {
  for (const [shape, id, text] of shapes) {
    test(id, () => {
      const parsed: LoadShape = loadShapeSchema.parse(shape);
      assert.equal(loadShapeId(parsed), id);
      assert.equal(describeLoadShape(parsed), text);
    });
  }

  test('counts or keeps a rate or a time, never two of them', () => {
    const oha = { loader: 'oha', connections: 8 };
    for (const more of [
      { requests: 10, rate: { perSecond: 1 } },
      { requests: 10, seconds: 1 },
      { requests: 0 },
    ]) {
      assert.equal(loadShapeSchema.safeParse({ ...oha, ...more }).success, false);
    }
  });

  test('arrives in one of three ways, whatever the loader', () => {
    const arrivals = shapes.map(([shape]) => arrivalOf(loadShapeSchema.parse(shape)));
    assert.deepEqual(arrivals, ['closed', 'closed', 'closed', 'count', 'rate']);
  });

  test('has a share of capacity that its id gives in full', () => {
    const accepts = (shareOfCapacity: number): boolean =>
      loadShapeSchema.safeParse({ loader: 'oha', connections: 8, rate: { shareOfCapacity } }).success;
    for (let percent = 1; percent <= 100; percent++) assert.ok(accepts(percent / 100), `${percent} %`);
    for (const share of [0.505, 0.014, 0.333]) assert.ok(!accepts(share), `${share}`);
  });

  test('names a loader that has no hyphen: an id is read back in one way', () => {
    assert.equal(loadShapeSchema.safeParse({ loader: 'wrk-64', connections: 8 }).success, false);
  });
});
