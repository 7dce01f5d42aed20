import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOutput } from '../files-digest.ts';

/**
 * Run by hyperfine before each timed build:
 *
 *     node sources-only.ts <sources> <copy> <shared> <copy of shared> <folder of compiled things>
 *
 * Empties each folder instead of replacing it, because the timed command runs in one of them.
 */
const [sources, copy, shared, sharedCopy, compiled] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];

for (const folder of [copy, sharedCopy, compiled]) empty(folder);
// A parent folder of that name (a checkout within `build/`) is no output of the target.
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

/** Makes files of Go's cache removable: Go makes them read-only, folders included. */
function makeWritable(path: string): void {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) makeWritable(join(path, name));
}
