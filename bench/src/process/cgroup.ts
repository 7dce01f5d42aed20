import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { harnessName, isAlive, isHarnessAlive, readStat, readText } from './proc.ts';
import type { CpuUsage } from './usage.ts';

/**
 * A control group of version 2 (one hierarchy) or version 1 (one per controller). The kernel itself sums the
 * CPU time of all members, including exited ones, so a reading costs the same for one process as for a hundred,
 * and nothing is lost between two readings. What it says of memory is not used: see `ResidentPeak`.
 */
export interface Cgroup {
  source: 'cgroup-v1' | 'cgroup-v2';
  /** The file that a process writes its pid to in order to join. */
  joinFile: string;
  usage(): CpuUsage | null;
  members(): number[];
  /** Sends SIGKILL to all members, including new ones, until none is left or a bound is reached. */
  kill(): void;
  remove(): void;
}

/** The folders of one group: version 2 has one for all controllers, version 1 one for each. */
interface CgroupFolders {
  unified?: string;
  cpuacct?: string;
  cpu?: string;
  memory?: string;
}

interface Hierarchy {
  mount: string;
  /** The part of the hierarchy that the mount shows; a container sees only its own. */
  root: string;
  /** Controllers of version 1; empty for version 2. */
  controllers: string[];
}

function parseMounts(mountinfo: string): Hierarchy[] {
  return mountinfo.split('\n').flatMap((line): Hierarchy[] => {
    const [left, right] = line.split(' - ');
    const fields = left?.split(' ') ?? [];
    const [type, , options] = right?.split(' ') ?? [];
    if (fields.length < 5 || (type !== 'cgroup' && type !== 'cgroup2')) return [];
    const controllers = type === 'cgroup' ? (options?.split(',') ?? []) : [];
    return [{ root: fields[3] as string, mount: fields[4] as string, controllers }];
  });
}

/** Returns the folders of a process's group, from its `/proc/<pid>/cgroup`. */
export function foldersOf(membership: string, mountinfo: string): CgroupFolders {
  const mounts = parseMounts(mountinfo);
  const folders: CgroupFolders = {};
  for (const line of membership.split('\n')) {
    const [hierarchy, controllers, path] = splitTwice(line);
    if (path === undefined) continue;
    const named = (controllers as string).split(',');
    const mount = mounts.find((candidate) =>
      hierarchy === '0'
        ? candidate.controllers.length === 0
        : named.some((name) => name !== '' && candidate.controllers.includes(name)),
    );
    if (!mount) continue;
    const below = relative(mount.root, path);
    const folder = below.startsWith('..') ? mount.mount : join(mount.mount, below);
    if (hierarchy === '0') folders.unified = folder;
    for (const name of ['cpuacct', 'cpu', 'memory'] as const) {
      if (named.includes(name)) folders[name] = folder;
    }
  }
  return folders;
}

function splitTwice(line: string): (string | undefined)[] {
  const match = /^(\d+):([^:]*):(.*)$/.exec(line);
  return match ? match.slice(1) : [];
}

/** Returns the group of a running process, such as a container's, for reading; `null` if unknown. */
export function cgroupOf(pid: number): Cgroup | null {
  const membership = readText(`/proc/${pid}/cgroup`);
  const mounts = ownMounts();
  if (membership === null || mounts === null) return null;
  return cgroupAt(foldersOf(membership, mounts));
}

/** Prefers version 1 where a machine has both: it counts CPU time in nanoseconds. */
export function cgroupAt(folders: CgroupFolders): Cgroup | null {
  const { unified, cpuacct } = folders;
  if (cpuacct !== undefined) return versionOne({ ...folders, cpuacct });
  return unified === undefined ? null : versionTwo(unified);
}

function versionTwo(folder: string): Cgroup {
  return group('cgroup-v2', folder, () => {
    const stat = readText(join(folder, 'cpu.stat'));
    const microseconds = field(stat, 'usage_usec');
    if (microseconds === null) return null;
    const throttled = field(stat, 'throttled_usec');
    return {
      cpuNanoseconds: microseconds * 1_000,
      throttledNanoseconds: throttled === null ? null : throttled * 1_000,
      source: 'cgroup-v2',
    };
  });
}

function versionOne({ cpuacct, cpu }: CgroupFolders & { cpuacct: string }): Cgroup {
  return group('cgroup-v1', cpuacct, () => {
    const cpuNanoseconds = number(readText(join(cpuacct, 'cpuacct.usage')));
    if (cpuNanoseconds === null) return null;
    return {
      cpuNanoseconds,
      throttledNanoseconds:
        cpu === undefined ? null : field(readText(join(cpu, 'cpu.stat')), 'throttled_time'),
      source: 'cgroup-v1',
    };
  });
}

/** Give up after this many passes, in case processes fork faster than they are killed. */
const KILL_PASSES = 200;
const REMOVE_MILLISECONDS = 500;

