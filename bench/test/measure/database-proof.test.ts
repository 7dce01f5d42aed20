import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readSharedData } from '../../src/catalog/shared-data.ts';
import type { Database, DatabaseCounters } from '../../src/databases/database.ts';
import { proveDatabases } from '../../src/measure/blocks/databases/database-proof.ts';
import { databaseMarks, hasRestarted, leastRows, rowsEach } from '../../src/measure/slice/database-marks.ts';
import { scenarioOf } from '../../src/model/index.ts';
import { ACCOUNT_ROWS, accountRows } from '../../src/scenarios/tables/accounts.ts';
import { USER_DOCUMENTS, userDocuments } from '../../src/scenarios/users.ts';
import { repository } from '../../src/util/repository.ts';

const data = readSharedData(repository);
const none: DatabaseCounters = { queries: 0, rowsRead: 0, rowsWritten: 0, since: 0 };
const after = (queries: number, rowsRead: number | null, rowsWritten: number | null): DatabaseCounters => ({
  queries,
  rowsRead,
  rowsWritten,
  since: 0,
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

test('a short load may draw requests that read few rows', () => {
  assert.deepEqual(leastRows(scenarioOf('menus'), data), { read: 1, written: 0 });
  assert.deepEqual(leastRows(scenarioOf('account-list'), data), { read: 1_000, written: 0 });
  assert.deepEqual(leastRows(scenarioOf('account-insert'), data), { read: 0, written: 1 });
});

describe('a database that was started again', () => {
  const since = (seconds: number, queries: number): DatabaseCounters => ({
    ...none,
    queries,
    since: seconds,
  });

  test('is known by when it began to count, which two readings tell to within seconds', () => {
    assert.equal(hasRestarted(since(1_000, 5), since(1_002, 9)), false);
    assert.equal(hasRestarted(since(1_000, 5), since(1_060, 9)), true);
  });

  for (const [when, again] of [
    [1_000, false],
    [1_900, true],
  ] as const) {
    test(`proves ${again ? 'nothing against' : 'by too few queries that it was not asked by'} anybody`, async () => {
      const counts = [since(1_000, 50_000), since(when, 60_000)];
      const database = {
        ...{ kind: 'mysql', product: 'MySQL' },
        counters: async () => counts.shift() ?? since(when, 60_000),
      } as unknown as Database;
      const reported: string[] = [];
      const cell = { scenario: scenarioOf('account-get'), targetVariant: { name: 'c/one' } } as never;
      const asking = { cell, failure: null, marks: [] as { code: string; detail: string }[] };
      const proof = await proveDatabases([database], {
        data,
        report: (event) => void (event.kind === 'line' && reported.push(event.text)),
        respondsAlone: async () => null,
      });
      await proof.finish(new Map([['account-get', 20_000]]), [asking as never], []);
      assert.equal(asking.marks.length, again ? 0 : 1);
      assert.match(reported.join(), again ? /started again within the block/ : /loading each server alone/);
    });
  }
});
