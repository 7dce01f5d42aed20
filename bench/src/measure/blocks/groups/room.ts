import type { TargetVariant } from '../../../catalog/targets.ts';
import { freeGroupBytes } from '../../../machine/group-limits.ts';
import { thisMachine } from '../../../machine/machine.ts';
import { DATABASE_POOL_SIZE, type DatabaseKind, databaseFacts, runtimeKindOf } from '../../../model/index.ts';
import { PitwallError } from '../../../util/errors.ts';
import { english } from '../../../words/index.ts';
import { isHere, type Serving } from '../../bench.ts';
import type { Needs, Room } from './block-groups.ts';

/** What databases, loaders and the kernel's caches need of the free memory: a share of it, up to a bound. */
const KEPT_BACK_SHARE = 0.3;
const MOST_KEPT_BACK_BYTES = 2 * 2 ** 30;
/**
 * Assumed if no run has measured a target of this kind: a heap of a gigabyte and what a JVM needs beside it, or a
 * large process.
 */
const VIRTUAL_MACHINE_BYTES = 1.25 * 2 ** 30;
const PROCESS_BYTES = 0.5 * 2 ** 30;
/**
 * All targets together may take a little more memory than they were seen to take: the sums of two blocks of a run
 * differed by 1 %. Single targets differ by more, one way and the other.
 */
const GROWTH = 1.05;
/**
 * A server that takes more than this share of the memory that servers may take leaves the block, before it takes what
 * the others need.
 */
const MOST_MEMORY_SHARE = 0.5;
/** Connections kept for the harness, its probes and administrators. */
export const CONNECTIONS_KEPT_BACK = 20;

export async function roomFor({ databases, hosts }: Pick<Serving, 'databases' | 'hosts'>): Promise<Room> {
  const connections: Room['connections'] = {};
  for (const database of Object.values(databases)) {
    const most = await database.mostConnections?.().catch(() => null);
    connections[database.kind] = most == null ? null : most - CONNECTIONS_KEPT_BACK;
  }
  const free = isHere(hosts, 'server') ? freeMemoryBytes() : null;
  return { memoryBytes: free === null ? null : roomForServers(free), connections };
}

export function roomForServers(freeBytes: number): number {
  return freeBytes - Math.min(freeBytes * KEPT_BACK_SHARE, MOST_KEPT_BACK_BYTES);
}

/**
 * @param seenBytes peak memory in earlier blocks or runs
 * @param workers processes of a server that has several: each has a connection at least, and drivers have others that
 * watch the database
 */
export function needsOf({ target }: TargetVariant, seenBytes: number | null, workers: number): Needs {
  const { language, databaseAccess } = target.manifest;
  const expected = runtimeKindOf(language) === 'virtualMachine' ? VIRTUAL_MACHINE_BYTES : PROCESS_BYTES;
  return {
    memoryBytes: seenBytes === null ? expected : seenBytes * GROWTH,
    connections: Object.fromEntries(
      (Object.keys(databaseAccess) as DatabaseKind[]).map((kind) => [
        kind,
        Math.max(DATABASE_POOL_SIZE, workers) + databaseFacts[kind].monitoringConnections * workers,
      ]),
    ),
  };
}

/** Returns the error of a server that grows without limit; `null` if it has room, or its memory is unknown. */
export function excessOf(
  name: string,
  peakMemoryBytes: number | null,
  freeBytes: number | null,
): PitwallError | null {
  if (freeBytes === null || peakMemoryBytes === null) return null;
  const most = freeBytes * MOST_MEMORY_SHARE;
  if (peakMemoryBytes <= most) return null;
  return new PitwallError({
    what: 'The server uses too much memory',
    where: name,
    expected: `at most ${english.figure('bytes', most)}, half of the memory that servers may take`,
    seen: english.figure('bytes', peakMemoryBytes),
    next: `Load it alone and watch it: npm run bench -- run ${name} --blocks 1`,
  });
}

/** What the machine has, or the control groups around the harness leave of it. */
function freeMemoryBytes(): number | null {
  const kibibytes = /^MemAvailable:\s+(\d+) kB/m.exec(thisMachine.read('/proc/meminfo') ?? '')?.[1];
  const known = [
    kibibytes === undefined ? null : Number(kibibytes) * 1024,
    freeGroupBytes(thisMachine),
  ].filter((bytes) => bytes !== null);
  return known.length === 0 ? null : Math.min(...known);
}
