import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedRow } from '../../src/databases/database.ts';
import { RowChanges } from '../../src/databases/row-changes.ts';
import { type Table, type TableRow, tablesOf } from '../../src/model/index.ts';
import { sharedData } from './support.ts';

const [table] = tablesOf('mongodb');
assert.ok(table);
const [column] = table.changes;
const rows = sharedData.of(table.rows);
/** The row that the marker `x` draws. */
const seeded = seededOf(table, await drawnBy('x', table));

function seededOf(from: Table, changed: ChangedRow): TableRow {
  return sharedData.of(from.rows).find(({ id }) => id === changed.row.id) ?? assert.fail();
}

/** A table whose statements may fail before or after they are carried out. */
function made() {
  const stored = new Map(rows.map((row) => [row.id, row]));
  const faults: ('before' | 'after')[] = [];
  let statements = 0;
  const changes = new RowChanges(async (_, row) => {
    statements++;
    const fault = faults.shift();
    if (fault === 'before') throw new Error('no connection');
    stored.set(row.id, row);
    if (fault === 'after') throw new Error('no answer');
  });
  const text = (): unknown => stored.get(seeded.id)?.[column];
  return { changes, faults, text, statements: () => statements };
}

function drawnBy(
  marker: string,
  from: Table,
  change: 'changeText' | 'changeRow' = 'changeText',
): Promise<ChangedRow> {
  const changes = new RowChanges(async () => {});
  changes.seeded(sharedData);
  return changes[change](from, marker);
}

test('a marker draws a row and a column, always the same; many markers draw them all', async () => {
  const [accounts] = tablesOf('mysql');
  assert.ok(accounts);
  for (const change of ['changeText', 'changeRow'] as const) {
    const first: ChangedRow = await drawnBy('a', accounts, change);
    const again: ChangedRow = await drawnBy('a', accounts, change);
    assert.deepEqual(first.row, again.row);
  }
  const many = await Promise.all(Array.from({ length: 2_000 }, (_, index) => drawnBy(`${index}`, accounts)));
  assert.ok(new Set(many.map(({ row }) => row.id)).size > 800);
  const columns = many.flatMap((changed) => otherIn(changed.row, seededOf(accounts, changed)));
  assert.equal(columns.length, many.length, 'one text each');
  assert.deepEqual(new Set(columns), new Set(accounts.changes));
});

/** Columns whose values differ. */
function otherIn(row: TableRow, known: TableRow): string[] {
  return Object.keys(row).filter((name) => row[name] !== known[name]);
}

test('a whole row: every value that responses show becomes another one of its kind', async () => {
  for (const from of [...tablesOf('postgresql'), ...tablesOf('mysql'), ...tablesOf('mongodb')]) {
    for (let marker = 0; marker < 200; marker++) {
      const changed = await drawnBy(`m${marker}`, from, 'changeRow');
      const known = seededOf(from, changed);
      const shown = Object.keys(known).filter((name) => name !== 'id' && !from.hidden?.includes(name));
      assert.deepEqual(otherIn(changed.row, known), shown);
      for (const name of shown) {
        const [value, old] = [changed.row[name], known[name]];
        assert.equal(typeof value, old === null ? 'string' : typeof old, name);
        if (typeof old === 'string' && !Number.isNaN(Date.parse(old)) && /T/.test(old))
          assert.equal(new Date(String(value)).toISOString(), value);
        else if (typeof value === 'string') assert.equal(value, `m${marker}-${name}`);
      }
    }
  }
});

test('a row cannot be changed before there is one', async () => {
  await assert.rejects(made().changes.changeText(table, 'x'), RangeError);
});

test('a change that is undone leaves nothing to undo', async () => {
  const { changes, text, statements } = made();
  changes.seeded(sharedData);
  const changed = await changes.changeText(table, 'x');
  assert.deepEqual([changed.row.id, text()], [seeded.id, 'x']);
  await changed.undo();
  await changes.undoAll();
  assert.deepEqual([text(), statements()], [seeded[column], 2]);
});

test('an undo that failed is made later', async () => {
  const { changes, faults, text } = made();
  changes.seeded(sharedData);
  const changed = await changes.changeText(table, 'x');
  faults.push('before', 'before');
  await assert.rejects(changed.undo(), /no connection/);
  await assert.rejects(changes.undoAll(), /no connection/);
  assert.equal(text(), 'x');
  await changes.undoAll();
  assert.equal(text(), seeded[column]);
});

test('a change that failed here and was made there is undone', async () => {
  const { changes, faults, text } = made();
  changes.seeded(sharedData);
  faults.push('after');
  await assert.rejects(changes.changeText(table, 'x'), /no answer/);
  assert.equal(text(), 'x');
  await changes.undoAll();
  assert.equal(text(), seeded[column]);
});

test('rows that are made anew have no change left', async () => {
  const { changes, statements } = made();
  changes.seeded(sharedData);
  await changes.changeText(table, 'x');
  changes.seeded(sharedData);
  await changes.undoAll();
  assert.equal(statements(), 1);
});
