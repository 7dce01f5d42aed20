import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedRow } from '../../src/databases/database.ts';
import { RowChanges } from '../../src/databases/row-changes.ts';
import { type TableRow, tablesOf } from '../../src/model/index.ts';
import { data } from './support.ts';

const [table] = tablesOf('mongodb');
assert.ok(table);
const drawn = await drawnBy('x');
const rows = data.of(table.rows);
/** Of the row that the marker `x` draws. */
const seeded = String(rows.find(({ id }) => id === drawn.id)?.[drawn.column]);

/** A table whose statements may fail before or after they are carried out. */
function made() {
  const stored = new Map<TableRow['id'], string>([[drawn.id, seeded]]);
  const faults: ('before' | 'after')[] = [];
  let statements = 0;
  const changes = new RowChanges(async (_, { id }, text) => {
    statements++;
    const fault = faults.shift();
    if (fault === 'before') throw new Error('no connection');
    stored.set(id, text);
    if (fault === 'after') throw new Error('no answer');
  });
  const text = (): string | undefined => stored.get(drawn.id);
  return { changes, faults, text, statements: () => statements };
}

function drawnBy(marker: string, from = table): Promise<ChangedRow> {
  assert.ok(from);
  const changes = new RowChanges(async () => {});
  changes.seeded(data);
  return changes.change(from, marker);
}

test('a marker draws a row and a column, always the same; many markers draw them all', async () => {
  const [accounts] = tablesOf('mysql');
  assert.ok(accounts);
  assert.deepEqual(
    await Promise.all(['a', 'a'].map(async (marker) => (await drawnBy(marker, accounts)).id)),
    Array(2).fill((await drawnBy('a', accounts)).id),
  );
  const many = await Promise.all(Array.from({ length: 2_000 }, (_, index) => drawnBy(`${index}`, accounts)));
  assert.ok(new Set(many.map(({ id }) => id)).size > 800);
  assert.deepEqual(new Set(many.map(({ column }) => column)), new Set(accounts.changes));
});

test('a row cannot be changed before there is one', async () => {
  await assert.rejects(made().changes.change(table, 'x'), RangeError);
});

test('a change that is undone leaves nothing to undo', async () => {
  const { changes, text, statements } = made();
  changes.seeded(data);
  const changed = await changes.change(table, 'x');
  assert.deepEqual([changed.id, text()], [drawn.id, 'x']);
  await changed.undo();
  await changes.undoAll();
  assert.deepEqual([text(), statements()], [seeded, 2]);
});

test('an undo that failed is made later', async () => {
  const { changes, faults, text } = made();
  changes.seeded(data);
  const changed = await changes.change(table, 'x');
  faults.push('before', 'before');
  await assert.rejects(changed.undo(), /no connection/);
  await assert.rejects(changes.undoAll(), /no connection/);
  assert.equal(text(), 'x');
  await changes.undoAll();
  assert.equal(text(), seeded);
});

test('a change that failed here and was made there is undone', async () => {
  const { changes, faults, text } = made();
  changes.seeded(data);
  faults.push('after');
  await assert.rejects(changes.change(table, 'x'), /no answer/);
  assert.equal(text(), 'x');
  await changes.undoAll();
  assert.equal(text(), seeded);
});

test('rows that are made anew have no change left', async () => {
  const { changes, statements } = made();
  changes.seeded(data);
  await changes.change(table, 'x');
  changes.seeded(data);
  await changes.undoAll();
  assert.equal(statements(), 1);
});
