import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scenarioIds } from '../../src/model/index.ts';
import type { CheckResult } from '../../src/verify/check.ts';
import { allCheckIds, verifyServer } from '../../src/verify/verify.ts';
import { FakeDatabase } from './servers/fake-database.ts';
import { rightServers } from './servers/right-servers.ts';
import { type Behaviour, startServer } from './servers/server.ts';
import { wrongServers } from './servers/wrong-servers.ts';
import { data, jumpingClock } from './shared.ts';

/** The suite that proves the verifier: every wrong server by its own checks, no right server refused. */

async function verify(behaviour: Behaviour): Promise<CheckResult[]> {
  const database = new FakeDatabase();
  await database.seed(data);
  const clock = jumpingClock();
  const server = await startServer(behaviour, { data, database, clock });
  try {
    return await verifyServer({
      origin: server.origin,
      scenarios: scenarioIds,
      data,
      database,
      clock,
      signal: AbortSignal.timeout(60_000),
      limits: { timeoutMs: 2_000, slowMs: 400, recoveryMs: 1_000 },
    });
  } finally {
    await server.close();
  }
}

const failedIds = (results: readonly CheckResult[]): string[] =>
  results.filter((result) => result.status === 'failed').map((result) => result.id);

const show = (results: readonly CheckResult[]): string =>
  JSON.stringify(
    results.filter((result) => result.status === 'failed'),
    null,
    2,
  );

for (const [name, { fails, ...behaviour }] of Object.entries(wrongServers)) {
  test(`wrong server: ${name}`, async () => {
    const results = await verify(behaviour);
    assert.deepEqual(failedIds(results).sort(), [...fails].sort(), show(results));
    for (const result of results.filter(({ status }) => status === 'failed')) {
      const { detail } = result;
      assert.ok(
        detail?.summary && detail.expected !== null && detail.seen !== null,
        `${result.id} says too little`,
      );
    }
  });
}

for (const [name, behaviour] of Object.entries(rightServers)) {
  test(`right server: ${name}`, async () => {
    const results = await verify(behaviour);
    assert.deepEqual(failedIds(results), [], show(results));
    assert.deepEqual(
      results.map((result) => result.id),
      allCheckIds().filter((id) => results.some((r) => r.id === id)),
    );
    const skipped = results
      .filter((result) => result.status === 'skipped')
      .map((result) => result.id.split('/')[1]);
    assert.ok(
      skipped.every((check) => check === 'date' && name === 'no Date'),
      `skipped: ${skipped.join(', ')}`,
    );
  });
}

test('every check is failed by some wrong server', () => {
  const caught = new Set(
    Object.values(wrongServers).flatMap(({ fails }) => fails.map((id) => id.split('/')[1])),
  );
  const names = new Set(allCheckIds().map((id) => id.split('/')[1]));
  assert.deepEqual(
    [...names].filter((check) => !caught.has(check)),
    [],
  );
});

test('only what the target declares is asked', async () => {
  const database = new FakeDatabase();
  const paths = new Set<string>();
  const server = await startServer(
    {
      reply(context, right) {
        paths.add(context.path);
        return right();
      },
    },
    { data, database },
  );
  try {
    const results = await verifyServer({
      origin: server.origin,
      scenarios: ['plaintext'],
      data,
      clock: jumpingClock(),
      signal: AbortSignal.timeout(10_000),
    });
    assert.deepEqual([...paths].sort(), ['/healthz', '/plaintext']);
    assert.equal(
      results.some((result) => result.id.startsWith('json')),
      false,
    );
  } finally {
    await server.close();
  }
});

test('without a database the checks that change it are skipped and say so', async () => {
  const database = new FakeDatabase();
  await database.seed(data);
  const server = await startServer({}, { data, database });
  try {
    const results = await verifyServer({
      origin: server.origin,
      scenarios: ['menus'],
      data,
      clock: jumpingClock(),
      signal: AbortSignal.timeout(10_000),
    });
    const skipped = results.filter((result) => result.status === 'skipped');
    assert.deepEqual(
      skipped.map((result) => result.id),
      ['menus/fresh-row', 'menus/database-error', 'menus/recovers'],
    );
    assert.match(skipped[0]?.detail?.summary ?? '', /no database/);
  } finally {
    await server.close();
  }
});

test('an aborted verification rejects and leaves the database as it was', async () => {
  const database = new FakeDatabase();
  await database.seed(data);
  const controller = new AbortController();
  const server = await startServer({}, { data, database });
  const before = await database.select(11);
  const changeRow = database.changeRow.bind(database);
  database.changeRow = async (marker) => {
    const changed = await changeRow(marker);
    controller.abort(new Error('enough'));
    return changed;
  };
  try {
    const verifying = verifyServer({
      origin: server.origin,
      scenarios: ['menus'],
      data,
      database,
      signal: controller.signal,
    });
    await assert.rejects(verifying, /enough/);
    assert.deepEqual(await database.select(11), before);
  } finally {
    await server.close();
  }
});
