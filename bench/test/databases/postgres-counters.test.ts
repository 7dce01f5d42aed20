import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { readPostgresqlCounters } from '../../src/databases/postgresql/counters.ts';

/** A server of which one backend holds its counts back until it has been asked so often. */
function clientOf(asked: number): pg.Client {
  let times = 0;
  const query = async (sql: string) => {
    if (sql.startsWith('set ')) return { rows: [] };
    const isComplete = ++times >= asked;
    const counted = isComplete ? '7' : '3';
    const rows = { transactions: counted, rows_read: counted, rows_written: '0', since: '12.5' };
    return { rows: [{ ...rows, pending: isComplete ? '0' : '1' }] };
  };
  return { query } as unknown as pg.Client;
}

test('counts that are held back are waited for, whatever happens to the date meanwhile', async ({ mock }) => {
  let hours = 0;
  mock.method(Date, 'now', () => 3_600_000 * hours++);
  const counters = await readPostgresqlCounters(clientOf(3), []);
  assert.deepEqual(counters, { queries: 7, rowsRead: 7, rowsWritten: 0, since: 12.5 });
});
