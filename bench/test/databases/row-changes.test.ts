import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowChanges } from '../../src/databases/row-changes.ts';
import { type TableRow, tablesOf } from '../../src/model/index.ts';
import { data } from './support.ts';

const [table] = tablesOf('mongodb');
assert.ok(table);
const row = data.of(table.rows)[table.changes.row];
assert.ok(row);
const seeded = String(row[table.changes.column]);

/** A table of one row, whose statements may fail before or after they are carried out. */
function made() {
  const stored = new Map<TableRow['id'], string>([[row?.id ?? '', seeded]]);
  const faults: ('before' | 'after')[] = [];
  let statements = 0;
  const changes = new RowChanges(async (_, id, text) => {
    statements++;
    const fault = faults.shift();
    if (fault === 'before') throw new Error('no connection');
    stored.set(id, text);
    if (fault === 'after') throw new Error('no answer');
  });
  const text = (): string | undefined => stored.get(row?.id ?? '');
  return { changes, faults, text, statements: () => statements };
}

test('a row cannot be changed before there is one', async () => {
  await assert.rejects(made().changes.change(table, 'x'), RangeError);
});

test('a change that is undone leaves nothing to undo', async () => {
  const { changes, text, statements } = made();
  changes.seeded(data);
  const changed = await changes.change(table, 'x');
  assert.deepEqual([changed.id, text()], [row.id, 'x']);
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
