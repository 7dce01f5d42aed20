import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAsked, loadShapeId, profileSchema, restrictedTo } from '../../src/model/index.ts';

const closed = { loader: 'wrk', connections: 64, connection: 'keep-alive' } as const;
const often = { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 250 } } as const;
const seldom = { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 50 } } as const;

const profile = profileSchema.parse({
  name: 'made-up',
  description: 'Lists bear a lower rate than the rest.',
  scenarios: ['account-get', 'account-list', 'users'],
  loadShapes: [closed, often, seldom],
  only: {
    [loadShapeId(often)]: ['account-get', 'users'],
    [loadShapeId(seldom)]: ['account-list'],
  },
  blocks: 3,
  sliceSeconds: 1,
  cycles: 2,
  warmup: { maxSeconds: 120, otherwise: 'mark' },
  coldStarts: 0,
});

test('a profile of no block times starts or builds', () => {
  assert.equal(profileSchema.parse({ ...profile, blocks: 0, coldStarts: 10 }).blocks, 0);
  assert.equal(profileSchema.parse({ ...profile, blocks: 0, builds: 1 }).blocks, 0);
  assert.match(
    profileSchema.safeParse({ ...profile, blocks: 0 }).error?.issues[0]?.message ?? '',
    /nothing to measure/,
  );
});

test('a profile restricted to some scenarios keeps what it asks of them, and is valid', () => {
  const restricted = profileSchema.parse(restrictedTo(profile, ['account-get', 'account-list']));
  assert.deepEqual(restricted.scenarios, ['account-get', 'account-list']);
  assert.deepEqual(restricted.only, {
    [loadShapeId(often)]: ['account-get'],
    [loadShapeId(seldom)]: ['account-list'],
  });
  assert.ok(isAsked(restricted, 'account-list', seldom));
  assert.ok(!isAsked(restricted, 'account-list', often));
});

test('a load shape that a restricted profile puts on no scenario is left out', () => {
  const restricted = profileSchema.parse(restrictedTo(profile, ['account-list']));
  assert.deepEqual(restricted.loadShapes.map(loadShapeId), [closed, seldom].map(loadShapeId));
});
