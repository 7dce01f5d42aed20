import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../../src/databases/database.ts';
import { BlockCells } from '../../../src/measure/blocks/block-cells.ts';
import type { LiveServer } from '../../../src/measure/blocks/live-server.ts';
import type { PlannedCell } from '../../../src/measure/planned-cells.ts';
import { type ScenarioId, scenarioOf } from '../../../src/model/index.ts';
import { seededDatabases } from '../../verify/servers/fake-database.ts';
import { startContractServer } from '../../verify/servers/server.ts';
import { data } from '../../verify/shared.ts';

const shape = { loader: 'wrk', connections: 64, connection: 'keep-alive' } as const;
const planned = (name: string, id: ScenarioId): PlannedCell =>
  ({ targetVariant: { name }, scenario: scenarioOf(id), shape }) as unknown as PlannedCell;

/** Lets a load of MongoDB fail on the first of two right servers; returns the cells that this costs. */
async function failed(change: Partial<Database>): Promise<string[]> {
  const databases = await seededDatabases(data);
  const server = await startContractServer({}, { data, databases });
  const mongodb = Object.assign(databases.mongodb, change);
  const { signal } = new AbortController();
  const cells = new BlockCells({ databases: { mongodb }, signal, report: () => {} }, 0, [
    planned('first', 'users'),
    planned('first', 'json'),
    planned('second', 'users'),
  ]);
  const [at] = cells.all;
  assert.ok(at);
  const live = { name: 'first', isDead: false, failure: null, server, fail: assert.fail };
  try {
    await cells.failLoad(live as unknown as LiveServer, at, new Error('no response'), [at]);
  } finally {
    await server.close();
  }
  return cells.all.flatMap(({ cell, failure }) =>
    failure === null ? [] : `${cell.targetVariant.name} ${cell.scenario.id}: ${failure}`,
  );
}

test('a database that no longer answers costs all that asks it, though its connections can still be counted', async () => {
  const gone = { ping: () => Promise.reject(new Error('MongoDB does not answer')) };
  assert.deepEqual(await failed({ ...gone, connections: async () => 0 }), [
    'first users: MongoDB does not answer',
    'second users: MongoDB does not answer',
  ]);
});

test('with a database that answers, a failed load costs its own cell alone', async () => {
  assert.deepEqual(await failed({}), ['first users: no response']);
});
