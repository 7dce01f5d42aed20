import { createHash } from 'node:crypto';
import { fingerprint, type MachineSource, thisMachine } from '../machine/machine.ts';
import { type ProcessorSplit, splitAmong, splitProcessors, usableCores } from '../machine/processor-split.ts';
import { type Role, roles } from '../machine/roles.ts';
import { which } from '../process/which.ts';
import { usageError } from '../util/usage-errors.ts';
import { type HostFiles, readHostFiles } from './host-files.ts';
import { addressVariable, type Host, type Hosts, isLoopback } from './hosts.ts';

/** An inspected host. */
export interface SeenHost extends Host {
  /** The boot id of its kernel, which shows whether two contexts lead to the same machine. */
  boot: string;
  /** Whether it is the harness's own machine, whose files then describe the role. */
  here: boolean;
  source: MachineSource;
  /** Version of its Docker engine; `null` without a context. */
  engine: string | null;
  /** Updates the files of `source`. */
  refresh(): Promise<void>;
}

export type SeenHosts = Readonly<Record<Role, SeenHost>>;

/** Inspects the host of a context; tests provide hosts of their own. */
export type InspectHost = (context: string, signal?: AbortSignal) => Promise<HostFiles>;

const BOOT_FILE = '/proc/sys/kernel/random/boot_id';

/** Inspects every host once; returns `null` if no role has a context. */
export async function seeHosts(
  hosts: Hosts,
  signal?: AbortSignal,
  look: InspectHost = readHostFiles,
  own: MachineSource = thisMachine,
): Promise<SeenHosts | null> {
  if (roles.every((role) => hosts[role].context === null)) return null;
  const looked = new Map<string | null, Pick<SeenHost, 'source' | 'engine' | 'refresh'>>();
  looked.set(null, { source: own, engine: null, refresh: async () => {} });
  for (const role of roles) {
    const { context } = hosts[role];
    if (context === null || looked.has(context)) continue;
    const source = await look(context, signal);
    looked.set(context, { source, engine: source.engine, refresh: source.refresh });
  }
  const bootOf = ({ read }: MachineSource): string => read(BOOT_FILE)?.trim() || 'unknown';
  const here = bootOf(own);
  const seen = Object.fromEntries(
    roles.map((role) => {
      const host = hosts[role];
      const found = looked.get(host.context) as Pick<SeenHost, 'source' | 'engine' | 'refresh'>;
      const boot = bootOf(found.source);
      return [role, { ...host, ...found, boot, here: boot === here }];
    }),
  ) as Record<Role, SeenHost>;
  requireReachable(seen);
  return seen;
}

/** Throws if a role that other hosts connect to has a loopback address, which means each host itself. */
function requireReachable(seen: SeenHosts): void {
  // The harness connects to server and database, the loader to the server, and the server to its database.
  const askers: Partial<Record<Role, readonly Role[]>> = { server: ['loader'], database: ['server'] };
  for (const [role, from] of Object.entries(askers) as [Role, readonly Role[]][]) {
    const asked = seen[role];
    const elsewhere = !asked.here || from.some((other) => seen[other].boot !== asked.boot);
    if (!elsewhere || !isLoopback(asked.address)) continue;
    throw usageError({
      what: `The ${role} cannot be reached from the other hosts`,
      where: addressVariable(role),
      expected: 'its address on the network that the hosts share',
      seen: asked.address,
      next: `Set the host's own address, for example: export ${addressVariable(role)}=10.0.0.2`,
    });
  }
}

/** Returns the machines with their roles, in the order of roles. */
export function machinesOf(seen: SeenHosts): { roles: Role[]; host: SeenHost }[] {
  const machines: { roles: Role[]; host: SeenHost }[] = [];
  for (const role of roles) {
    const known = machines.find(({ host }) => host.boot === seen[role].boot);
    if (known) known.roles.push(role);
    else machines.push({ roles: [role], host: seen[role] });
  }
  return machines;
}

/**
 * Returns the fingerprint for the results: the server's host, with all hosts in its description. Its id
 * contains their number and a digest of them, so that no series mixes figures of two arrangements.
 */
export function fingerprintOf(seen: SeenHosts | null, own: MachineSource = thisMachine) {
  if (seen === null) return fingerprintAsUsed(own);
  const hosts = machinesOf(seen).map(({ roles: held, host }) => {
    const { id, schemaVersion: _, ...machine } = fingerprintAsUsed(host.source);
    const engines = [...new Set(held.flatMap((role) => seen[role].engine ?? []))];
    return { id, described: { roles: held, ...machine, engines } };
  });
  const digest = createHash('sha256')
    .update(JSON.stringify(hosts.map(({ id, described }) => [id, described.roles])))
    .digest('hex')
    .slice(0, 6);
  return {
    ...fingerprintAsUsed(seen.server.source, [
      `${hosts.length} host${hosts.length === 1 ? '' : 's'}`,
      digest,
    ]),
    hosts: hosts.map(({ described }) => described),
  };
}

/**
 * Returns the fingerprint, whose id names the number of processors where a cpuset or a quota leaves fewer than there
 * are: figures from two of ninety-six processors are not figures of the machine.
 */
function fingerprintAsUsed(source: MachineSource, further: readonly string[] = []) {
  const used = usableCores(source).flat().length;
  const isWhole = used >= fingerprint(source).logicalProcessors;
  return fingerprint(source, [...(isWhole ? [] : [`${used} used`]), ...further]);
}

/** The processors of each role, and those of this machine that the harness itself may use. */
interface RoleProcessors extends ProcessorSplit {
  /** Empty if nothing is measured on this machine: then the harness need not be pinned. */
  harness: readonly number[];
}

/** Splits the processors of each host among its roles. Without taskset, nothing is pinned to those that it has. */
export function splitOf(seen: SeenHosts | null): RoleProcessors {
  if (seen === null) {
    const split = splitProcessors();
    return { ...split, pinned: split.pinned && which('taskset') !== null, harness: split.loader };
  }
  const split: ProcessorSplit = { server: [], database: [], loader: [], pinned: true };
  let harness: readonly number[] = [];
  for (const { roles: held, host } of machinesOf(seen)) {
    const cores = usableCores(host.source);
    const all = cores.flat();
    const { shares, pinned } = splitAmong(held, cores);
    Object.assign(split, shares);
    split.pinned &&= pinned;
    if (!host.here) continue;
    // If possible, keep the harness off the server's processors, which determine the figures.
    const others = all.filter((processor) => !shares.server?.includes(processor));
    harness = shares.loader ?? (others.length > 0 ? others : all);
  }
  return { ...split, harness };
}
