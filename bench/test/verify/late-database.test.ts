import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '../../src/verify/checks/check.ts';
import { verifyLateDatabase } from '../../src/verify/verify.ts';
import type { Context, Reply } from './servers/behaviour.ts';
import { seededDatabases } from './servers/fake-database.ts';
import { POOL_SIZE, served, startContractServer } from './servers/server.ts';
import { data, jumpingClock } from './shared.ts';

/**
 * A server that was started before its databases: what it may answer until they come, after, and once its connections to
 * them broke.
 */

const NEEDING = /^(menus|users|account)/;
const unavailable: Reply = {
  ...{ status: 503, headers: [['Content-Type', 'application/json']] },
  ...{ body: '{"code":503,"message":"no database"}', framing: 'content-length' },
};

interface State {
  isUp: boolean;
  /** Whether the connections have broken since. */
  isCut: boolean;
}

/** @param reply what it answers in each state of its databases */
async function verified(
  reply: (state: State, context: Context, right: () => Promise<Reply>) => Promise<Reply> | Reply,
): Promise<{ late: CheckResult; lost: CheckResult; state: State }> {
  const databases = await seededDatabases(data);
  const clock = jumpingClock();
  const state: State = { isUp: false, isCut: false };
  const server = await startContractServer(
    { reply: (context, right) => reply(state, context, right) },
    { data, databases, clock },
  );
  try {
    const results = await verifyLateDatabase(
      {
        ...{ origin: server.origin, scenarios: served, data, databases, poolSize: POOL_SIZE, clock },
        signal: AbortSignal.timeout(60_000),
        limits: { timeoutMs: 500, recoveryMs: 1_000 },
      },
      {
        async letIn() {
          state.isUp = true;
        },
        cut() {
          state.isCut = true;
        },
      },
    );
    assert.deepEqual(
      results.map(({ id }) => id),
      ['server/late-database', 'server/lost-connections'],
    );
    const [late, lost] = results as [CheckResult, CheckResult];
    return { late, lost, state };
  } finally {
    await server.close();
  }
}

const needs = ({ route }: Context): boolean => NEEDING.test(route);

test('one that answers 503 until its databases are there passes, also if it takes a while', async () => {
  let failures = 0;
  const { late, lost, state } = await verified(({ isUp }, context, right) => {
    if (!needs(context)) return right();
    return isUp && ++failures > 3 ? right() : unavailable;
  });
  assert.equal(late.status, 'passed', JSON.stringify(late));
  assert.equal(lost.status, 'passed', JSON.stringify(lost));
  assert.ok(state.isUp && state.isCut && failures > 3);
});

test('one whose pool waits longer than a client does passes', async () => {
  const { late } = await verified(({ isUp }, context, right) =>
    isUp || !needs(context) ? right() : new Promise<Reply>(() => {}),
  );
  assert.equal(late.status, 'passed', JSON.stringify(late));
});

test('one that answers as if all were well fails, and is not asked further', async () => {
  const { late, lost, state } = await verified((_, __, right) => right());
  assert.equal(late.status, 'failed');
  assert.match(late.detail?.summary ?? '', /is not answered with 5xx/);
  assert.equal(late.detail?.seen, 'status 200');
  assert.equal(lost.status, 'skipped');
  assert.deepEqual(state, { isUp: false, isCut: false });
});

test('one that never finds its database fails', async () => {
  const { late } = await verified((_, context, right) => (needs(context) ? unavailable : right()));
  assert.equal(late.status, 'failed');
  assert.match(late.detail?.summary ?? '', /came up after the server is not used/);
  assert.match(late.detail?.seen ?? '', /^status 503 after \d+ s$/);
});

test('one that answers nothing at all without its databases fails', async () => {
  const { late } = await verified(({ isUp }, _, right) => (isUp ? right() : unavailable));
  assert.equal(late.status, 'failed');
  assert.match(late.detail?.summary ?? '', /status 503 instead of 200/);
});

/** One that is right until its connections break, and then answers 503 to the requests that `isBroken` says. */
function thenBroken(isBroken: (request: number) => boolean): ReturnType<typeof verified> {
  let requests = 0;
  return verified(({ isUp, isCut }, context, right) => {
    if (!needs(context)) return right();
    return isUp && !(isCut && isBroken(++requests)) ? right() : unavailable;
  });
}

test('one that answers 503 once for each connection that broke passes', async () => {
  const { lost } = await thenBroken((request) => request <= POOL_SIZE);
  assert.equal(lost.status, 'passed', JSON.stringify(lost));
});

test('one that replaces none of the connections that broke fails, and so does one that keeps one of them', async () => {
  for (const isBroken of [() => true, (request: number) => request % POOL_SIZE === 0]) {
    const { late, lost } = await thenBroken(isBroken);
    assert.equal(late.status, 'passed', JSON.stringify(late));
    assert.equal(lost.status, 'failed');
    assert.match(lost.detail?.summary ?? '', /that broke are not replaced/);
    assert.equal(lost.detail?.expected, '8 right answers at once at most 1 s after they broke');
    assert.equal(lost.detail?.seen, 'status 503');
  }
});
