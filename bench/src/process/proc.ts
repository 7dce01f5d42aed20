import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What Linux reports about a process in /proc. Functions return `null` if the process has ended. */
export interface ProcessStat {
  pid: number;
  state: string;
  parent: number;
  group: number;
  session: number;
  /** CPU time of the process itself, including exited threads, in clock ticks. */
  ticks: number;
  /** CPU time of the children that it has waited for, in clock ticks. */
  childTicks: number;
  threads: number;
  /** Start time in ticks after boot. With the pid it identifies a process, because pids are reused. */
  startTicks: number;
}

/** One tick of USER_HZ, which is 100 on every Linux that Node runs on. */
export const TICK_NANOSECONDS = 10_000_000;

export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Reads the text of /proc/<pid>/stat (proc_pid_stat(5)). */
export function parseStat(text: string): ProcessStat | null {
  // The name is in parentheses and may itself contain spaces and parentheses; the last one closes it.
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

/** Returns every process that is not a zombie. */
export function readAllStats(): ProcessStat[] {
  return processIds()
    .map(readStat)
    .filter((stat) => stat !== null)
    .filter(isAlive);
}

/** Whether a process is alive: it holds its files and ports until its last thread ends, not its first. */
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

/** Returns an id that changes at each boot, so that a recorded pid is not valid after a reboot. */
export function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
}

/** Returns `NAME=value` entries; `null` if the process is gone or belongs to another user. */
export function processEnvironment(pid: number): string[] | null {
  return readText(`/proc/${pid}/environ`)?.split('\0') ?? null;
}

export function commandOf(pid: number): string {
  return readText(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || 'unknown command';
}

/** Returns the CPU time of each thread in nanoseconds; empty if the kernel does not record it. */
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

/** What a process holds in memory, in bytes. */
export interface ResidentMemory {
  /** The most so far. */
  peak: number;
  /** Pages of files and of shared memory that it holds now; other processes may hold them too. */
  files: number;
  /** Memory that it allocated, holds now and shares with a parent or child since a fork, less its own share. */
  copies: number;
}

/**
 * @param isForked whether to ask what it shares by a fork, for which the kernel walks through all of its pages
 * @returns `null` for a process that has ended
 */
export function residentMemory(pid: number, isForked: boolean): ResidentMemory | null {
  const status = readText(`/proc/${pid}/status`) ?? '';
  const peak = kibibytes(status, 'VmHWM');
  if (peak === null) return null;
  const files = (kibibytes(status, 'RssFile') ?? 0) + (kibibytes(status, 'RssShmem') ?? 0);
  const allocated = kibibytes(status, 'RssAnon') ?? 0;
  // The kernel hides this of another user's process.
  const own = isForked ? kibibytes(readText(`/proc/${pid}/smaps_rollup`) ?? '', 'Pss_Anon') : null;
  return { peak, files, copies: own === null ? 0 : Math.max(0, allocated - own) };
}

/** Returns the value of a line such as `VmHWM: 123 kB`, in bytes. */
function kibibytes(text: string, name: string): number | null {
  const value = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
  return value === undefined ? null : Number(value) * 1024;
}

interface Listener {
  /** `127.0.0.1` or `[::1]`; an IPv4 address within IPv6 stands as what it is. */
  host: string;
  port: number;
  inode: string;
}

/** Returns the listening TCP sockets, IPv4 and IPv6, of a process's network namespace; default: of this one's. */
export function listeners(pid: number | 'self' = 'self'): Listener[] {
  return ['tcp', 'tcp6'].flatMap((name) => parseListeners(readText(`/proc/${pid}/net/${name}`) ?? ''));
}

const LISTENING = '0A';

function parseListeners(text: string): Listener[] {
  return tcpSockets(text, LISTENING).map(({ localAddress, localPort, inode }) => ({
    host: hostOf(localAddress),
    port: localPort,
    inode,
  }));
}

/** Returns the sockets of this state (two hexadecimal digits) in a file like `/proc/net/tcp`. */
export function tcpSockets(
  text: string,
  state: string,
): { localAddress: string; localPort: number; remotePort: number; inode: string }[] {
  const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === state)
    .map((fields) => ({
      localAddress: (fields[1] ?? '').split(':')[0] ?? '',
      localPort: portOf(fields[1]),
      remotePort: portOf(fields[2]),
      inode: fields[9] ?? '',
    }));
}

/** Reads an address as the kernel prints it on x64 and arm64: words of 32 bits, the last byte of each first. */
function hostOf(hex: string): string {
  const words = (hex.match(/.{8}/g) ?? []).map((word) => (word.match(/../g) ?? []).reverse());
  const bytes = words.flat().map((byte) => Number.parseInt(byte, 16));
  const isIpv4 = words.length === 1 || (words.length === 4 && /^0{16}0000ffff/i.test(words.flat().join('')));
  if (isIpv4) return bytes.slice(-4).join('.');
  const groups = words.flatMap(([a, b, c, d]) => [`${a}${b}`, `${c}${d}`]);
  return URL.parse(`http://[${groups.join(':')}]`)?.hostname ?? hex;
}

/** Returns the inodes of a process's sockets; `null` if its descriptors are not readable. */
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
      // It was closed after it was listed.
    }
  }
  return inodes;
}

/** Returns a unique name of this process, for things that may outlive it: groups, containers, folders. */
export function harnessName(): string {
  startTicks ??= readStat(process.pid)?.startTicks;
  return `${process.pid}-${startTicks ?? 0}`;
}

let startTicks: number | undefined;

/** Whether the harness of this name is alive; false if it has ended, even if its pid was reused. */
export function isHarnessAlive(name: string): boolean {
  const [pid, start] = name.split('-').map(Number);
  const stat = readStat(pid ?? 0);
  return isAlive(stat) && stat.startTicks === start;
}
