import type { Table, TableRow } from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';

/** Operations on the scenarios' tables that are the same for all engines. */

/** Marks a table as the harness's own, so that a table of the same name from elsewhere is never dropped. */
export const OWNER = 'Made by Pitwall; it is dropped and made anew for every block or pair.';

/** Returns the name of a table while it is broken. */
export function awayOf({ name }: Table): string {
  return `${name}_away`;
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
