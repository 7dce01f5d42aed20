import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOutput } from '../files-digest.ts';

/**
 * Run by hyperfine before each timed build:
 *
 *     node sources-only.ts <sources> <copy> <shared> <copy of shared> <folder of compiled things>
 *
 * Each folder is emptied and not replaced, for the timed command stands in one of them.
 */
const [sources, copy, shared, sharedCopy, compiled] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];

for (const folder of [copy, sharedCopy, compiled]) empty(folder);
// A folder of the path above (a checkout within `build/`) is no output of the target's.
cpSync(sources, copy, {
  recursive: true,
  preserveTimestamps: true,
  filter: (from) => from === sources || !isOutput(from),
});
cpSync(shared, sharedCopy, { recursive: true, preserveTimestamps: true });

function empty(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    makeWritable(join(folder, name));
    rmSync(join(folder, name), { recursive: true });
  }
}

/** Go writes what it keeps without the right to write, folders included. */
function makeWritable(path: string): void {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) makeWritable(join(path, name));
}
