import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeededTables } from '../../../src/measure/blocks/databases/seeded-tables.ts';
import { scenarioOf } from '../../../src/model/index.ts';
import { accounts } from '../../../src/scenarios/tables/accounts.ts';
import { seededDatabases } from '../../verify/servers/fake-database.ts';
import { data } from '../../verify/shared.ts';

test('a row that a load left changed is as seeded before the next one', async () => {
  const databases = await seededDatabases(data);
  const tables = new SeededTables({ databases, data });
  const before = await databases.mysql.list();
  await tables.prepare(scenarioOf('account-list'));
  await databases.mysql.changeRow(accounts, 'left behind');
  assert.notDeepEqual(await databases.mysql.list(), before);
  await tables.prepare(scenarioOf('json'));
  await tables.prepare(scenarioOf('menus'));
  assert.notDeepEqual(await databases.mysql.list(), before, 'other databases are left alone');
  await tables.prepare(scenarioOf('account-get'));
  assert.deepEqual(await databases.mysql.list(), before);
});

test('no load begins on a row that cannot be restored', async () => {
  const databases = await seededDatabases(data);
  databases.mysql.undoChanges = () => Promise.reject(new Error('lock timeout'));
  const tables = new SeededTables({ databases, data });
  await assert.rejects(tables.prepare(scenarioOf('account-list')), /lock timeout/);
});

test('added rows are removed once, before the load after the one that adds them', async () => {
  const databases = await seededDatabases(data);
  let removals = 0;
  const mysql = Object.assign(databases.mysql, {
    removeAdded: async () => {
      removals++;
    },
  });
  const tables = new SeededTables({ databases: { ...databases, mysql }, data });
  const removed: number[] = [];
  for (const id of [
    'account-list',
    'account-insert',
    'account-insert',
    'account-get',
    'account-list',
  ] as const) {
    await tables.prepare(scenarioOf(id));
    removed.push(removals);
  }
  assert.deepEqual(removed, [0, 0, 1, 2, 2]);
});