function group(source: Cgroup['source'], folder: string, usage: () => CpuUsage | null): Cgroup {
  const members = (): number[] =>
    (readText(join(folder, 'cgroup.procs')) ?? '')
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .filter((pid) => isAlive(readStat(pid)));
  const kill = (): void => {
    try {
      writeFileSync(join(folder, 'cgroup.kill'), '1');
    } catch {
      // Version 1 and kernels before 5.14 do not have this file.
    }
    for (let pass = 0; pass < KILL_PASSES; pass++) {
      const left = members();
      if (left.length === 0) return;
      for (const pid of left) killQuietly(pid);
    }
  };
  const remove = (): void => {
    const until = performance.now() + REMOVE_MILLISECONDS;
    while (!removed(folder) && performance.now() < until) pause(2);
  };
  return {
    source,
    joinFile: join(folder, 'cgroup.procs'),
    usage,
    members,
    kill,
    remove,
  };
}

function removed(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended after it was listed.
  }
}

/** Returns the value of a line such as `usage_usec 123`. */
function field(text: string | null, name: string): number | null {
  const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(text ?? '')?.[1];
  return value === undefined ? null : Number(value);
}

function number(text: string | null): number | null {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) ? value : null;
}

const PREFIX = 'pitwall-';
let made = 0;
let swept = false;
let mountinfo: string | null = null;
let ownGroup: { membership: string; folders: CgroupFolders } | null = null;

/**
 * Creates an empty group below the harness's own; returns `null` if the machine does not allow it. Its name
 * contains the harness's pid and start time, so that a later harness finds what a killed one left behind.
 */
export function createCgroup(): Cgroup | null {
  const parents = ownFolders();
  if (parents === null) return null;
  if (!swept) {
    swept = true;
    sweep(parents);
  }
  const name = `${PREFIX}${harnessName()}-${++made}`;
  const child: CgroupFolders = {};
  for (const key of ['unified', 'cpuacct'] as const) {
    const parent = parents[key];
    if (parent !== undefined && makeFolder(join(parent, name))) child[key] = join(parent, name);
  }
  const chosen = cgroupAt(child);
  // On a machine with both versions, use one and remove the folder of the other.
  for (const folder of Object.values(child)) {
    if (chosen?.joinFile !== join(folder, 'cgroup.procs')) removed(folder);
  }
  if (chosen?.usage() != null) return chosen;
  chosen?.remove();
  return null;
}

/** Returns the folders of the harness's own group; `null` if unknown. */
function ownFolders(): CgroupFolders | null {
  const membership = readText('/proc/self/cgroup');
  if (membership === null) return null;
  if (ownGroup?.membership !== membership) {
    const mounts = ownMounts();
    if (mounts === null) return null;
    ownGroup = { membership, folders: foldersOf(membership, mounts) };
  }
  return ownGroup.folders;
}

/** Returns the folder of a group and those of all groups around it. */
export function withParents(group: string | undefined): string[] {
  const folders: string[] = [];
  for (let at = group; at !== undefined && at !== '/'; at = dirname(at)) folders.push(at);
  return folders;
}

/**
 * Returns the time during which limits of the harness's group, and of those around it, have held back what is in them;
 * `null` if none accounts for it. The groups that the harness makes have no limits of their own.
 */
export function throttledNanoseconds(): number | null {
  const folders = ownFolders();
  if (folders === null) return null;
  if (throttling?.folders !== folders) throttling = { folders, files: throttlingFiles(folders) };
  const times = throttling.files.flatMap(({ path, name, nanoseconds }) => {
    const time = field(readText(path), name);
    return time === null ? [] : [time * nanoseconds];
  });
  return times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0);
}

interface ThrottlingFile {
  path: string;
  name: string;
  /** In one unit of its figure. */
  nanoseconds: number;
}

/** Found once: it is read around each load, and most groups around the harness's own account for nothing. */
let throttling: { folders: CgroupFolders; files: ThrottlingFile[] } | null = null;

function throttlingFiles({ cpu, unified }: CgroupFolders): ThrottlingFile[] {
  const within = (folder: string | undefined, name: string, nanoseconds: number): ThrottlingFile[] =>
    withParents(folder).map((group) => ({ path: join(group, 'cpu.stat'), name, nanoseconds }));
  return [...within(cpu, 'throttled_time', 1), ...within(unified, 'throttled_usec', 1_000)].filter(
    ({ path, name }) => field(readText(path), name) !== null,
  );
}

/** Where the groups are mounted, read once: with containers it is long, and no group moves. */
function ownMounts(): string | null {
  mountinfo ??= readText('/proc/self/mountinfo');
  return mountinfo;
}

function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Kills what a harness that died without cleaning up (SIGKILL, out of memory) left running. */
function sweep(own: CgroupFolders): void {
  for (const parent of new Set(Object.values(own) as string[])) {
    for (const name of foldersIn(parent)) {
      const harness = /^pitwall-(\d+-\d+)-\d+$/.exec(name)?.[1];
      if (harness === undefined || isHarnessAlive(harness)) continue;
      const left = group('cgroup-v1', join(parent, name), () => null);
      left.kill();
      left.remove();
    }
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}
