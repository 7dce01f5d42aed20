import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harnessName, isHarnessAlive } from '../process/proc.ts';
import { stopAllTrees } from '../process/tree/running-trees.ts';

/** A temporary folder for one server's data. It is removed at the latest when the harness ends. */
interface Scratch {
  folder: string;
  remove(): void;
}

export const SCRATCH_PREFIX = 'pitwall-database-';

export function makeScratch(): Scratch {
  sweep();
  const folder = mkdtempSync(join(tmpdir(), `${SCRATCH_PREFIX}${harnessName()}-`));
  // Other users may traverse the folder to their own files, but not list it.
  chmodSync(folder, 0o711);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // If the harness exits without a stop, end the server first: it would still write to the folder.
  const atExit = (): void => {
    stopAllTrees();
    remove();
  };
  process.once('exit', atExit);
  return {
    folder,
    remove() {
      process.removeListener('exit', atExit);
      remove();
    },
  };
}

/** Removes the data of harnesses that died without cleaning up. */
function sweep(): void {
  const name = new RegExp(`^${SCRATCH_PREFIX}(\\d+-\\d+)-`);
  for (const entry of readdirSync(tmpdir())) {
    const harness = name.exec(entry)?.[1];
    if (harness === undefined || isHarnessAlive(harness)) continue;
    try {
      rmSync(join(tmpdir(), entry), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}
