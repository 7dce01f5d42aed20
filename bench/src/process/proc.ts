import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What Linux tells about processes under /proc. A process may end between two reads: then it is `null`. */
export interface ProcessStat {
  pid: number;
  state: string;
  parent: number;
  group: number;
  session: number;
  /** Processor time of the process itself, exited threads included, in clock ticks. */
  ticks: number;
  /** Processor time of the children it has waited for, in clock ticks. */
  childTicks: number;
  threads: number;
  /** Ticks after boot: with the pid it names a process for good, because pids come round again. */
  startTicks: number;
}

/** USER_HZ, 100 on every Linux that Node runs on. */
export const TICK_NANOSECONDS = 10_000_000;

export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

export function parseStat(text: string): ProcessStat | null {
  // The name is in parentheses and may hold spaces and parentheses itself: the last one closes it.
  const close = text.lastIndexOf(')');
  const fields = text.slice(close + 2).split(' ');
  if (close < 0 || fields.length < 20) return null;
  const number = (index: number): number => Number(fields[index]);
  return {
    pid: Number.parseInt(text, 10),
    state: fields[0] as string,
    parent: number(1),
    group: number(2),
    session: number(3),
    ticks: number(11) + number(12),
    childTicks: number(13) + number(14),
    threads: number(17),
    startTicks: number(19),
  };
}

export function readStat(pid: number): ProcessStat | null {
  const text = readText(`/proc/${pid}/stat`);
  return text === null ? null : parseStat(text);
}

/** Every process that is not a zombie. */
export function readAllStats(): ProcessStat[] {
  return processIds()
    .map(readStat)
    .filter((stat) => stat !== null)
    .filter(isAlive);
}

/** One whose first thread has ended holds its files and ports until the last has. */
export function isAlive(stat: ProcessStat | null): stat is ProcessStat {
  return stat !== null && ((stat.state !== 'Z' && stat.state !== 'X') || stat.threads > 1);
}

export function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Differs from boot to boot, so that a pid written down before a reboot names nobody after it. */
export function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
}

/** `null` where the process is gone or belongs to somebody else. */
export function processEnvironment(pid: number): string[] | null {
  return readText(`/proc/${pid}/environ`)?.split('\0') ?? null;
}

export function commandOf(pid: number): string {
  return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || 'unknown command';
}

/** Nanoseconds on a processor, thread by thread; empty where the kernel keeps none. */
export function threadNanoseconds(pid: number): Map<string, number> {
  const threads = new Map<string, number>();
  let ids: string[];
  try {
    ids = readdirSync(`/proc/${pid}/task`);
  } catch {
    return threads;
  }
  for (const id of ids) {
    const text = readText(`/proc/${pid}/task/${id}/schedstat`);
    if (text !== null) threads.set(id, Number.parseInt(text, 10));
  }
  return threads;
}

/** The most memory the process has had resident so far. */
export function peakResidentBytes(pid: number): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1];
  return Number(kibibytes ?? 0) * 1024;
}

interface Listener {
  port: number;
  inode: string;
}

/** TCP sockets that listen, IPv4 and IPv6, in this network namespace. */
export function listeners(): Listener[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => parseListeners(readText(path) ?? ''));
}

const LISTENING = '0A';

function parseListeners(text: string): Listener[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENING)
    .map((fields) => ({
      port: Number.parseInt((fields[1] as string).split(':')[1] as string, 16),
      inode: fields[9] as string,
    }));
}

const ESTABLISHED = '01';

/** Established TCP connections to a port, as their clients in this network namespace hold them. */
export function connectionsTo(port: number): number {
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .map((path) => countEstablished(readText(path) ?? '', port))
    .reduce((sum, count) => sum + count, 0);
}

export function countEstablished(text: string, port: number): number {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return text.split('\n').filter((line) => {
    const fields = line.trim().split(/\s+/);
    return fields[3] === ESTABLISHED && fields[2]?.endsWith(remote);
  }).length;
}

/** Inodes of the sockets a process holds; `null` where its descriptors may not be read. */
export function socketInodes(pid: number): Set<string> | null {
  let names: string[];
  try {
    names = readdirSync(`/proc/${pid}/fd`);
  } catch {
    return null;
  }
  const inodes = new Set<string>();
  for (const name of names) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1];
      if (inode !== undefined) inodes.add(inode);
    } catch {
      // Closed since it was listed.
    }
  }
  return inodes;
}

/** Names this process for good, for what it must leave in places that outlive it: groups, containers, folders. */
export function harnessName(): string {
  return `${process.pid}-${readStat(process.pid)?.startTicks ?? 0}`;
}

/** False for a harness that ended, also where its pid came round again: then what it left may go. */
export function isHarnessAlive(name: string): boolean {
  const [pid, start] = name.split('-').map(Number);
  const stat = readStat(pid ?? 0);
  return isAlive(stat) && stat.startTicks === start;
}
