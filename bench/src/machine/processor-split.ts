import { cpuQuota } from './group-limits.ts';
import { type MachineSource, thisMachine } from './machine.ts';
import { type Role, roles } from './roles.ts';

/** The processors of each role. */
export interface ProcessorSplit extends Record<Role, number[]> {
  pinned: boolean;
}

/** Returns the processors that this process may use: a container or cpuset may not have all. */
export function allowedProcessors(source: MachineSource = thisMachine): number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(source.read('/proc/self/status') ?? '')?.[1];
  return list === undefined ? [0] : parseProcessorList(list);
}

/** Parses a list such as `0-2,5`. */
export function parseProcessorList(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Under a smaller quota, server and loader still have a processor each, and the group throttles both. */
const LEAST_PROCESSORS = 2;

/**
 * Returns the processors that may be split among roles, by core: what two processors of one core do slows each other.
 * A control group that lets fewer of them be busy at a time than it shows gives that many, one of each core before a
 * second one of any: its quota limits time, not which processors are used.
 */
export function usableCores(source: MachineSource = thisMachine): number[][] {
  const allowed = allowedProcessors(source);
  const most = Math.max(LEAST_PROCESSORS, Math.floor(cpuQuota(source) ?? allowed.length));
  const core = coreNames(source.read('/proc/cpuinfo') ?? '');
  const cores = [
    ...Map.groupBy(allowed, (processor) => core.get(processor) ?? `processor ${processor}`).values(),
  ];
  const turns = Math.max(...cores.map((processors) => processors.length));
  const firstOfEach = Array.from({ length: turns }, (_, turn) =>
    cores.flatMap((processors) => processors[turn] ?? []),
  );
  const taken = new Set(firstOfEach.flat().slice(0, most));
  return cores
    .map((processors) => processors.filter((processor) => taken.has(processor)))
    .filter((processors) => processors.length > 0);
}

/** The core of each processor, where the kernel tells: on other architectures than x86, each is a core of its own. */
function coreNames(cpuinfo: string): Map<number, string> {
  const names = new Map<number, string>();
  for (const block of cpuinfo.split(/\n\s*\n/)) {
    const field = (name: string): string | undefined =>
      new RegExp(`^${name}\\s*:\\s*(\\d+)`, 'm').exec(block)?.[1];
    const [processor, socket, core] = [field('processor'), field('physical id'), field('core id')];
    if (processor !== undefined && socket !== undefined && core !== undefined)
      names.set(Number(processor), `socket ${socket}, core ${core}`);
  }
  return names;
}

/** Splits one machine among all roles: about half for the server, a quarter each for database and loader. */
export function splitProcessors(cores: readonly (readonly number[])[] = usableCores()): ProcessorSplit {
  const { shares, pinned } = splitAmong(roles, cores);
  return { server: [], database: [], loader: [], ...shares, pinned };
}

/**
 * Returns disjoint sets of processors for the roles of a machine. The first role gets what the others leave.
 * With two processors and three roles, the first has one and the others share the other. With one processor,
 * all roles share it and none is pinned. A single role gets all processors. The first role shares a core with another
 * only if there is but one.
 *
 * @param cores the processors of each core
 */
export function splitAmong(
  held: readonly Role[],
  cores: readonly (readonly number[])[],
): { shares: Partial<Record<Role, number[]>>; pinned: boolean } {
  const all = cores.flat();
  const [first, ...others] = held;
  const pinned = others.length === 0 || all.length > 1;
  const shares: Partial<Record<Role, number[]>> = {};
  if (!pinned || first === undefined) {
    for (const role of held) shares[role] = all;
    return { shares, pinned };
  }
  if (others.length > 0 && all.length < held.length) {
    shares[first] = all.slice(0, 1);
    for (const role of others) shares[role] = all.slice(1);
    return { shares, pinned };
  }
  const each = Math.max(1, Math.floor(all.length / (first === 'server' ? 4 : 2)));
  const own = wholeCores(cores, all.length - each * others.length);
  shares[first] = ascending(own);
  const rest = all.filter((processor) => !own.includes(processor));
  for (const [index, role] of others.entries()) {
    const isLast = index === others.length - 1;
    shares[role] = ascending(rest.slice(index * each, isLast ? undefined : (index + 1) * each));
  }
  return { shares, pinned };
}

/** Returns the processors of whole cores, at most a number of them; that number of processors if no core is so small. */
function wholeCores(cores: readonly (readonly number[])[], most: number): number[] {
  const own: number[] = [];
  for (const core of cores) if (own.length + core.length <= most) own.push(...core);
  return own.length === 0 ? cores.flat().slice(0, most) : own;
}

function ascending(processors: readonly number[]): number[] {
  return processors.toSorted((a, b) => a - b);
}
