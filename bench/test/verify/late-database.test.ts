import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '../../src/verify/checks/check.ts';
import { verifyLateDatabase } from '../../src/verify/verify.ts';
import type { Context, Reply } from './servers/behaviour.ts';
import { seededDatabases } from './servers/fake-database.ts';
import { served, startServer } from './servers/server.ts';
import { data, jumpingClock } from './shared.ts';

/** A server that was started before its databases: what it may answer until they come, and after. */

const NEEDING = /^(menus|users|account)/;
const unavailable: Reply = {
  ...{ status: 503, headers: [['Content-Type', 'application/json']] },
  ...{ body: '{"code":503,"message":"no database"}', framing: 'content-length' },
};

/** @param reply what it answers where a database is needed, while there is none (`isUp` false) and later */
async function verified(
  reply: (isUp: boolean, context: Context, right: () => Promise<Reply>) => Promise<Reply> | Reply,
): Promise<{ result: CheckResult; isUp: boolean }> {
  const databases = await seededDatabases(data);
  const clock = jumpingClock();
  let isUp = false;
  const server = await startServer(
    { reply: (context, right) => reply(isUp, context, right) },
    { data, databases, clock },
  );
  try {
    const results = await verifyLateDatabase(
      {
        ...{ origin: server.origin, scenarios: served, data, databases, poolSize: 8, clock },
        signal: AbortSignal.timeout(60_000),
        limits: { timeoutMs: 500, recoveryMs: 1_000 },
      },
      async () => {
        isUp = true;
      },
    );
    assert.deepEqual(
      results.map(({ id }) => id),
      ['server/late-database'],
    );
    return { result: results[0] as CheckResult, isUp };
  } finally {
    await server.close();
  }
}

const needs = ({ route }: Context): boolean => NEEDING.test(route);

test('one that answers 503 until its databases are there passes, also if it takes a while', async () => {
  let failures = 0;
  const { result, isUp } = await verified((up, context, right) => {
    if (!needs(context)) return right();
    return up && ++failures > 3 ? right() : unavailable;
  });
  assert.equal(result.status, 'passed', JSON.stringify(result));
  assert.ok(isUp && failures > 3);
});

test('one whose pool waits longer than a client does passes', async () => {
  const { result } = await verified((up, context, right) =>
    up || !needs(context) ? right() : new Promise<Reply>(() => {}),
  );
  assert.equal(result.status, 'passed', JSON.stringify(result));
});

test('one that answers as if all were well fails, and is not asked further', async () => {
  const { result, isUp } = await verified((_, __, right) => right());
  assert.equal(result.status, 'failed');
  assert.match(result.detail?.summary ?? '', /is not answered with 5xx/);
  assert.equal(result.detail?.seen, 'status 200');
  assert.equal(isUp, false);
});

test('one that never finds its database fails', async () => {
  const { result } = await verified((_, context, right) => (needs(context) ? unavailable : right()));
  assert.equal(result.status, 'failed');
  assert.match(result.detail?.summary ?? '', /came up after the server is not used/);
  assert.match(result.detail?.seen ?? '', /^status 503 after \d+ s$/);
});

test('one that answers nothing at all without its databases fails', async () => {
  const { result } = await verified((up, _, right) => (up ? right() : unavailable));
  assert.equal(result.status, 'failed');
  assert.match(result.detail?.summary ?? '', /status 503 instead of 200/);
});
