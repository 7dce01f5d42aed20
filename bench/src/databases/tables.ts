import type { SharedData, Table, TableRow } from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';
import type { ChangedRow } from './database.ts';

/** Operations on the scenarios' tables that are the same for all engines. */

/** Marks a table as the harness's own, so that a table of the same name from elsewhere is never dropped. */
export const OWNER = 'Made by Pitwall; it is dropped and made anew for every block or pair.';

/** Returns the name of a table while it is broken. */
export function awayOf({ name }: Table): string {
  return `${name}_away`;
}

/** Changes the text that the table names, through `set`. `undo` restores the seeded text. */
export async function changeText(
  table: Table,
  seeded: SharedData | null,
  marker: string,
  set: (id: TableRow['id'], text: string) => Promise<void>,
): Promise<ChangedRow> {
  const { row: index, column } = table.changes;
  const row = seeded?.of(table.rows)[index];
  if (!row) throw new RangeError(`seed ${table.name} before changing a row`);
  await set(row.id, marker);
  return { id: row.id, marker, undo: () => set(row.id, String(row[column])) };
}

interface Words {
  /** `table`, `collection` */
  what: string;
  name: string;
}

/** Throws a PitwallError if one of the existing tables was not made by Pitwall. */
export function requireOwnTables(
  existing: readonly { name: string; comment: string | null }[],
  urlVariable: string,
): void {
  const foreign = existing.find(({ comment }) => comment !== OWNER);
  if (foreign) throw foreignTable({ what: 'table', name: foreign.name }, urlVariable);
}

export function foreignTable({ what, name }: Words, urlVariable: string): PitwallError {
  return new PitwallError({
    what: `The database holds a ${what} that is not Pitwall’s`,
    where: `${what} ${name}`,
    expected: 'none, or the one that Pitwall made: it is dropped before every measurement',
    seen: `a ${what} ${name} without Pitwall’s mark`,
    next: `Point ${urlVariable} at an empty database made for the benchmark`,
  });
}

export function noSuchRow({ what, name }: Words, id: TableRow['id']): PitwallError {
  return new PitwallError({
    what: 'The row to change does not exist',
    where: `${what} ${name}, id ${id}`,
    expected: 'the seeded rows',
    seen: 'no such row',
    next: `Run the same command again: it seeds the ${what} first`,
  });
}
