import { join } from 'node:path';
import { foldersOf, withParents } from '../process/cgroup.ts';
import type { MachineSource } from './machine.ts';

/** What the control groups around the harness leave of the machine: a container or a unit may have limits of its own. */

/** Processors that the groups allow to be busy at a time, such as 1.5; `null` without a limit. */
export function cpuQuota(source: Pick<MachineSource, 'read'>): number | null {
  const first = foldersAround(source, 'cpu').flatMap((folder) =>
    ratio(...(['quota', 'period'] as const).map((name) => source.read(join(folder, `cpu.cfs_${name}_us`)))),
  );
  const second = foldersAround(source, 'unified').flatMap((folder) =>
    ratio(...(source.read(join(folder, 'cpu.max'))?.trim().split(' ') ?? [])),
  );
  return leastOf([...first, ...second]);
}

/** Bytes that the groups leave; `null` without a limit. */
export function freeGroupBytes(source: Pick<MachineSource, 'read'>): number | null {
  const leftIn = (folder: string, limit: string, used: string, cached: string): number[] => {
    const read = (name: string): string | null => source.read(join(folder, name));
    const [most, now] = [limit, used].map((name) => Number(read(name) ?? Number.NaN)) as [number, number];
    // The kernel gives up pages of files that nobody has used lately.
    const spare = Number(new RegExp(`^${cached} (\\d+)$`, 'm').exec(read('memory.stat') ?? '')?.[1] ?? 0);
    return most < NO_LIMIT_BYTES && Number.isFinite(now) ? [Math.max(0, most - now + spare)] : [];
  };
  return leastOf([
    ...foldersAround(source, 'memory').flatMap((folder) =>
      leftIn(folder, 'memory.limit_in_bytes', 'memory.usage_in_bytes', 'total_inactive_file'),
    ),
    ...foldersAround(source, 'unified').flatMap((folder) =>
      leftIn(folder, 'memory.max', 'memory.current', 'inactive_file'),
    ),
  ]);
}

/** Version 1 writes the largest whole page instead of no limit. */
const NO_LIMIT_BYTES = 2 ** 60;

/** A quota of `max` or -1 is none. */
function ratio(quota?: string | null, period?: string | null): number[] {
  const found = Number(quota ?? Number.NaN) / Number(period ?? Number.NaN);
  return Number.isFinite(found) && found > 0 ? [found] : [];
}

function leastOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values);
}

/** The group of the harness in one hierarchy, and all groups around it. */
function foldersAround(
  { read }: Pick<MachineSource, 'read'>,
  hierarchy: 'unified' | 'cpu' | 'memory',
): string[] {
  const [membership, mounts] = [read('/proc/self/cgroup'), read('/proc/self/mountinfo')];
  return membership === null || mounts === null ? [] : withParents(foldersOf(membership, mounts)[hierarchy]);
}
