import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { kindOfEntry } from '../util/json-file.ts';

/** Something below a folder that is neither a file nor a folder. */
export interface StrangeEntry {
  /** Path below the folder. */
  path: string;
  /** `a symbolic link`, `a pipe` */
  kind: string;
}

/**
 * Finds links, pipes, sockets and devices, without opening or following any. Results are published, so a link could
 * expose any file of the machine with them, and a read of a pipe or of /dev/zero never ends. A folder that does not
 * exist has none.
 */
export function strangeEntries(folder: string): StrangeEntry[] {
  const found: StrangeEntry[] = [];
  const visit = (path: string): void => {
    for (const entry of entriesOf(join(folder, path))) {
      const own = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) visit(own);
      else if (!entry.isFile()) found.push({ path: own, kind: kindOfEntry(entry) });
    }
  };
  visit('');
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export function strangeEntryError(where: string, kind: string): PitwallError {
  return new PitwallError({
    what: 'The results contain something that is not a file',
    where,
    expected: 'plain files and folders',
    seen: kind,
    next: 'Put a file in its place, or delete it',
    exitCode: exitCodes.failed,
  });
}
