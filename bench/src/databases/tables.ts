import type { SharedData, Table, TableRow } from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';
import type { ChangedRow } from './database.ts';

/** What the engines do alike with the tables that scenarios define. */

/** Marks a table as the harness's own: somebody else's of that name is never dropped. */
export const OWNER = 'Made by Pitwall; it is dropped and made anew for every round.';

/** What a table is called while it is broken. */
export function awayOf({ name }: Table): string {
  return `${name}_away`;
}

/** Changes the table's one text by `set`, until it is undone. The old text is what the seed said. */
export async function changeText(
  table: Table,
  seeded: SharedData | null,
  marker: string,
  set: (id: TableRow['id'], text: string) => Promise<void>,
): Promise<ChangedRow> {
  const { row: index, column } = table.changes;
  const row = seeded?.of(table.rows)[index];
  if (!row) throw new RangeError(`a row of ${table.name} is changed after the seed`);
  await set(row.id, marker);
  return { id: row.id, marker, undo: () => set(row.id, String(row[column])) };
}

interface Words {
  /** `table`, `collection` */
  what: string;
  name: string;
}

export function foreignTable({ what, name }: Words, urlVariable: string): PitwallError {
  return new PitwallError({
    what: `The database holds a ${what} that is not Pitwall’s`,
    where: `${what} ${name}`,
    expected: 'none, or the one that Pitwall made: it is dropped before every round',
    seen: `a ${what} ${name} of somebody else`,
    next: `Point ${urlVariable} at an empty database made for the benchmark`,
  });
}

export function noSuchRow({ what, name }: Words, id: TableRow['id']): PitwallError {
  return new PitwallError({
    what: 'There is no row to change',
    where: `${what} ${name}, id ${id}`,
    expected: 'the seeded rows',
    seen: 'no such row',
    next: `Run the same command again: it seeds the ${what} first`,
  });
}
