import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readSharedData } from '../../src/catalog/shared-data.ts';
import type { DatabaseCounters } from '../../src/databases/database.ts';
import { databaseMarks, rowsEach } from '../../src/measure/blocks/databases/database-proof.ts';
import { scenarioOf } from '../../src/model/index.ts';
import { ACCOUNT_ROWS, accountRows } from '../../src/scenarios/tables/accounts.ts';
import { USER_DOCUMENTS, userDocuments } from '../../src/scenarios/users.ts';
import { repository } from '../../src/util/repository.ts';

const data = readSharedData(repository);
const none: DatabaseCounters = { queries: 0, rowsRead: 0, rowsWritten: 0 };
const after = (queries: number, rowsRead: number | null, rowsWritten: number | null): DatabaseCounters => ({
  queries,
  rowsRead,
  rowsWritten,
});

test('the shared data has as many rows as the contract says', () => {
  assert.equal(data.of(accountRows).length, ACCOUNT_ROWS);
  assert.equal(data.of(userDocuments).length, USER_DOCUMENTS);
  const bytes = Buffer.byteLength(
    JSON.stringify(scenarioOf('account-list').expected({ method: 'GET', path: '/accounts' }, data).body),
  );
  assert.ok(bytes > 280_000 && bytes < 340_000, `${bytes} bytes`);
  assert.ok(readFileSync(`${repository.shared}/accounts.json`).length < 500_000);
});

describe('what a response makes the database do', () => {
  for (const [id, read, written] of [
    ['menus', 6, 0],
    ['account-list', 1_000, 0],
    ['account-get', 1, 0],
    ['users', 5, 0],
    ['account-insert', 0, 1],
  ] as const) {
    test(id, () => assert.deepEqual(rowsEach(scenarioOf(id), data), { read, written }));
  }
});

describe('the server’s counters against the responses', () => {
  const list = { read: 1_000, written: 0 };
  const insert = { read: 0, written: 1 };
  test('enough queries and rows: no mark', () => {
    assert.deepEqual(databaseMarks(none, after(100, 100_000, 0), 100, list), []);
    assert.deepEqual(databaseMarks(none, after(100, 0, 100), 100, insert), []);
  });
  test('counters go on from where they were', () => {
    assert.equal(databaseMarks(after(100, 100_000, 0), after(150, 150_000, 0), 100, list).length, 1);
  });
  for (const [what, counted, each] of [
    ['queries', after(50, 100_000, 0), list],
    ['rows read', after(100, 50_000, 0), list],
    ['rows written', after(100, 0, 50), insert],
  ] as const) {
    test(`too few ${what}: marked, and said so`, () => {
      const [mark] = databaseMarks(none, counted, 100, each);
      assert.equal(mark?.code, 'not-from-database');
      assert.match(mark?.detail ?? '', new RegExp(what));
    });
  }
  test('what the server does not count is not held against it, what it counts is', () => {
    assert.deepEqual(databaseMarks(none, after(100, null, null), 100, list), []);
    assert.equal(databaseMarks(none, after(10, null, null), 100, list).length, 1);
  });
});
