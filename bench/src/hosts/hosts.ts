import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Role, roles } from '../machine/roles.ts';
import type { PitwallError } from '../util/errors.ts';
import { usageError } from '../util/usage-errors.ts';

/** The host of a role, as set by its variables. */
export interface Host {
  /** The Docker context of its engine; `null` for this machine. */
  context: string | null;
  /** The IPv4 address at which the other roles and the harness reach it. Nothing connects to the loader. */
  address: string;
}

export type Hosts = Readonly<Record<Role, Host>>;

export const LOOPBACK = '127.0.0.1';
export const thisHost: Host = { context: null, address: LOOPBACK };

/** The variable that permits a load to leave this machine. */
export const REMOTE_VARIABLE = 'PITWALL_ALLOW_REMOTE';
export const contextVariable = (role: Role): string => `PITWALL_${role.toUpperCase()}_CONTEXT`;
export const addressVariable = (role: Role): string => `PITWALL_${role.toUpperCase()}_ADDRESS`;

/** Docker's own restriction of names, which also keeps a name from being a flag. */
const CONTEXT_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_.+-]+$/;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
/** RFC 1918 and RFC 6598: addresses that are not on the public internet. */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addSubnet('100.64.0.0', 10);

export function isLoopback(address: string): boolean {
  return isIPv4(address) && loopback.check(address);
}

/** Whether the IPv4 address is on no public network and not on loopback. */
function isPrivate(address: string): boolean {
  return isIPv4(address) && privateNetworks.check(address);
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the hosts set in the environment; by default, all roles are on this machine. Throws a PitwallError
 * for an address that must not get a load: an address outside this machine must be private, belong to a role
 * with a context, and be permitted by PITWALL_ALLOW_REMOTE.
 */
export function readHosts(
  environment: Environment,
  ownAddresses: readonly string[] = addressesOfThisMachine(),
): Hosts {
  const contexts = Object.fromEntries(roles.map((role) => [role, contextOf(role, environment)])) as Record<
    Role,
    string | null
  >;
  const some = Object.values(contexts).some((context) => context !== null);
  const host = (role: Role): Host => {
    const context = contexts[role];
    const address = role === 'loader' ? LOOPBACK : environment[addressVariable(role)] || LOOPBACK;
    const refused = refusalOf(address, {
      own: context === null && some && ownAddresses.includes(address),
      configured: context !== null,
      allowed: environment[REMOTE_VARIABLE] === '1',
    });
    if (refused) throw wrongAddress(role, address, refused);
    return { context, address };
  };
  return { server: host('server'), database: host('database'), loader: host('loader') };
}

function contextOf(role: Role, environment: Environment): string | null {
  const context = environment[contextVariable(role)] || null;
  if (context === null || CONTEXT_NAME.test(context)) return context;
  throw usageError({
    what: 'Invalid Docker context name',
    where: contextVariable(role),
    expected: 'letters, digits, and . _ + - after the first character',
    seen: context,
    next: 'List the contexts with: docker context ls',
  });
}

interface Standing {
  /** Whether it is an address of this machine, for a role here that other hosts connect to. */
  own: boolean;
  /** Whether its role has a context. */
  configured: boolean;
  allowed: boolean;
}

/** Returns why the address must not get a load, or `null` if it may. */
function refusalOf(
  address: string,
  { own, configured, allowed }: Standing,
): { expected: string; next: string } | null {
  if (!isIPv4(address))
    return {
      expected: 'an IPv4 address: a name may mean another machine tomorrow',
      next: 'Set the address of the host on the network that the hosts share',
    };
  if (isLoopback(address)) return null;
  if (!isPrivate(address))
    return {
      expected: 'an address of a private network: 10/8, 172.16/12, 192.168/16 or 100.64/10',
      next: 'Give the hosts a network of their own; no load goes to a public address',
    };
  if (!own && !configured)
    return {
      expected: 'an address of 127.0.0.0/8, because the role has no Docker context',
      next: 'Name the context of that host, or unset the address',
    };
  if (!allowed)
    return {
      expected: `${REMOTE_VARIABLE}=1 with an address outside this machine`,
      next: `If the host is yours and serves only to measure: export ${REMOTE_VARIABLE}=1`,
    };
  return null;
}

function wrongAddress(role: Role, seen: string, parts: { expected: string; next: string }): PitwallError {
  return usageError({
    what: `No load may be sent to the address of the ${role}`,
    where: addressVariable(role),
    seen,
    ...parts,
  });
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}
